import * as z from 'zod/mini'
import { lockedChangeKinds, lockedDetailFields } from '#domain/tournament/locked-change.ts'
import { id, instant } from './values.ts'

/** A change after the lock, as everybody sees it: what was done, when, by whom and why (docs/rules.md, 2.12). */
export const lockedChange = z.object({
  kind: z.enum(lockedChangeKinds),
  at: instant,
  /** The name of who did it; null if nobody did. */
  by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** The entry record that was removed, restored or merged, with its owner's name; null for a change of details. */
  entry: z.nullable(z.object({ id, name: z.string() })),
  /** Null unless `kind` is `details-changed`. Empty texts stand for nothing. */
  details: z.nullable(
    z.readonly(z.array(z.object({ field: z.enum(lockedDetailFields), before: z.string(), after: z.string() }))),
  ),
})
