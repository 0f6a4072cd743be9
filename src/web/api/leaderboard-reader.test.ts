import { describe, expect, it, onTestFinished } from 'vitest'
import { leaderboard } from '#contract/leaderboard-contract.ts'
import { buildEvent, buildField, buildGolfer } from '#test/support/build-field.ts'
import { createLeaderboardReader, leaderboardArrival } from './leaderboard-reader.ts'

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
    expect(await createLeaderboardReader(1).parse({ ...body, unknown: 1 })).toEqual(leaderboard.parse(body))
  })

  it('rejects an invalid golfer in any step, and a body of another shape', async () => {
    const [first, ...others] = golfersScores
    const broken = { ...first, position: 1 }
    await expect(createLeaderboardReader(1).parse({ ...body, golfersScores: [...others, broken] })).rejects.toThrow()
    await expect(createLeaderboardReader(1).parse({ ...body, version: 'new' })).rejects.toThrow()
    await expect(createLeaderboardReader(1).parse(undefined)).rejects.toThrow()
  })

  it('passes a leaderboard on before it is validated, and waits for the answer', async () => {
    const steps: string[] = []
    let answer = () => {}
    leaderboardArrival.prepare = (tournamentId, { version }) => {
      steps.push(`arrival ${tournamentId} ${version}`)
      return new Promise((resolve) => {
        answer = resolve
      })
    }
    onTestFinished(() => {
      leaderboardArrival.prepare = undefined
    })
    const reading = createLeaderboardReader(7)
      .parse({ ...body, golfersScores: golfersScores.slice(0, 3) })
      .then(({ version }) => steps.push(`read ${version}`))
    expect(steps).toEqual(['arrival 7 3'])
    await new Promise((resolve) => setImmediate(resolve))
    steps.push('answered')
    answer()
    await reading
    expect(steps).toEqual(['arrival 7 3', 'answered', 'read 3'])
    // A body of another shape is not passed on.
    await expect(createLeaderboardReader(7).parse({ ...body, version: 'new' })).rejects.toThrow()
    expect(steps).toHaveLength(3)
  })
})
