import { toSealWords } from '#domain/seal/seal-words.ts'
import type { ReadBundle } from './bundle-format-1.ts'
import { readBundle } from './bundle-reading.ts'
import { type Evidence, toEvidence } from './evidence.ts'
import { type Finding, open, wrong } from './finding.ts'
import { checkLockedChanges } from './lock-checks.ts'
import { checkVersions, createRecordCheck, createRowCheck } from './record-checks.ts'
import { checkResults } from './result-checks.ts'
import { createScoreCorrectionCheck } from './score-correction-checks.ts'
import { checkHead, checkSeal } from './seal-checks.ts'

export type BundleVerdict = {
  readonly bundle: ReadBundle
  /** The comparisons made, in words. */
  readonly compared: readonly string[]
  /** The contradictions found, in sentences. */
  readonly problems: readonly string[]
  /** Missing verifications: the evidence for them cannot be read or is absent. */
  readonly unverified: readonly string[]
  /** Facts that are right and that people should know. */
  readonly notes: readonly string[]
}

/** Each says what it compares. */
const checks: readonly { readonly compares: string; readonly run: (evidence: Evidence) => Finding[] }[] = [
  { compares: 'the entries with the seal', run: checkSeal },
  { compares: 'tournament, questions, tiers and keys with the seal', run: checkHead },
  { compares: 'the entries that do not count with the changes after the lock', run: checkLockedChanges },
  { compares: 'places, scores and order of the entries with the golfers’ scores', run: checkResults },
  {
    compares: 'every version of the scores with the next, each row, and the corrections',
    run: (evidence) =>
      checkVersions(evidence, [createRecordCheck(evidence), createRowCheck(), createScoreCorrectionCheck(evidence)]),
  },
]

/**
 * Recomputes what a bundle says from its own content (docs/proof.md, 7). `words`: those of the seal that somebody noted at the
 * lock. Throws `BundleError`.
 */
export function verifyBundle(bytes: Uint8Array, words?: string): BundleVerdict {
  const { read, findings: textFindings } = readBundle(bytes)
  const evidence = toEvidence(read)
  const findings = [...textFindings, ...checkWords(read, words), ...checks.flatMap(({ run }) => run(evidence))]
  const list = (kind: Finding['kind']) => [
    ...new Set(findings.filter((each) => each.kind === kind).map(({ text }) => text)),
  ]
  return {
    bundle: read,
    compared: checks.map(({ compares }) => compares),
    problems: list('wrong'),
    unverified: list('open'),
    notes: list('note'),
  }
}

/** Compares the words that somebody noted, even in capitals, with commas or without the digits. */
function checkWords({ seal }: ReadBundle, words: string | undefined): Finding[] {
  if (words === undefined) return []
  if (!seal) return [open('There is no seal to compare your words with.')]
  const noted = words.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const expected = toSealWords(seal.root).split(' ')
  const isSame =
    noted.length >= 4 && noted.length <= expected.length && noted.every((word, index) => word === expected[index])
  return isSame ? [] : [wrong(`The seal is “${expected.join(' ')}”, not the one that you noted, “${words}”.`)]
}
