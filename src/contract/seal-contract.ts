import * as z from 'zod/mini'
import { instant } from './values.ts'

export const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex'))

/** The Merkle root over all entries of a tournament at its start (docs/rules.md, 2.10). */
export const poolSeal = z.strictObject({
  root: hash,
  /** The root as four words and eight hex digits. */
  words: z.string(),
  /** The number of sealed entries. */
  size: z.int(),
  sealedAt: instant,
})

/** `GET /api/tournament/{id}/seal/{entryId}`: shows that an entry is under the root (RFC 9162, 2.1.3). */
export const entryProof = z.object({
  leaf: hash,
  /** From 0. */
  position: z.int(),
  size: z.int(),
  path: z.readonly(z.array(hash)),
  seal: poolSeal,
})

export type EntryProof = z.infer<typeof entryProof>
