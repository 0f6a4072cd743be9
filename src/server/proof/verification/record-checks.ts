import { toParText } from '#domain/field/field.ts'
import { applyRecord, type Board } from '#domain/history/board-history.ts'
import { digestOfScores } from '#domain/seal/sealed-head.ts'
import { sha256Hex } from '#server/platform/secrets/sha256.ts'
import { type Evidence, listRecordsOf } from './evidence.ts'
import { type Finding, note, open, wrong } from './finding.ts'
import { findRowFaults } from './row-checks.ts'
import { findDoubled } from './seal-checks.ts'

/** A time may go back by so much: servers that take turns have clocks of their own. */
const maxClockDifferenceMs = 60_000
/** More than any event has. It bounds the work for each version. */
const maxGolfers = 1000

/** The versions of the scores, rebuilt one after another. Throws if they do not follow from one another. */
function* replay({ bundle }: Evidence): Generator<Board> {
  let board: Board | null = null
  for (const record of listRecordsOf(bundle)) {
    board = applyRecord(board, record)
    if (board.golfersScores.length > maxGolfers) throw new RangeError(`more than ${maxGolfers} golfers`)
    yield board
  }
}

/** One after another, for the versions of the scores in order. Work for each version is linear in its rows. */
export type VersionCheck = { add(board: Board): void; end(): Finding[] }

/** Feeds each check with every version, and with the scores alone where no version is recorded. */
export function checkVersions(evidence: Evidence, checks: readonly VersionCheck[]): Finding[] {
  const { scores, records } = evidence.bundle
  let last: Board | undefined
  try {
    for (const board of replay(evidence)) {
      for (const check of checks) check.add(board)
      last = board
    }
  } catch (error) {
    const after = last ? `after version ${last.version}` : 'from the first on'
    const why = error instanceof Error ? error.message : String(error)
    return [wrong(`The recorded versions of the scores do not follow from one another ${after}: ${why}`)]
  }
  if (records.length === 0 && scores) for (const check of checks) check.add(scores as Board)
  return checks.flatMap((check) => check.end())
}

/** The scores with the last recorded version, and what should have been recorded with what was. */
export function createRecordCheck({ bundle, head }: Evidence): VersionCheck {
  const { scores, seal, records, tournament, format } = bundle
  const findings: Finding[] = []
  let first: Board | undefined
  let last: Board | undefined
  let isSealedVersionFound = false

  function findOrderProblems(board: Board, previous: Board): void {
    const about = `Version ${board.version} of the scores`
    if (board.version <= previous.version)
      findings.push(wrong(`${about} follows version ${previous.version}: versions must rise.`))
    else if (board.version > previous.version + 1)
      findings.push(wrong(`${about} follows version ${previous.version}: those between are missing.`))
    if (Date.parse(board.timeStamp) < Date.parse(previous.timeStamp) - maxClockDifferenceMs)
      findings.push(wrong(`${about} is from ${board.timeStamp}, before the one that it follows.`))
  }

  function findFirstProblems(board: Board): void {
    const { version, timeStamp, golfersScores } = board
    const said = `The scores are recorded from version ${version} (${timeStamp}) on`
    const sealed = head?.scores
    if (sealed && !isSealedVersionFound)
      findings.push(wrong(`Version ${sealed.version} of the scores, which the seal covers, is not recorded.`))
    if (head && !sealed && version > 1) findings.push(wrong(`${said}: what comes before is missing.`))
    if (seal && timeStamp <= seal.sealedAt) return
    const isUnrecorded = golfersScores.some(({ total }) => total > 0)
    if (isUnrecorded || (!head && version > 1))
      findings.push(open(`${said}: what golfers had scored before was not recorded.`))
    else findings.push(note(`${said}, after the lock.`))
  }

  return {
    add(board) {
      if (records.length === 0) return
      if (last) findOrderProblems(board, last)
      if (board.version === head?.scores?.version && !isSealedVersionFound) {
        isSealedVersionFound = true
        if (digestOfScores(board, sha256Hex) !== head.scores.digest)
          findings.push(wrong(`Version ${board.version} of the scores is not what it was at the lock.`))
      }
      first ??= board
      last = board
    },
    end() {
      if (!first || !last) {
        if (scores) findings.push((head ? wrong : open)('No version of the scores is recorded.'))
        else if (head?.scores)
          findings.push(wrong(`Version ${head.scores.version} of the scores, which the seal covers, is not recorded.`))
        return findings
      }
      findFirstProblems(first)
      const count = last.version - first.version + 1
      findings.push(note(`${count} versions of the scores are recorded, to ${last.timeStamp}.`))
      // A file of format 1 can have later ones, which came while it was written.
      if (scores && format === 1 && last.version > scores.version) return findings
      if (scores && JSON.stringify(last) !== JSON.stringify(scores))
        findings.push(...findDifferences(last, scores as Board))
      if (scores && tournament.hasEnded && first === last && scores.event.completed && !head?.scores)
        findings.push(open('Only one version of the scores is recorded, of a whole event.'))
      return findings
    },
  }
}

/** The differences between the scores and the last recorded version. */
function findDifferences(recorded: Board, scores: Board): Finding[] {
  const about = 'The scores are not those that were recorded'
  const { golfersScores: rows, ...rest } = recorded
  const findings: Finding[] = []
  for (const [field, value] of Object.entries(rest)) {
    const given = scores[field as keyof Board]
    if (JSON.stringify(given) !== JSON.stringify(value))
      findings.push(
        wrong(`${about}: ${field} is ${JSON.stringify(given)}, and the record has ${JSON.stringify(value)}.`),
      )
  }
  const known = new Map(rows.map((row) => [row.espnId, row]))
  for (const row of scores.golfersScores) {
    const other = known.get(row.espnId)
    known.delete(row.espnId)
    if (!other) findings.push(wrong(`${about}: ${row.fullName} (${row.espnId}) is not in the record.`))
    else if (JSON.stringify(row) !== JSON.stringify(other)) {
      const fields = (Object.keys(other) as (keyof typeof other)[]).filter(
        (field) => JSON.stringify(row[field]) !== JSON.stringify(other[field]),
      )
      findings.push(wrong(`${about}: ${other.fullName} has another ${fields.join(', ')}.`))
    }
  }
  for (const { fullName, espnId } of known.values())
    findings.push(wrong(`${about}: ${fullName} (${espnId}) is missing.`))
  return findings.length > 0 ? findings : [wrong(`${about}: the golfers are in another order.`)]
}

/** Each row and each version for itself. A row that has not changed was checked before. */
export function createRowCheck(): VersionCheck {
  const findings: Finding[] = []
  let seen = new Set<unknown>()
  let par: number | undefined

  return {
    add(board) {
      const { version, event, golfersScores, cutline, currentRound } = board
      const about = `Version ${version} of the scores`
      const isOfSameEvent = par === undefined || par === event.par
      par = event.par
      for (const golfer of golfersScores) {
        if (seen.has(golfer) && isOfSameEvent) continue
        for (const fault of findRowFaults(golfer, board))
          findings.push(wrong(`${about}, ${golfer.fullName}: ${fault}.`))
      }
      seen = new Set(golfersScores)
      for (const [, { fullName, espnId }] of findDoubled(golfersScores, ({ espnId }) => espnId))
        findings.push(wrong(`${about} lists ${fullName} (${espnId}) twice.`))
      let index = -1
      for (const golfer of golfersScores) {
        const isListed = golfer.index >= 0
        if (isListed && golfer.index <= index) findings.push(wrong(`${about}: ${golfer.fullName} is out of order.`))
        if (isListed) index = golfer.index
      }
      if (cutline && cutline.displayValue !== toParText(cutline.value))
        findings.push(wrong(`${about}: the cut line is “${cutline.displayValue}”, and its value is ${cutline.value}.`))
      if (currentRound < 0 || currentRound > 5) findings.push(wrong(`${about} is of round ${currentRound}.`))
    },
    end: () => findings,
  }
}
