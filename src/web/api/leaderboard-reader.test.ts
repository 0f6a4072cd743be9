import { describe, expect, it } from 'vitest'
import { leaderboard } from '#contract/leaderboard-contract.ts'
import { buildEvent, buildField, buildGolfer } from '#test/support/build-field.ts'
import { leaderboardReader } from './leaderboard-reader.ts'

const golfersScores = Array.from({ length: 45 }, (_, index) => buildGolfer({ index, espnId: String(index + 1) }))
const body = {
  ...buildField({ golfersScores }),
  version: 3,
  timeStamp: '2026-04-09T12:00:00.000Z',
  stale: null,
  event: buildEvent(),
}

describe('the leaderboard reader', () => {
  it('returns what the schema returns, in the same order', async () => {
    expect(await leaderboardReader.parse({ ...body, unknown: 1 })).toEqual(leaderboard.parse(body))
  })

  it('rejects an invalid golfer in any step, and a body of another shape', async () => {
    const [first, ...others] = golfersScores
    const broken = { ...first, position: 1 }
    await expect(leaderboardReader.parse({ ...body, golfersScores: [...others, broken] })).rejects.toThrow()
    await expect(leaderboardReader.parse({ ...body, version: 'new' })).rejects.toThrow()
    await expect(leaderboardReader.parse(undefined)).rejects.toThrow()
  })
})
