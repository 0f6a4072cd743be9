import { type Pool, picksPerRow } from '#domain/entries/pool.ts'
import type { Standings } from '#domain/standings/standings.ts'
import type { BoardSort, SortDirection } from '#web/board/board-sort.ts'
import type { PoolColumn } from './pool-columns.ts'

/**
 * The lines of the standings in another order. Equal rows stay in the order of the standings, and what has no value comes
 * last in both directions: entries and golfers who are out, and missing answers. 100,000 rows take milliseconds (a
 * counting sort, as in domain/standings/ranking.ts).
 */
export function sortLines(standings: Standings, { column, direction }: BoardSort<PoolColumn>): Uint32Array {
  const { pool, ranking, size } = standings
  switch (column) {
    case 'pos':
    case 'to-par':
      return direction === 'ascending' ? new Uint32Array(size).map((_, line) => line) : listWorstFirst(standings)
    case 'name': {
      // Rows are in the order of names.
      const lines = ranking.lineOfRow.slice()
      return direction === 'ascending' ? lines : lines.reverse()
    }
    case 'tie-1':
    case 'tie-2': {
      const { ranks, count } = rankAnswers(pool, column === 'tie-1' ? 0 : 1)
      const keys = toDirection(ranks, count, direction)
      return sortByKey(standings, count + 1, (row) => keys[pool.entryOfRow[row] as number] as number)
    }
    default: {
      const tier = golferColumns.indexOf(column)
      const { ranks, count } = rankGolfers(standings)
      const keys = toDirection(ranks, count, direction)
      return sortByKey(standings, size === 0 ? 0 : pool.players.length, (row) => {
        return keys[pool.picks[row * picksPerRow + tier] as number] as number
      })
    }
  }
}

const golferColumns: readonly PoolColumn[] = ['golfer-a', 'golfer-b', 'golfer-c', 'golfer-d']

/** From the highest score to the lowest. Each score's lines keep their order. */
function listWorstFirst({ size, placed, ranking: { firstLines } }: Standings): Uint32Array {
  const lines = new Uint32Array(size)
  let next = 0
  for (let score = firstLines.length - 2; score >= 0; score -= 1) {
    for (let line = firstLines[score] as number; line < (firstLines[score + 1] as number); line += 1) {
      lines[next] = line
      next += 1
    }
  }
  for (let line = placed; line < size; line += 1) lines[line] = line
  return lines
}

/** A stable counting sort of the lines by the key of their row, from 0 to below `keyCount`. */
function sortByKey({ size, ranking: { rowAtLine } }: Standings, keyCount: number, keyOf: (row: number) => number) {
  const nextLines = new Uint32Array(keyCount + 1)
  for (let row = 0; row < size; row += 1) {
    const after = keyOf(row) + 1
    nextLines[after] = (nextLines[after] as number) + 1
  }
  for (let key = 1; key <= keyCount; key += 1) {
    nextLines[key] = (nextLines[key] as number) + (nextLines[key - 1] as number)
  }
  const lines = new Uint32Array(size)
  for (let line = 0; line < size; line += 1) {
    const key = keyOf(rowAtLine[line] as number)
    const next = nextLines[key] as number
    nextLines[key] = next + 1
    lines[next] = line
  }
  return lines
}

/** Ranks from 0 of items that have a value, then of those without one. */
type Ranks = { readonly ranks: Uint32Array; readonly count: number }

/** Reverses the order of the items that have a value; the others stay behind them. */
function toDirection(ranks: Uint32Array, count: number, direction: SortDirection): Uint32Array {
  return direction === 'ascending' ? ranks : ranks.map((rank) => (rank < count ? count - 1 - rank : rank))
}

/** The golfers’ lines on their leaderboard, by score to par, so that entries with the same golfer stand together. */
function rankGolfers({ pool, golfers }: Standings): Ranks {
  const order = pool.players
    .map(({ id }, player) => ({ id, player, golfer: golfers[player] }))
    .sort(({ golfer: a, id: idA }, { golfer: b, id: idB }) => {
      if (a === undefined || b === undefined) return 0
      return (
        Number(a.isDNF) - Number(b.isDNF) ||
        Number(a.index < 0) - Number(b.index < 0) ||
        a.relativeScore - b.relativeScore ||
        a.index - b.index ||
        idA - idB
      )
    })
  const ranks = new Uint32Array(order.length)
  order.forEach(({ player }, rank) => {
    ranks[player] = rank
  })
  return { ranks, count: order.filter(({ golfer }) => golfer?.isDNF === false).length }
}

/** Answers change with the pool alone, not with the scores. */
const answerRanks = new WeakMap<Pool, Map<number, Ranks>>()

/** Answers with a number by their first number, then the others by their text. Equal ones share a rank. */
function rankAnswers(pool: Pool, index: 0 | 1): Ranks {
  const cached = answerRanks.get(pool) ?? new Map<number, Ranks>()
  answerRanks.set(pool, cached)
  const known = cached.get(index)
  if (known !== undefined) return known
  const result = rankTexts(pool.entries.map(({ tiebreakers }) => tiebreakers[index] ?? ''))
  cached.set(index, result)
  return result
}

/** Typed arrays, because a set and a map of 33,000 different numbers take several times as long. */
function rankTexts(texts: readonly string[]): Ranks {
  const found = new Float64Array(texts.length).map((_, entry) => findNumber(texts[entry] as string))
  const numbers = found.filter((number) => !Number.isNaN(number)).sort()
  const distinct = numbers.filter((number, index) => index === 0 || number !== numbers[index - 1])
  const isText = (text: string, entry: number) => text !== '' && Number.isNaN(found[entry])
  const words = new Set(texts.filter(isText).map((text) => text.toLowerCase()))
  const wordRanks = new Map([...words].sort().map((word, index) => [word, distinct.length + index]))
  const count = distinct.length + words.size
  const ranks = found.map((number, entry) => {
    if (!Number.isNaN(number)) return findIndex(distinct, number)
    return wordRanks.get((texts[entry] as string).toLowerCase()) ?? count
  })
  return { ranks: new Uint32Array(ranks), count }
}

/** The index of a number that is among these in ascending order. */
function findIndex(numbers: Float64Array, wanted: number): number {
  let [low, high] = [0, numbers.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] as number) < wanted) low = middle + 1
    else high = middle
  }
  return low
}

/** The first number of an answer; NaN without one. A regular expression would create a list for each answer. */
function findNumber(text: string): number {
  let start = 0
  while (start < text.length && !isDigit(text, start)) start += 1
  if (start === text.length) return Number.NaN
  let end = skipDigits(text, start)
  if ((text[end] === '.' || text[end] === ',') && isDigit(text, end + 1)) end = skipDigits(text, end + 1)
  const number = Number(text.slice(start, end).replace(',', '.'))
  return text[start - 1] === '-' ? -number : number
}

function skipDigits(text: string, from: number): number {
  let end = from
  while (isDigit(text, end)) end += 1
  return end
}

function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  return code >= 48 && code <= 57
}
