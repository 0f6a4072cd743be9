import { isOpenForEntries, type StartTimes } from './tournament/tournament.ts'

/** An invitation link to a tournament (docs/rules.md, 11.6). */
export type InvitationTerms = {
  /** ISO 8601, UTC. Null: until the tournament's start or, for watchers, until it is revoked. */
  readonly expiresAt: string | null
  /** How many accounts it can create. Null: no limit. */
  readonly maxUses: number | null
  readonly uses: number
  readonly revokedAt: string | null
  /** Whether the link is for people who only watch. It then works after the start too. */
  readonly isForWatchers: boolean
  readonly tournament: StartTimes & { readonly active: boolean }
}

/** `entries-closed`: the tournament has started or ended. */
export type InvitationState = 'usable' | 'revoked' | 'entries-closed' | 'expired' | 'used-up'

/** The state of an invitation at a time. A used-up link still leads people who have an account into the pool. */
export function toInvitationState(
  { expiresAt, maxUses, uses, revokedAt, isForWatchers, tournament }: InvitationTerms,
  now: Date,
): InvitationState {
  if (revokedAt !== null) return 'revoked'
  if (!isForWatchers && !isOpenForEntries(tournament, now)) return 'entries-closed'
  if (expiresAt !== null && Date.parse(expiresAt) <= now.getTime()) return 'expired'
  return maxUses !== null && uses >= maxUses ? 'used-up' : 'usable'
}
