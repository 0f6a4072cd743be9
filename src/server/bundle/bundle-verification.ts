import { type Bundle, bundle, rulesVersion } from '#contract/bundle-contract.ts'
import { createPool } from '#domain/entries/pool.ts'
import { applyRecord, type Board, type BoardRecord } from '#domain/history/board-history.ts'
import { listEntryResults } from '#domain/results/results.ts'
import { rootOf } from '#domain/seal/merkle-tree.ts'
import { toSealWords } from '#domain/seal/seal-words.ts'
import { leafOf, readContent, type SealedContent } from '#domain/seal/sealed-entry.ts'
import { scorePool } from '#domain/standings/standings.ts'
import { entryNumberOfPick, tierOfPick } from '#domain/tournament/tournament.ts'
import { sha256Hex } from '../sha256.ts'

/** The file is not a bundle that this program can verify; the message says why. */
export class BundleError extends Error {}

export type BundleVerdict = {
  readonly bundle: Bundle
  /** What does not fit together, in sentences. */
  readonly problems: readonly string[]
}

type BundleEntry = Bundle['entries'][number] & { readonly parsed: SealedContent }

/** Recomputes the seal and the places of a bundle from its own content. Throws `BundleError`. */
export function verifyBundle(bytes: Uint8Array): BundleVerdict {
  const text = decode(bytes)
  const read = parse(text)
  const problems = findChangedText(text, read) ? ['The file was changed after the pool wrote it.'] : []
  const entries: BundleEntry[] = []
  for (const entry of read.entries) {
    const parsed = readContent(entry.content)
    if (parsed) entries.push({ ...entry, parsed })
    else problems.push(`The content of an entry of ${entry.name} cannot be read.`)
  }
  problems.push(...entries.flatMap((entry) => findSealProblem(entry, read)), ...findRootProblems(read, entries))
  return {
    bundle: read,
    problems: [
      ...problems,
      ...findResultProblems(read, entries),
      ...findCorrectionProblems(read),
      ...findRecordProblems(read),
    ],
  }
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    throw new BundleError('It is compressed. A bundle is not; the attachment of an audit email cannot be verified.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BundleError('It is not a text.')
  }
}

function parse(text: string): Bundle {
  if (/^"?Tournament id"?,/.test(text))
    throw new BundleError(
      'It is the attachment of an audit email, which earlier versions compared. Verify the bundle of the tournament instead.',
    )
  if (text.startsWith('Pos,'))
    throw new BundleError('It is the sheet of all picks. Verify the bundle of the tournament instead.')
  const value = parseJson(text)
  const { rules } = Object(value) as { rules?: unknown }
  if (typeof rules !== 'number') throw new BundleError('It is not a bundle.')
  if (rules !== rulesVersion)
    throw new BundleError(
      `It follows version ${rules} of the rules, and this program knows version ${rulesVersion}. Use the program of the pool’s version.`,
    )
  const { data, error } = bundle.safeParse(value)
  if (data) return data
  const [issue] = error.issues
  const what =
    issue?.code === 'unrecognized_keys' ? `the unknown field ${issue.keys.join(', ')}` : 'an impossible value'
  throw new BundleError(`It has ${what} in ${issue?.path.join('.') || 'its first level'}.`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BundleError(/\}\s*$/.test(text) ? 'It is not JSON.' : 'It is incomplete: download it again.')
  }
}

/** The digest, which comes last, is that of the text before it. */
function findChangedText(text: string, { digest }: Bundle): boolean {
  const end = `,"digest":"${digest}"}`
  const isLast = text.trimEnd().endsWith(end)
  return !isLast || sha256Hex(text.trimEnd().slice(0, -end.length)) !== digest
}

function describe({ name, parsed }: BundleEntry): string {
  return `Entry ${parsed.entry} of ${name}`
}

function findSealProblem(entry: BundleEntry, { seal }: Bundle): string[] {
  const { leaf, parsed } = entry
  if (leaf === null) return seal ? [`${describe(entry)} counts, but was not in the pool at the start.`] : []
  return leafOf(parsed, sha256Hex) === leaf ? [] : [`${describe(entry)} is not what it was at the start.`]
}

function findRootProblems({ seal, withdrawn }: Bundle, entries: readonly BundleEntry[]): string[] {
  const all = [...withdrawn, ...entries.map(({ leaf, parsed }) => ({ id: parsed.entry, leaf }))]
  const leaves = all.toSorted((a, b) => a.id - b.id).flatMap(({ leaf }) => leaf ?? [])
  if (!seal) return leaves.length > 0 ? ['There are sealed entries, but no seal.'] : []
  const isSame = leaves.length === seal.size && rootOf(leaves, sha256Hex) === seal.root
  return isSame && toSealWords(seal.root) === seal.words ? [] : ['The seal is not that of the entries in the file.']
}

/** Compares the places with those that the scores give. */
function findResultProblems({ tournament, players, scores }: Bundle, entries: readonly BundleEntry[]): string[] {
  const golfers = new Map(players.map((player) => [player.espnId, player]))
  const impossible = entries.filter(({ parsed }) =>
    parsed.picks.some((espnId, index) => golfers.get(espnId)?.tier !== tierOfPick(index)),
  )
  if (impossible.length > 0)
    return impossible.map((entry) => `${describe(entry)} has picks that the rules do not allow.`)
  const about = { ...tournament, espnId: '', active: !tournament.hasEnded, tiebreakers: ['', ''] as const, players }
  const compiled = entries.map(({ name, parsed: { entry: id, version, picks } }) => {
    const toSelection = (espnId: string, index: number) => ({
      playerId: golfers.get(espnId)?.id ?? 0,
      entryNumber: entryNumberOfPick(index),
    })
    return {
      id,
      userId: id,
      tournamentId: about.id,
      name,
      version,
      tiebreakers: [],
      selections: picks.map(toSelection),
    }
  })
  const expected = new Map<number, string>()
  try {
    const standings = scores && scorePool(createPool({ ...about, entries: compiled }), scores)
    for (const [index, { id }] of (standings?.pool.entries ?? []).entries())
      expected.set(id, JSON.stringify(standings && listEntryResults(standings, index)))
  } catch {
    return ['The scores cannot be those of golfers.']
  }
  return entries.flatMap((entry) => {
    const [given, wanted] = [JSON.stringify(entry.results), expected.get(entry.parsed.entry) ?? '[]']
    return given === wanted ? [] : [`${describe(entry)} has ${given}, and the scores give ${wanted}.`]
  })
}

/** While the tournament is played, a correction can be newer than the scores. */
function findCorrectionProblems({ tournament, scores, corrections }: Bundle): string[] {
  const corrected = new Set(corrections.filter(({ endedAt }) => endedAt === null).map(({ espnId }) => espnId))
  const rows = tournament.hasEnded ? (scores?.golfersScores ?? []) : []
  return rows
    .filter(({ espnId, correction }) => (correction !== null) !== corrected.has(espnId))
    .map(({ fullName }) => `The scores of ${fullName} do not fit the corrections.`)
}

/** The scores are one of the recorded versions; while the tournament is played, there can be newer ones. */
function findRecordProblems({ scores, records }: Bundle): string[] {
  let board: Board | null = null
  try {
    for (const record of records) {
      board = applyRecord(board, record as BoardRecord)
      if (board.version === scores?.version && JSON.stringify(board) === JSON.stringify(scores)) return []
    }
  } catch {
    return ['The recorded versions of the scores do not follow from one another.']
  }
  return board ? ['The scores are not those that were recorded.'] : []
}
