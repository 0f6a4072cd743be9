import { expect, it } from 'vitest'
import { inTransaction } from '#server/platform/db/database.ts'
import { addEntry } from '#server/pool/entries/entry-store.ts'
import { addUser } from '#test/support/add-user.ts'
import { buildPlayers } from '#test/support/build-tournament.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { addLockedChange, listLockedChanges } from './locked-change-store.ts'
import { addTournament, deleteTournament, findTournament, listPlayers } from './tournament-store.ts'

const now = new Date('2026-04-09T12:00:00.000Z')
const at = now.toISOString()

it.each(databaseKinds())(
  'changes after the lock are listed in order, and increase the version, over $name',
  async (kind) => {
    const { database, remove } = await openTestDatabase(kind)
    const { db } = database
    const owner = await addUser(db, { name: 'Ann' })
    const organiser = await addUser(db, { name: 'Bo', email: 'bo@example.org' })
    const tournament = {
      espnId: '401811941',
      name: 'Spring Open',
      start: '2026-04-09T11:00:00.000Z',
      tiebreakers: ['Winning score?', 'Lowest round?'] as const,
      players: buildPlayers(),
    }
    const tournamentId = await inTransaction(db, (trx) => addTournament(trx, { ...tournament, active: true }, now))
    const other = await inTransaction(db, (trx) => addTournament(trx, { ...tournament, active: false }, now))
    const playerIds = (await listPlayers(db, tournamentId)).map(({ id }) => id)
    const content = { tournamentId, userId: owner, tiebreakers: ['-12', '63'] as const, playerIds }
    const entryId = await inTransaction(db, (trx) => addEntry(trx, content, now))
    const before = await findTournament(db, tournamentId)
    const details = [{ field: 'payouts', before: '1st: 60%', after: '' }] as const
    await inTransaction(db, async (trx) => {
      const change = { tournamentId, userId: organiser }
      await addLockedChange(trx, { ...change, kind: 'entry-removed', entryId, reason: 'Not paid' }, now)
      await addLockedChange(trx, { ...change, kind: 'entry-restored', entryId }, now)
      await addLockedChange(trx, { ...change, kind: 'details-changed', details }, now)
    })
    const entry = { id: entryId, name: 'Ann' }
    const nothing = { at, by: 'Bo', reason: null, entry: null, details: null }
    expect(await listLockedChanges(db, tournamentId)).toEqual([
      { ...nothing, kind: 'entry-removed', reason: 'Not paid', entry },
      { ...nothing, kind: 'entry-restored', entry },
      { ...nothing, kind: 'details-changed', details },
    ])
    expect(await listLockedChanges(db, other)).toEqual([])
    expect((await findTournament(db, tournamentId))?.version).toBe((before?.version ?? 0) + 3)
    await inTransaction(db, (trx) => deleteTournament(trx, tournamentId))
    expect(await listLockedChanges(db, tournamentId)).toEqual([])
    await remove()
  },
)
