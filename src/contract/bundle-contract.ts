import * as z from 'zod/mini'
import { leaderboard, leaderboardHistory } from './leaderboard-contract.ts'
import { maxTierLines } from './limits.ts'
import { lockedChange } from './locked-change-contract.ts'
import { scoreCorrectionList } from './score-correction-contract.ts'
import { hash, poolSeal, receiptKey } from './seal-contract.ts'
import { player } from './tournament-contract.ts'
import { id, instant } from './values.ts'

/** The version of the rules that places follow from. A change of scoring raises it. */
export const rulesVersion = 1

/** The version of the file. A file without a version has format 1 (`bundle-format-1.ts`). */
export const bundleFormat = 2

const figure = z.nullable(z.int())
/** A leaf of the seal; null for an entry that was not in the pool at the start. */
const leaf = z.nullable(hash)

/** `GET /api/tournament/{id}/bundle`: all that the seal and the places follow from (docs/proof.md, 6). */
export const bundle = z.strictObject({
  format: z.literal(bundleFormat),
  rules: z.literal(rulesVersion),
  tournament: z.strictObject({
    id,
    name: z.string(),
    start: instant,
    questions: z.tuple([z.string(), z.string()]),
    hasEnded: z.boolean(),
    /** Why it has no places although it has ended; null otherwise. */
    cancelledReason: z.nullable(z.string()),
  }),
  /** `head`: what format 2 covers besides the entries (docs/proof.md, 3); null in format 1. */
  seal: z.nullable(z.strictObject({ ...poolSeal.shape, head: z.nullable(z.string()) })),
  /** The keys of `GET /api/receiptKeys`. */
  receiptKeys: z.array(receiptKey),
  /** The golfers of the tiers. Under a seal of format 2, they have the names of the start. */
  players: z.array(player).check(z.maxLength(4 * maxTierLines)),
  corrections: scoreCorrectionList,
  scores: z.nullable(leaderboard),
  /** The withdrawn entries, without picks. `by` is the organiser who has removed one. */
  withdrawn: z.array(
    z.strictObject({
      id,
      name: z.string(),
      at: z.nullable(instant),
      by: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      leaf,
    }),
  ),
  /** The changes after the lock, oldest first (docs/rules.md, 2.12). */
  lockedChanges: z.array(lockedChange),
  /** Every version of the scores up to `scores`, as in the history. */
  records: leaderboardHistory.shape.records,
  /** The entries in the order of the pool. */
  entries: z.array(
    z.strictObject({
      name: z.string(),
      /** The text that the leaf is made from. */
      content: z.string(),
      leaf,
      /** Place, score to par and strokes of the three entries; empty without scores. After the end, the final places. */
      results: z.array(z.tuple([figure, figure, figure])),
    }),
  ),
  /** The SHA-256 of the text before this property. */
  digest: hash,
})

export type Bundle = z.infer<typeof bundle>
