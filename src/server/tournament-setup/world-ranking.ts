import * as z from 'zod/mini'
import { FeedError } from '../feed/feed-error.ts'
import { getJson } from '../feed/json-request.ts'
import { integer, lenient, listOf, text } from '../feed/lenient-schemas.ts'
import type { RankedName } from './ranked-names.ts'

/** The maximum number of golfers read from a ranking; one thousand is usual. */
const maxNames = 5000
const maxNameLength = 100
const limits = { deadlineMs: 8000, maxBytes: 4 * 2 ** 20, source: 'The world ranking' }

const rankingBody = lenient({
  rankingsList: listOf(
    lenient({ rank: integer, player: lenient({ fullName: text, firstName: text, lastName: text }) }),
  ),
})

/** Fetches the ranking from the address that the operator has set. Throws `FeedError`. */
export async function fetchWorldRanking(address: string, deadlineMs = limits.deadlineMs): Promise<RankedName[]> {
  return parseWorldRanking(await getJson(new URL(address), { ...limits, deadlineMs }))
}

/** The ranked golfers in a response of the ranking. Throws `FeedError` if there is none. */
export function parseWorldRanking(body: unknown): RankedName[] {
  const { rankingsList } = z.parse(rankingBody, body)
  const names = rankingsList.slice(0, maxNames).flatMap(({ rank, player }): RankedName[] => {
    const name = player.fullName || `${player.firstName} ${player.lastName}`.trim()
    return rank === null || rank < 1 || name === '' || name.length > maxNameLength ? [] : [{ rank, name }]
  })
  if (names.length === 0) throw new FeedError('invalid', 'The world ranking has no names.')
  return names
}
