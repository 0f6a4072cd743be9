import { type Pool, picksPerRow } from '#domain/entries/pool.ts'
import { placeOfRow, type Standings } from '#domain/standings/standings.ts'
import { toAnswerNumber } from '#domain/text/answer-number.ts'
import type { BoardSort } from '#web/board/board-sort.ts'
import { listSortedLines } from '#web/board/sorted-lines.ts'
import type { PoolColumn } from './pool-columns.ts'

const golferColumns: readonly PoolColumn[] = ['golfer-a', 'golfer-b', 'golfer-c', 'golfer-d']

/** Last in both directions: entries and golfers who are out, and missing answers. */
const last = Number.POSITIVE_INFINITY

/** The lines of the standings in another order. Equal rows stay in the order of the standings. */
export function sortLines(standings: Standings, { column, direction }: BoardSort<PoolColumn>): Uint32Array {
  const { pool, ranking, size } = standings
  const sign = direction === 'ascending' ? 1 : -1
  const sortRows = (keyOf: (row: number) => number) =>
    listSortedLines(size, [
      (line) => {
        const key = keyOf(ranking.rowAtLine[line] ?? 0)
        return key === last ? last : sign * key
      },
    ])
  switch (column) {
    case 'pos':
    case 'to-par':
      return sortRows((row) => placeOfRow(standings, row) ?? last)
    case 'name':
      // Rows are in the order of names.
      return sortRows((row) => row)
    case 'tie-1':
    case 'tie-2': {
      const keys = listAnswerKeys(pool, column === 'tie-1' ? 0 : 1)
      return sortRows((row) => keys[pool.entryOfRow[row] ?? -1] ?? last)
    }
    default: {
      const tier = golferColumns.indexOf(column)
      const keys = listGolferKeys(standings)
      return sortRows((row) => keys[pool.picks[row * picksPerRow + tier] ?? -1] ?? last)
    }
  }
}

/** The golfers’ lines on their leaderboard, by score to par, so that entries with the same golfer stand together. */
function listGolferKeys({ pool, golfers }: Standings): number[] {
  const order = pool.players
    .map(({ id }, player) => ({ id, player, golfer: golfers[player] }))
    .sort(({ golfer: a, id: idA }, { golfer: b, id: idB }) => {
      if (a === undefined || b === undefined) return 0
      // A golfer whom the feed does not list has no line.
      const [isListedA, isListedB] = [a.index >= 0, b.index >= 0]
      if (isListedA !== isListedB) return isListedA ? -1 : 1
      return a.relativeScore - b.relativeScore || a.index - b.index || idA - idB
    })
  const keys: number[] = Array(order.length)
  order.forEach(({ player, golfer }, key) => {
    keys[player] = golfer?.isDNF === false ? key : last
  })
  return keys
}

/** Answers that are numbers, then the others by their text. */
function listAnswerKeys({ entries }: Pool, index: 0 | 1): number[] {
  const answers = entries.map(({ tiebreakers }) => {
    const text = tiebreakers[index] ?? ''
    return toAnswerNumber(text) ?? text.toLowerCase()
  })
  const texts = [...new Set(answers.filter((answer) => typeof answer === 'string'))].sort()
  const keys = new Map(texts.map((text, key) => [text, Number.MAX_SAFE_INTEGER - texts.length + key]))
  return answers.map((answer) => {
    if (answer === '') return last
    return typeof answer === 'number' ? answer : (keys.get(answer) ?? last)
  })
}
