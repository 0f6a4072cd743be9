import { readFee } from '#domain/payments/fee.ts'
import { toTiedText } from '#domain/results/prize-order.ts'
import { type FinalPlaces, toFinalPlaces } from '#domain/results/results.ts'
import { noAnswers, type Tiebreakers } from '#domain/tournament/tournament.ts'
import type { Result, ResultNotification } from '#server/messages/notifications/results.ts'
import type { Db } from '#server/platform/db/database.ts'
import { setTournament } from '#server/pool/tournaments/tournament-store.ts'
import { listClosingPlaces, saveResults } from './results-store.ts'
import { addAnswersChange } from './tie-decision.ts'

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

/** The places that messages name: each entry record's own with "T" where it is shared, and the lines of the first ten. */
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

type ResultReplacement = {
  readonly places: readonly FinalPlaces[]
  /** The tie decision that stays, '' while a shared first place is undecided; undefined without a shared first place. */
  readonly decision: string | undefined
  /** The true answers that stay: none if they decide about prizes, and others tie for one now (docs/rules.md, 13.2). */
  readonly trueAnswers: Tiebreakers | undefined
  /** What organisers have decided about ties is cleared. */
  readonly clearsTies: boolean
  /** The result that people are told of; null if they have been sent the same. */
  readonly news: Result | null
}

/** Computes the places, the tie decision and the news that replace the earlier result. Writes nothing. */
export function toResultReplacement(result: Result, before: readonly FinalPlaces[]): ResultReplacement {
  const { tournament, standings } = result
  const places = standings ? toFinalPlaces(standings).toSorted((a, b) => a.entryId - b.entryId) : []
  const winners = listWinners(places)
  const isKept = tournament.active || listWinners(before).join() === winners.join()
  const decision = winners.length > 1 ? (isKept && tournament.decision) || '' : undefined
  const areAnswersKept = tournament.active || !hasOtherTies(tournament, before, places)
  const trueAnswers = standings !== null && areAnswersKept ? tournament.trueAnswers : undefined
  const isCleared = (was: unknown, is: unknown) => was !== undefined && was !== '' && was !== is
  const clearsTies = isCleared(tournament.decision, decision) || isCleared(tournament.trueAnswers, trueAnswers)
  const isNews = standings === null || (before.length > 0 && isOtherResult(before, places))
  const news = isNews ? { ...result, tournament: { ...tournament, decision, trueAnswers } } : null
  return { places, decision, trueAnswers, clearsTies, news }
}

/** Whether the answers decide about prizes, and others tie for one now. */
function hasOtherTies(
  { fee }: Result['tournament'],
  before: readonly FinalPlaces[],
  now: readonly FinalPlaces[],
): boolean {
  if (!fee?.tiesByAnswers) return false
  const { payouts } = readFee(fee)
  return toTiedText(before, payouts) !== toTiedText(now, payouts)
}

/**
 * Saves the places, forgets what was decided about other winners, and tells those who were sent another result, or that
 * there is none. Call it in a transaction that has locked the tournament.
 */
export async function replaceResult(
  trx: Db,
  result: Result,
  { now, notifyOfResult, userId }: { now: Date; notifyOfResult: ResultNotification; userId: number },
): Promise<readonly FinalPlaces[]> {
  const { id } = result.tournament
  const {
    places,
    decision,
    trueAnswers = noAnswers,
    news,
  } = toResultReplacement(result, await listClosingPlaces(trx, id))
  await saveResults(trx, id, places)
  await setTournament(trx, id, { decision: decision ?? null })
  if (result.tournament.trueAnswers !== undefined && trueAnswers === noAnswers) {
    await setTournament(trx, id, { true_answers: null })
    await addAnswersChange(trx, result.tournament, { answers: noAnswers, userId, now })
  }
  if (news) await notifyOfResult(trx, news, now)
  return places
}
