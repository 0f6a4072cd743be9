import { expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import { feedSource } from '#domain/field/field.ts'
import { noDetails, saveLeaderboard } from '#server/scores/leaderboard/leaderboard-store.ts'
import { buildEvent, buildField, buildFieldOf } from '#test/support/build-field.ts'
import { buildEntry, buildTournament } from '#test/support/build-tournament.ts'
import { countYields } from '#test/support/event-loop.ts'
import { openEventPool, start } from '#test/support/event-pool.ts'
import { databaseKinds } from '#test/support/test-database.ts'
import { readRecap } from './round-recap.ts'

test.each(databaseKinds())('the recap that is sent has the time in the lead, in steps, on $name', async (kind) => {
  const opened = await openEventPool(kind)
  const even = Array.from({ length: 9 }, () => 0)
  for (let version = 1; version <= 25; version += 1) {
    const isOver = version === 25
    const roundStatus = isOver ? 'Round 1 - Play Complete' : 'Round 1 - In Progress'
    const golfers = buildFieldOf([-version, 0, 0, ...even]).golfersScores
    const golfersScores = golfers.map((golfer, index) => ({ ...golfer, thru: isOver || index > 0 ? 'F' : '9' }))
    const field = buildField({ event: buildEvent({ roundStatus }), golfersScores })
    const timeStamp = new Date(start.getTime() + version * 10 * 60_000).toISOString()
    const message = { version, timeStamp, stale: null, source: feedSource, ...field, golfersScores }
    await saveLeaderboard(opened.db, opened.tournamentId, { message, extras: noDetails, feedChecked: null })
  }
  const pool = createPool(buildTournament({ id: opened.tournamentId, entries: [buildEntry({ name: 'Ann' })] }))
  let recap: Awaited<ReturnType<typeof readRecap>> = null
  const yields = await countYields(async () => {
    recap = await readRecap(opened.db, pool, 1)
  })
  expect(yields).toBeGreaterThan(3)
  expect(recap).toMatchObject({ lines: expect.arrayContaining(['Longest in the lead: Ann 1, for 4 hours of play.']) })
  await opened.remove()
})
