import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addUser } from '#test/support/add-user.ts'
import { buildPlayers } from '#test/support/build-tournament.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { inTransaction } from '../db/database.ts'
import { addEntry, changeEntry, type NewEntry } from '../entries/entry-store.ts'
import { addTournament, listPlayers } from '../tournaments/tournament-store.ts'
import { readRedactedEntries } from './redacted-entries.ts'

const now = new Date('2026-04-08T00:00:00.000Z')
const entrants = 130

describe.each(databaseKinds())('redacted entries over $name', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let tournamentId: number
  let playerIds: number[]

  beforeEach(async () => {
    opened = await openTestDatabase(kind)
    const { db } = opened.database
    const tournament = {
      espnId: '401811941',
      name: 'Spring Open',
      start: '2026-04-09T11:00:00.000Z',
      active: true,
      tiebreakers: ['Winning score?', 'Lowest round?'] as const,
      players: buildPlayers(),
    }
    tournamentId = await inTransaction(db, (trx) => addTournament(trx, tournament, now))
    const players = await listPlayers(db, tournamentId)
    playerIds = [0, 1, 2].flatMap((order) => players.filter((player) => player.order === order).map(({ id }) => id))
    for (let number = 0; number < entrants; number += 1) await enter(`Player ${number}`)
  })
  afterEach(() => opened.remove())

  async function enter(name: string): Promise<NewEntry & { id: number }> {
    const { db } = opened.database
    const userId = await addUser(db, { name })
    const entry = { tournamentId, userId, tiebreakers: ['-12', '63'] as const, playerIds }
    return { ...entry, id: await inTransaction(db, (trx) => addEntry(trx, entry, now)) }
  }

  test('are read without a pick or an answer', async () => {
    const queries: string[] = []
    const recorder: KyselyPlugin = {
      transformQuery({ node }) {
        queries.push(JSON.stringify(node))
        return node
      },
      transformResult: async ({ result }) => result,
    }
    await readRedactedEntries(opened.database.db.withPlugin(recorder), tournamentId)
    expect(queries).toHaveLength(1)
    expect(queries.join()).toMatch(/"name":"(entries|changed_at)"/)
    expect(queries.join()).not.toMatch(/"name":"(selections|tiebreaker_[12])"/)
  })

  test('share every block after a change, and all but the last one after a new entry', async () => {
    const { db } = opened.database
    const before = await readRedactedEntries(db, tournamentId)
    expect(before.blocks).toHaveLength(3)
    const entry = await enter('A Latecomer')
    const added = await readRedactedEntries(db, tournamentId, before)
    expect(added.blocks.map((block, index) => block === before.blocks[index])).toEqual([true, true, false])
    expect(added.digest).not.toBe(before.digest)
    await inTransaction(db, (trx) => changeEntry(trx, entry.id, { ...entry, tiebreakers: ['-1', '2'] }, now))
    const changed = await readRedactedEntries(db, tournamentId, added)
    expect(changed.blocks.every((block, index) => block === added.blocks[index])).toBe(true)
    expect(changed.digest).toBe(added.digest)
    expect(changed.findOwn(entry.userId)?.version).toBe(2)
  })
})
