import { type FinalPlaces, toFinalPlaces } from '#domain/results/results.ts'
import type { Result, ResultNotification } from '#server/messages/notifications/results.ts'
import type { Db } from '#server/platform/db/database.ts'
import { setTournament } from '#server/pool/tournaments/tournament-store.ts'
import { listClosingPlaces, saveResults } from './results-store.ts'

/** The entry records that have the first place. */
function listWinners(places: readonly FinalPlaces[]): number[] {
  return places.filter((entry) => entry.places.includes(1)).map(({ entryId }) => entryId)
}

/** Everyone is sent the lines up to this place. */
const lastSharedPlace = 10

/**
 * Whether somebody who is in the result now was sent something else before: their own places, or the first ten. An entry
 * without a place is in nobody else's message, so it can leave without news.
 */
export function isOtherResult(before: readonly FinalPlaces[], now: readonly FinalPlaces[]): boolean {
  const [sent, current] = [toSentResult(before), toSentResult(now)]
  if (sent.firstPlaces !== current.firstPlaces) return true
  return [...current.own].some(([entryId, positions]) => positions !== sent.own.get(entryId))
}

/** What messages say about places: where each entry record is, alone or with others. */
function toSentResult(finalPlaces: readonly FinalPlaces[]) {
  const sharing = Map.groupBy(
    finalPlaces.flatMap(({ places }) => places),
    (place) => place,
  )
  const toPosition = (place: number | null) => {
    if (place === null) return 'out'
    return (sharing.get(place)?.length ?? 0) > 1 ? `T${place}` : String(place)
  }
  const own = new Map(finalPlaces.map(({ entryId, places }) => [entryId, places.map(toPosition).join()]))
  const first = finalPlaces.flatMap(({ entryId, places }) =>
    places.map((place, index) => (place !== null && place <= lastSharedPlace ? `${place}: ${entryId}.${index}` : '')),
  )
  const firstPlaces = first
    .filter((line) => line !== '')
    .toSorted()
    .join()
  return { own, firstPlaces }
}

/**
 * Saves the places, forgets what was decided about other winners, and tells those who were sent another result, or that
 * there is none. Call it in a transaction that has locked the tournament.
 */
export async function replaceResult(
  trx: Db,
  result: Result,
  { now, notifyOfResult }: { now: Date; notifyOfResult: ResultNotification },
): Promise<{ places: FinalPlaces[]; people: number }> {
  const { tournament, standings } = result
  const places = standings ? toFinalPlaces(standings).toSorted((a, b) => a.entryId - b.entryId) : []
  const before = await listClosingPlaces(trx, tournament.id)
  await saveResults(trx, tournament.id, places)
  const winners = listWinners(places)
  const isKept = tournament.active || listWinners(before).join() === winners.join()
  const decision = winners.length > 1 ? (isKept && tournament.decision) || '' : undefined
  await setTournament(trx, tournament.id, { decision: decision ?? null, ...(!standings && { true_answers: null }) })
  const isNews = standings === null || (before.length > 0 && isOtherResult(before, places))
  const people = isNews ? await notifyOfResult(trx, { ...result, tournament: { ...tournament, decision } }, now) : 0
  return { places, people }
}
