import { expect, it } from 'vitest'
import { feedSource } from '#domain/field/field.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { addTournament, setTournament } from '#server/pool/tournaments/tournament-store.ts'
import { buildField, buildGolfer } from '#test/support/build-field.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { noDetails, saveLeaderboard } from './leaderboard-store.ts'
import { createPickablePlayers } from './pickable-players.ts'

it.each(databaseKinds())(
  "golfers who can be picked have their finishes in the pool's last three tournaments over $name",
  async (kind) => {
    const { database, remove } = await openTestDatabase(kind)
    const { db } = database
    let version = 0
    async function add(name: string, start: string, active: boolean, one: string, two: string): Promise<number> {
      const players = ['1001', '1002', '1003'].map((espnId, order) => ({
        espnId,
        name: espnId,
        tier: 0 as const,
        order,
      }))
      const tournament = { espnId: '4018', name, start: `2026-${start}T06:00:00.000Z`, active, players }
      const id = await inTransaction(db, (trx) =>
        addTournament(trx, { ...tournament, tiebreakers: ['Winning score?', 'Longest drive?'] }, new Date()),
      )
      const golfersScores = [
        buildGolfer({ espnId: '1001', position: one, ...(one === '--' && { round1Score: '--' }) }),
        buildGolfer({ espnId: '1002', position: two, ...(two === '--' && { round1Score: '--' }) }),
        buildGolfer({ espnId: '1003', position: 'WD', round1Score: '--' }),
      ]
      version += 1
      const board = { ...buildField(), golfersScores, version, timeStamp: '', stale: null, source: feedSource }
      await saveLeaderboard(db, id, { message: board, extras: noDetails, feedChecked: null })
      return id
    }
    const find = createPickablePlayers(db)
    async function read(id: number) {
      const { players, recentTournaments } = await find(id)
      return { recentTournaments, finishes: players.map(({ finishes }) => finishes) }
    }

    const current = await add('Links Open', '06-04', true, 'T8', 'CUT')
    expect(await read(current), 'the scores of an active one do not count').toEqual({
      recentTournaments: undefined,
      finishes: [undefined, undefined, undefined],
    })
    await add('Spring Open', '05-07', false, 'T8', 'CUT')
    await add('Winter Open', '01-08', false, '1', 'MDF')
    expect(await read(current), 'latest first, and nothing for a golfer who has played none').toEqual({
      recentTournaments: ['Spring Open', 'Winter Open'],
      finishes: [['T8', '1'], ['CUT', 'MDF'], undefined],
    })
    const cancelled = await add('Storm Open', '05-21', false, '2', '3')
    await inTransaction(db, (trx) => setTournament(trx, cancelled, { cancelled_reason: 'Storm' }))
    await add('Unplayed Open', '03-05', false, '--', '--')
    expect((await read(current)).recentTournaments, 'without one that nobody has played').not.toContain('Unplayed Open')
    await add('Dune Open', '04-02', false, 'T21', '5')
    await inTransaction(db, (trx) => setTournament(trx, current, { active: 0 }))
    expect(await read(current), 'three at most, without cancelled ones').toEqual({
      recentTournaments: ['Links Open', 'Spring Open', 'Dune Open'],
      finishes: [['T8', 'T8', 'T21'], ['CUT', 'CUT', '5'], undefined],
    })
    await remove()
  },
)
