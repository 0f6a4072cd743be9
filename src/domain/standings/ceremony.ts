import { placeOfRow, type Standings } from './standings.ts'

/** The number of best places that have a step of their own. */
const singlePlaces = 10
const mostLines = 30

/**
 * The lines of the standings that a ceremony reveals at each step, from the last place up (docs/rules.md, 5.5). Before the top
 * ten, several places share a step. A place that more entries share than a step shows takes several.
 */
export function listCeremonySteps(standings: Standings): number[][] {
  const firstOf = (line: number) => (placeOfRow(standings, standings.ranking.rowAtLine[line] ?? 0) ?? 1) - 1
  const steps: number[][] = []
  for (let end = standings.placed; end > 0; end -= steps.at(-1)?.length ?? end) {
    const hasRoom = (first: number) => first >= singlePlaces && end - first <= mostLines
    let first = firstOf(end - 1)
    while (first > 0 && hasRoom(firstOf(first - 1))) first = firstOf(first - 1)
    const length = Math.min(end - first, mostLines)
    steps.push(Array.from({ length }, (_, index) => end - length + index))
  }
  return steps
}
