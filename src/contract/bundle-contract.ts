import * as z from 'zod/mini'
import { correctionList } from './correction-contract.ts'
import { leaderboard, leaderboardHistory } from './leaderboard-contract.ts'
import { maxTierLines } from './limits.ts'
import { lockedChange } from './locked-change-contract.ts'
import { hash, poolSeal } from './seal-contract.ts'
import { player } from './tournament-contract.ts'
import { id, instant } from './values.ts'

/** The version of the rules that places follow from. A change of scoring raises it. */
export const rulesVersion = 1

const figure = z.nullable(z.int())
/** From the seal; null for an entry that was not in the pool at the start. */
const leaf = z.nullable(hash)

/** `GET /api/tournament/{id}/bundle`: all that the seal and the places follow from (docs/rules.md, 2.11). */
export const bundle = z.strictObject({
  rules: z.literal(rulesVersion),
  tournament: z.strictObject({ id, name: z.string(), start: instant, hasEnded: z.boolean() }),
  seal: z.nullable(poolSeal),
  players: z.array(player).check(z.maxLength(4 * maxTierLines)),
  corrections: correctionList,
  scores: z.nullable(leaderboard),
  /** Every version of the scores, as in the history. Bundles from before versions were recorded have none. */
  records: z._default(leaderboardHistory.shape.records, []),
  /** Without picks. */
  withdrawn: z.array(
    z.strictObject({ id, name: z.string(), by: z.nullable(z.string()), reason: z.nullable(z.string()), leaf }),
  ),
  /** What was changed after the lock, oldest first. Bundles from before this was recorded have none. */
  lockedChanges: z._default(z.array(lockedChange), []),
  /** As the pool lists them. */
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
