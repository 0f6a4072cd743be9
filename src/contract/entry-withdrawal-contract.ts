import * as z from 'zod/mini'
import { person } from './admin-contract.ts'
import { id, instant, plainText, queryFlag } from './values.ts'

/** Entry records that do not count (docs/rules.md, 2.8). Nothing here has picks. */

const entryState = z.enum([
  'entered',
  /** Withdrawn by its owner. */
  'withdrawn',
  /** An organiser has removed it: the owner cannot enter again until one allows it. */
  'removed',
  /** Withdrawn, and nobody can take it back, because the account has been merged. */
  'closed',
])

const withdrawal = {
  state: entryState,
  at: z.nullable(instant),
  /** The organiser who has removed it. */
  by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
}

/** `GET /api/entry/withdrawal/{tournamentId}`: the caller's withdrawn entry; null if they have none. */
export const ownEntryWithdrawal = z.nullable(z.object(withdrawal))

/** `POST /api/entry/withdrawal/{tournamentId}`: withdraws the caller's entry, or takes it back. */
export const ownEntryWithdrawalChange = z.strictObject({ isWithdrawn: z.boolean() })

/** `GET /api/admin/tournamentUsers/{tournamentId}`: the users with an entry, by name; on request also with a withdrawn one. */
const entrant = z.object({
  ...person.shape,
  entryId: id,
  ...withdrawal,
  /** When an organiser marked the entrant as having paid (docs/rules.md, 13.1); `paidTo` is that organiser. */
  paidAt: z.nullable(instant),
  paidTo: z.nullable(z.string()),
})
export const entrantList = z.array(entrant)
export const entrantQuery = z.object({ includeWithdrawn: queryFlag })

/** `POST /api/admin/tournamentUsers/{tournamentId}`. */
export const entrantChange = z.union([
  z.strictObject({ entryId: id, change: z.literal('remove'), reason: plainText(200, 'is required') }),
  /** Undoes a removal, or lets the owner decide whether they enter again. */
  z.strictObject({ entryId: id, change: z.enum(['undo', 'allow']) }),
])

export type OwnEntryWithdrawal = z.infer<typeof ownEntryWithdrawal>
export type ListedEntrant = z.infer<typeof entrant>
export type EntrantChange = z.infer<typeof entrantChange>
