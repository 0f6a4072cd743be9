import type { SealedContent } from '#domain/seal/sealed-entry.ts'
import type { Entry } from '#domain/tournament/tournament.ts'
import { deriveSalt } from './entry-salt.ts'

/** What receipt, seal and bundle have of an entry. `espnIds`: of the golfers, by id. */
export function toSealedContent(entry: Entry, espnIds: ReadonlyMap<number, string>, auditKey: string): SealedContent {
  const { id, version, selections, tiebreakers: answers } = entry
  const picks = selections.map(({ playerId }) => espnIds.get(playerId) ?? '')
  return { entry: id, version, picks, answers, salt: deriveSalt(auditKey, entry) }
}
