import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Db, inTransaction } from '#server/platform/db/database.ts'
import { addEntry } from '#server/pool/entries/entry-store.ts'
import { addTournament, listPlayers } from '#server/pool/tournaments/tournament-store.ts'
import { addUser } from '#test/support/add-user.ts'
import { buildPlayers } from '#test/support/build-tournament.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { listResults, saveResults } from './results-store.ts'

const now = new Date('2026-04-13T00:00:00.000Z')

describe.each(databaseKinds())('results over $name', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let tournamentId: number

  beforeEach(async () => {
    opened = await openTestDatabase(kind)
    tournamentId = await addEnded()
  })
  afterEach(() => opened.remove())

  function addEnded(): Promise<number> {
    const { db } = opened.database
    const tournament = {
      espnId: '401811941',
      name: 'Spring Open',
      start: '2026-04-09T11:00:00.000Z',
      active: false,
      tiebreakers: ['Winning score?', 'Lowest round?'] as const,
      players: buildPlayers(),
    }
    return inTransaction(db, (trx) => addTournament(trx, tournament, now))
  }

  /** Entry ids and their owners. */
  async function addEntries(count: number, into = tournamentId) {
    const { db } = opened.database
    const players = await listPlayers(db, into)
    const playerIds = [0, 1, 2].flatMap((order) =>
      players.filter((player) => player.order === order).map(({ id }) => id),
    )
    const entryOf = async (trx: Db, index: number) => {
      const userId = await addUser(trx, { name: `User ${index}` })
      const entry = { tournamentId: into, userId, tiebreakers: ['-12', '63'] as const, playerIds }
      return { entryId: await addEntry(trx, entry, now), userId }
    }
    return inTransaction(db, async (trx) => {
      const added: { entryId: number; userId: number }[] = []
      for (let index = 0; index < count; index += 1) added.push(await entryOf(trx, index))
      return added
    })
  }

  test('are saved for more entries than one statement takes', async () => {
    const entries = await addEntries(340)
    const { db } = opened.database
    const finalPlaces = entries.map(({ entryId }, index) => ({ entryId, places: [index + 1, null, 1020 - index] }))
    await inTransaction(db, (trx) => saveResults(trx, tournamentId, finalPlaces))
    expect(await db.selectFrom('results').selectAll().execute()).toHaveLength(1020)
    for (const index of [0, 333, 339]) {
      const [result] = await listResults(db, entries[index]?.userId ?? 0)
      expect(result).toEqual({
        tournament: { id: tournamentId, name: 'Spring Open', start: '2026-04-09T11:00:00.000Z' },
        places: [index + 1, null, 1020 - index],
      })
    }
  })

  test('are refused for an entry of another tournament, and none of them is saved', async () => {
    const [own] = await addEntries(1)
    const [stranger] = await addEntries(1, await addEnded())
    const { db } = opened.database
    const finalPlaces = [own, stranger].map((entry) => ({ entryId: entry?.entryId ?? 0, places: [1, 2, 3] }))
    await expect(inTransaction(db, (trx) => saveResults(trx, tournamentId, finalPlaces))).rejects.toThrow(
      /is not in tournament/,
    )
    expect(await db.selectFrom('results').selectAll().execute()).toEqual([])
  })

  test('are replaced', async () => {
    const entries = await addEntries(1)
    const { db } = opened.database
    const save = (place: number) =>
      inTransaction(db, (trx) =>
        saveResults(
          trx,
          tournamentId,
          entries.map(({ entryId }) => ({ entryId, places: [place, place, place] })),
        ),
      )
    await save(1)
    await save(2)
    expect((await listResults(db, entries[0]?.userId ?? 0))[0]?.places).toEqual([2, 2, 2])
  })
})
