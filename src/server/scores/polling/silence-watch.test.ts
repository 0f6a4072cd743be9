import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Database, inTransaction } from '#server/platform/db/database.ts'
import { addTournament } from '#server/pool/tournaments/tournament-store.ts'
import { createLeaderboardHub, type LeaderboardHub } from '#server/scores/leaderboard/leaderboard-hub.ts'
import {
  findLeaderboard,
  saveFeedChecked,
  saveLeaderboardIfActive,
} from '#server/scores/leaderboard/leaderboard-store.ts'
import { buildField } from '#test/support/build-field.ts'
import { buildUpdate } from '#test/support/build-update.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { createSilenceWatch } from './silence-watch.ts'

const minute = 60_000

describe.each(databaseKinds())('on $name, a process that receives no poll event', (kind) => {
  let database: Database
  let remove: () => Promise<void>
  let tournamentId: number
  /** The hub of the leader. */
  let leader: LeaderboardHub
  /** The hub of the process under test. */
  let hub: LeaderboardHub
  let isReadable: boolean
  const clock = buildClock()
  let watch: ReturnType<typeof createSilenceWatch>

  beforeEach(async () => {
    ;({ database, remove } = await openTestDatabase(kind))
    isReadable = true
    tournamentId = await addActive(new Date(clock.now().getTime() - minute))
    leader = openHub()
    hub = openHub()
    watch = createSilenceWatch({ db: database.db, hub, intervalMs: minute, clock })
    await leader.update(tournamentId, buildUpdate(buildField(), clock.now()))
    await hub.findLatest(tournamentId)
  })
  afterEach(() => remove())

  function openHub(): LeaderboardHub {
    return createLeaderboardHub({
      async find(id) {
        if (!isReadable) throw new Error('The database is down.')
        return findLeaderboard(database.db, id)
      },
      save: (id, stored) => saveLeaderboardIfActive(database.db, id, stored),
      saveChecked: (id, at) => saveFeedChecked(database.db, id, at),
      async publishToPeers() {},
    })
  }

  const addActive = (start: Date) =>
    inTransaction(database.db, (trx) =>
      addTournament(
        trx,
        {
          espnId: '4018',
          name: 'Links Open',
          start: start.toISOString(),
          active: true,
          tiebreakers: ['Winning score?', 'Drive?'],
          players: [],
        },
        clock.now(),
      ),
    )

  async function passMinutes(count: number): Promise<void> {
    clock.advance(count * minute)
    await watch.check()
  }
  const stale = () => hub.getCached(tournamentId)?.message.stale

  it('marks its scores as stale after three intervals, with the same version and a new ETag', async () => {
    const before = hub.getCached(tournamentId)
    await passMinutes(2.9)
    expect(stale()).toBeNull()
    await passMinutes(0.1)
    const marked = hub.getCached(tournamentId)
    expect(marked?.message).toEqual({
      ...before?.message,
      stale: { since: before?.feedChecked, reason: 'The scores have not been updated for a while.' },
    })
    expect(marked?.snapshot.digest).not.toBe(before?.snapshot.digest)
    expect((await leader.findLatest(tournamentId))?.message.stale).toBeNull()
  })

  it('marks them while the database does not respond', async () => {
    await watch.check()
    isReadable = false
    await passMinutes(3)
    expect(stale()).not.toBeNull()
  })

  it('reads the database first: it may only have missed the event', async () => {
    clock.advance(2 * minute)
    await leader.markChecked(tournamentId, clock.now())
    await passMinutes(2)
    expect(stale()).toBeNull()
    await passMinutes(1)
    expect(stale()).not.toBeNull()
  })

  it.each([
    ['checked the feed', () => leader.markChecked(tournamentId, clock.now())],
    ['stored new scores', () => leader.update(tournamentId, buildUpdate(buildField(), clock.now()))],
  ])('withdraws the mark when it hears that another process has %s', async (_what, poll) => {
    const fresh = hub.getCached(tournamentId)?.snapshot
    await passMinutes(3)
    await poll()
    await leader.markChecked(tournamentId, clock.now())
    await hub.reload(tournamentId, 'checked')
    expect(stale()).toBeNull()
    expect(hub.getCached(tournamentId)?.snapshot.digest).toBe(fresh?.digest)
  })

  it('withdraws the mark when it becomes the leader itself, with a new version', async () => {
    await passMinutes(3)
    await hub.markChecked(tournamentId, clock.now())
    expect(hub.getCached(tournamentId)?.message).toMatchObject({ version: 2, stale: null })
  })

  it('does not expect polls long before the start', async () => {
    const start = new Date(clock.now().getTime() + 24 * 60 * minute).toISOString()
    await database.db.updateTable('tournaments').set({ start }).execute()
    await passMinutes(61)
    expect(stale()).toBeNull()
    await passMinutes(1)
    expect(stale()).not.toBeNull()
  })
})
