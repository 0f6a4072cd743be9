import { type Golfer, toParText } from '#domain/field/field.ts'

/**
 * "What if": the final results of a scenario, by the golfer's index in the tournament's golfers. A number is the
 * final score in strokes to par: the golfer then makes the cut. "out" is a missed cut or a withdrawal.
 */
export type Scenario = ReadonlyMap<number, number | 'out'>

/** Nothing is set. */
export const noScenario: Scenario = new Map()

/**
 * The leaderboard's rows with the scenario's results, for the standings of the scenario. Positions, round scores and
 * the strokes so far stay as they are. Rows that do not change stay the same objects.
 */
export function applyScenario(
  golfersScores: readonly Golfer[],
  players: readonly { readonly espnId: string }[],
  scenario: Scenario,
): readonly Golfer[] {
  if (scenario.size === 0) return golfersScores
  const wishes = new Map([...scenario].map(([index, wish]) => [players[index]?.espnId, wish]))
  return golfersScores.map((golfer) => {
    const wish = wishes.get(golfer.espnId)
    if (wish === undefined) return golfer
    if (wish === 'out') return { ...golfer, isDNF: true }
    return {
      ...golfer,
      isDNF: false,
      relativeScore: wish,
      toPar: toParText(wish),
    }
  })
}
