import * as z from 'zod/mini'
import { type Bundle, bundle, rulesVersion } from '#contract/bundle-contract.ts'
import { hash, poolSeal } from '#contract/seal-contract.ts'
import { id, instant } from '#contract/values.ts'

const { scores, players, corrections, records, entries, digest } = bundle.shape
const { format: _, ...sealOfFormat1 } = poolSeal.shape
const withdrawal = { id, name: z.string(), by: z.nullable(z.string()), reason: z.nullable(z.string()) }

/** A bundle of format 1, which is the one without a number. */
export const bundleOfFormat1 = z.strictObject({
  rules: z.literal(rulesVersion),
  tournament: z.strictObject({ id, name: z.string(), start: instant, hasEnded: z.boolean() }),
  seal: z.nullable(z.strictObject(sealOfFormat1)),
  players,
  corrections,
  scores,
  records: z._default(records, []),
  withdrawn: z.array(z.strictObject({ ...withdrawal, leaf: z.nullable(hash) })),
  entries,
  digest,
})

/** A bundle as the checks read it. Fields that format 1 lacks are null or empty. */
export type ReadBundle = Omit<Bundle, 'format' | 'tournament'> & {
  readonly format: 1 | 2
  readonly tournament: Omit<Bundle['tournament'], 'questions'> & { readonly questions: readonly string[] | null }
}

/** Converts a bundle of format 1 to the form that the checks read. */
export function fromFormat1(read: z.infer<typeof bundleOfFormat1>): ReadBundle {
  return {
    ...read,
    format: 1,
    tournament: { ...read.tournament, questions: null, cancelledReason: null },
    seal: read.seal && { ...read.seal, format: 1, head: null },
    receiptKeys: [],
    withdrawn: read.withdrawn.map((entry) => ({ ...entry, at: null })),
    lockedChanges: [],
  }
}
