import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import { feedSource } from '#domain/field/field.ts'
import type { Database } from '#server/platform/db/database.ts'
import { addTournament } from '#server/pool/tournaments/tournament-store.ts'
import { buildGolfer } from '#test/support/build-field.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { findLeaderboard, findTeeTimeChange, noDetails, saveLeaderboard } from './leaderboard-store.ts'

const message = (version: number): Leaderboard => ({
  version,
  timeStamp: '2026-06-05T12:00:00.000Z',
  stale: null,
  source: feedSource,
  currentRound: 1,
  cutline: null,
  event: { name: 'Links Open', season: 2026, status: 'x', roundStatus: 'y', par: 72, completed: false },
  golfersScores: [],
})

describe.each(databaseKinds())('the stored leaderboard over $name', (kind) => {
  let database: Database
  let remove: () => Promise<void>
  let tournamentId: number

  beforeEach(async () => {
    const opened = await openTestDatabase(kind)
    database = opened.database
    remove = opened.remove
    const tournament = {
      espnId: '4018',
      name: 'Links Open',
      start: '2026-06-04T06:00:00.000Z',
      active: true,
      tiebreakers: ['Winning score?', 'Longest drive?'],
      players: [],
    } as const
    tournamentId = await database.db
      .transaction()
      .execute((trx) => addTournament(trx, tournament, new Date('2026-06-01T00:00:00Z')))
  })

  afterEach(() => remove())

  it('is found as it was saved', async () => {
    const stored = {
      message: message(3),
      extras: {
        courses: [{ id: '9', name: 'Links', isHost: true, holes: [{ number: 1, shotsToPar: 4 }] }],
        uncorrected: [],
        asOf: null,
      },
      feedChecked: null,
    }
    await saveLeaderboard(database.db, tournamentId, stored)
    expect(await findLeaderboard(database.db, tournamentId)).toEqual(stored)
  })

  it('is never replaced by an older version', async () => {
    const saved: boolean[] = []
    for (const version of [2, 5, 4, 5]) {
      const stored = { message: message(version), extras: noDetails, feedChecked: null }
      saved.push(await saveLeaderboard(database.db, tournamentId, stored))
    }
    expect(saved).toEqual([true, true, false, false])
    const found = await findLeaderboard(database.db, tournamentId)
    expect(found?.message.version).toBe(5)
  })

  it('says which version brought the last new tee time', async () => {
    const waiting = (espnId: string, teeTime: string) =>
      buildGolfer({ espnId, index: Number(espnId), thru: '--', teeTime, movement: { text: '1', class: 'positive' } })
    const [a, b] = [waiting('0', '2026-06-05T11:00:00Z'), waiting('1', '2026-06-05T12:00:00Z')]
    const playing = { ...a, thru: '1', teeTime: null, relativeScore: 1, toPar: '+1', total: 75 }
    const versions = [
      [],
      [a, b],
      [playing, b],
      [{ ...playing, thru: '2' }, b],
      [
        { ...playing, thru: '2' },
        { ...b, teeTime: '2026-06-05T11:30:00Z' },
      ],
      [playing, { ...b, thru: '1', teeTime: null }],
    ]
    const found: (number | undefined)[] = []
    for (const [index, golfersScores] of versions.entries()) {
      const timeStamp = `2026-06-05T10:00:0${index}.000Z`
      const board = { ...message(index + 1), timeStamp, golfersScores }
      await saveLeaderboard(database.db, tournamentId, { message: board, extras: noDetails, feedChecked: null })
      const change = await findTeeTimeChange(database.db, tournamentId, board)
      found.push(change?.count)
      expect(change?.at.toISOString()).toBe(change && `2026-06-05T10:00:0${change.count - 1}.000Z`)
    }
    expect(found).toEqual([undefined, 2, 2, 2, 5, 5])
    const earlier = await findTeeTimeChange(database.db, tournamentId, message(4))
    expect(earlier?.count, 'up to an earlier board').toBe(2)
  })
})
