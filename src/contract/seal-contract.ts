import * as z from 'zod/mini'
import { sealFormats } from '#domain/tournament/seal-format.ts'
import { instant } from './values.ts'

export const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex'))

/** The Merkle root over all entries of a tournament at its start (docs/rules.md, 2.10). */
export const poolSeal = z.strictObject({
  /** 1: over the entries; 2: also over what else was decided at the start (docs/proof.md, 3). */
  format: z.literal(sealFormats),
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
  /** The index of the leaf in the tree. In format 2, leaf 0 is the head and not an entry. */
  position: z.int(),
  /** The number of leaves. */
  size: z.int(),
  path: z.readonly(z.array(hash)),
  seal: poolSeal,
})

/** A key that receipts are signed with: the public half as a JSON Web Key (RFC 8037), Ed25519. */
export const receiptKey = z.strictObject({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string().check(z.regex(/^[\w-]{43}$/, 'must be an Ed25519 key in base64url')),
  madeAt: instant,
  /** Somebody may have had a copy: a signature with it shows nothing. Null unless an operator has revoked it. */
  revokedAt: z.nullable(instant),
})

/** `GET /api/receiptKeys`: newest first; receipts are signed with the first. */
export const receiptKeyList = z.object({ keys: z.array(receiptKey) })

export type ReceiptKey = z.infer<typeof receiptKey>
export type EntryProof = z.infer<typeof entryProof>
