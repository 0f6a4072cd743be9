import { rootOf } from '#domain/seal/merkle-tree.ts'
import { toSealWords } from '#domain/seal/seal-words.ts'
import { leafOf, leafOfText } from '#domain/seal/sealed-entry.ts'
import { type SealedGolfer, type SealedHead, toSealedTiers } from '#domain/seal/sealed-head.ts'
import { tierNames } from '#domain/tournament/tournament.ts'
import { sha256Hex } from '#server/platform/secrets/sha256.ts'
import type { ReadBundle } from './bundle-format-1.ts'
import { describeBundled, describeEntry, type Evidence } from './evidence.ts'
import { type Finding, note, open, wrong } from './finding.ts'

const isAnother = 'The seal is not that of the entries in the file.'

/** The entries with their leaves, and all leaves with the seal. */
export function checkSeal({ bundle, entries, unreadable, head }: Evidence): Finding[] {
  const { seal, withdrawn } = bundle
  const findings = unreadable.map((name) => wrong(`The content of an entry of ${name} cannot be read.`))
  for (const entry of entries) {
    const { leaf, parsed } = entry
    if (leaf === null && seal)
      findings.push(wrong(`${describeBundled(entry)} counts, but was not in the pool at the start.`))
    if (leaf !== null && leafOf(parsed, sha256Hex) !== leaf)
      findings.push(wrong(`${describeBundled(entry)} is not what it was at the start.`))
  }
  const all = [...withdrawn, ...entries.map(({ name, leaf, parsed }) => ({ id: parsed.entry, name, leaf }))]
  for (const [first, second] of findDoubled(all, ({ id }) => id))
    findings.push(wrong(`${describeEntry(second)} is listed twice, the first time as that of ${first.name}.`))
  const leaves = all.toSorted((a, b) => a.id - b.id).flatMap(({ leaf }) => leaf ?? [])
  if (!seal) {
    if (leaves.length > 0) findings.push(wrong('There are sealed entries, but no seal.'))
    const why = 'the tournament had started before the pool had seals, or nobody had entered'
    return [...findings, open(`There is no seal (${why}): nothing shows that the entries are those of the start.`)]
  }
  if (seal.format === 2 && head === undefined)
    findings.push(wrong('What the seal covers besides the entries cannot be read.'))
  if (seal.format === 1 && seal.head !== null) findings.push(wrong('A seal of format 1 covers the entries alone.'))
  if (seal.format === 1)
    findings.push(note('The seal is of format 1: it does not cover name, start, questions and tiers.'))
  const first = seal.head === null ? [] : [leafOfText(seal.head, sha256Hex)]
  if (leaves.length !== seal.size)
    findings.push(wrong(`${isAnother} It is over ${seal.size} entries, and the file has ${leaves.length} of them.`))
  if (rootOf([...first, ...leaves], sha256Hex) !== seal.root) findings.push(wrong(`${isAnother} Its root is another.`))
  if (toSealWords(seal.root) !== seal.words)
    findings.push(wrong(`${isAnother} Its words are “${toSealWords(seal.root)}”, not “${seal.words}”.`))
  return findings
}

/** Tournament, tiers and keys with what the seal covers besides the entries. */
export function checkHead({ bundle, head }: Evidence): Finding[] {
  const { tournament, players, seal } = bundle
  const doubled = [...findDoubled(players, ({ espnId }) => espnId)]
  const findings = doubled.map(([, { name, espnId }]) => wrong(`The golfer ${name} (${espnId}) is in the tiers twice.`))
  if (!head || !seal) return findings
  const compare = (what: string, given: unknown, sealed: unknown) => {
    if (JSON.stringify(given) !== JSON.stringify(sealed))
      findings.push(wrong(`${what} is ${JSON.stringify(given)}, and the seal has ${JSON.stringify(sealed)}.`))
  }
  compare('The id of the tournament', tournament.id, head.tournament)
  compare('The start', tournament.start, head.start)
  compare('The time of the seal', seal.sealedAt, head.sealedAt)
  compare('The first question', tournament.questions?.[0], head.questions[0])
  compare('The second question', tournament.questions?.[1], head.questions[1])
  return [...findings, ...findTierProblems(bundle, head), ...findKeyProblems(bundle, head)]
}

function findTierProblems({ players }: ReadBundle, head: SealedHead): Finding[] {
  const findings: Finding[] = []
  const given = toSealedTiers(players)
  for (const [tier, golfers] of head.tiers.entries()) {
    const about = `Tier ${tierNames[tier]}`
    const listed = given[tier] ?? []
    if (listed.length !== golfers.length)
      findings.push(wrong(`${about} has ${listed.length} golfers, and the seal has ${golfers.length}.`))
    const index = golfers.findIndex((golfer, order) => !isSame(golfer, listed[order]))
    if (index >= 0 && index < listed.length)
      findings.push(
        wrong(`${about}: golfer ${index + 1} is ${toText(listed[index])}, and the seal has ${toText(golfers[index])}.`),
      )
  }
  let previous = { tier: -1, order: -1 }
  for (const { name, tier, order, rank, finishes } of players) {
    if (rank !== undefined || finishes !== undefined)
      findings.push(wrong(`${name} has a rank or finishes, which no seal covers.`))
    const expected = tier === previous.tier ? previous.order + 1 : 0
    if (tier < previous.tier || order !== expected)
      findings.push(wrong(`${name} is number ${order + 1} of tier ${tierNames[tier]} in the file, out of order.`))
    previous = { tier, order }
  }
  for (const [, { name, id }] of findDoubled(players, ({ id }) => id))
    findings.push(wrong(`The golfer ${name} has the id of another one, ${id}.`))
  return findings
}

/** The receipt keys under the seal must be in the file. Keys that were made later may be added. */
function findKeyProblems({ receiptKeys, seal }: ReadBundle, head: SealedHead): Finding[] {
  const known = new Set(receiptKeys.map(({ x }) => x))
  const findings = head.receiptKeys
    .filter((key) => !known.has(key))
    .map((key) => wrong(`The key of receipts ${key} is under the seal, and not in the file.`))
  for (const [, { x }] of findDoubled(receiptKeys, ({ x }) => x))
    findings.push(wrong(`The key of receipts ${x} is listed twice.`))
  for (const [index, { x, madeAt, revokedAt }] of receiptKeys.entries()) {
    const isSealed = head.receiptKeys.includes(x)
    const sealedAt = seal?.sealedAt ?? ''
    if (isSealed ? madeAt > sealedAt : madeAt < sealedAt)
      findings.push(
        wrong(`The key of receipts ${x} was made at ${madeAt}, which does not fit the seal of ${sealedAt}.`),
      )
    if ((receiptKeys[index + 1]?.madeAt ?? '') > madeAt)
      findings.push(wrong(`The keys of receipts are out of order at ${x}.`))
    if (revokedAt !== null && revokedAt < madeAt)
      findings.push(wrong(`The key of receipts ${x} was revoked before it was made.`))
    if (revokedAt !== null) findings.push(note(`The key of receipts ${x} was revoked at ${revokedAt}.`))
  }
  return findings
}

const isSame = (a: SealedGolfer, b: SealedGolfer | undefined) => a[0] === b?.[0] && a[1] === b[1]

const toText = (golfer: SealedGolfer | undefined) => (golfer ? `${golfer[1]} (${golfer[0]})` : 'nobody')

/** Pairs of items with the same key, the earlier one first. */
export function* findDoubled<T>(items: readonly T[], toKey: (item: T) => unknown): Generator<[T, T]> {
  const seen = new Map<unknown, T>()
  for (const item of items) {
    const first = seen.get(toKey(item))
    if (first === undefined) seen.set(toKey(item), item)
    else yield [first, item]
  }
}
