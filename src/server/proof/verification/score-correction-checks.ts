import type { Golfer } from '#domain/field/field.ts'
import type { Board } from '#domain/history/board-history.ts'
import { toCorrectedBoard } from '#domain/scores/corrected-field.ts'
import type { Evidence } from './evidence.ts'
import { type Finding, note, open, wrong } from './finding.ts'
import type { VersionCheck } from './record-checks.ts'
import {
  findValueFaults,
  type ListedScoreCorrection,
  listMarkedFields,
  toAppliedScoreCorrection,
} from './score-correction-values.ts'
import { findDoubled } from './seal-checks.ts'

/** Between a change of a correction and the version that shows it. */
const maxDelayMs = 60_000

type Marked = { first: number; last: number; count: number }

function describeCorrection({ id, golferName, by }: ListedScoreCorrection): string {
  return `Correction ${id} of ${golferName} by ${by}`
}

/** The list of corrections with the marks and values of every version, and with the scores that follow from them. */
export function createScoreCorrectionCheck({ bundle, head }: Evidence): VersionCheck {
  const { corrections, scores } = bundle
  const byMark = new Map(corrections.map((correction) => [toKey(correction.espnId, correction.at), correction]))
  const marked = new Map<ListedScoreCorrection, Marked>()
  const times: number[] = []
  /** The versions in which each golfer has a row, as the first and the last one. */
  const listed = new Map<string, { first: number; last: number }>()
  const findings: Finding[] = []
  let seen = new Set<unknown>()
  let last: Board | undefined

  function checkMark(board: Board, golfer: Golfer): void {
    const { correction: mark, espnId, fullName } = golfer
    if (!mark || seen.has(golfer)) return
    const about = `Version ${board.version} of the scores`
    const correction = byMark.get(toKey(espnId, mark.at))
    if (!correction) {
      findings.push(
        wrong(
          `The scores of ${fullName} do not fit the corrections: ${about.toLowerCase()} has one by ${mark.by} at ${mark.at}, “${mark.reason}”, and the list has not.`,
        ),
      )
      return
    }
    const { by, reason } = correction
    const name = describeCorrection(correction)
    const fields = listMarkedFields(correction)
    if (mark.by !== by) findings.push(wrong(`${name}: ${about.toLowerCase()} says that ${mark.by} made it.`))
    if (mark.reason !== reason)
      findings.push(wrong(`${name} says “${reason}”, and ${about.toLowerCase()} says “${mark.reason}”.`))
    if (mark.fields.join() !== fields.join())
      findings.push(
        wrong(`${name} is of ${fields.join(', ')}, and ${about.toLowerCase()} marks ${mark.fields.join(', ')}.`),
      )
    // A pool with a seal of format 1 may have versions from before the differences were stored.
    const isDifferenceMarked = head !== undefined
    for (const fault of findValueFaults(golfer, correction, isDifferenceMarked))
      findings.push(wrong(`${name}: in ${about.toLowerCase()}, ${fault}.`))
  }

  return {
    add(board) {
      const version = times.push(Date.parse(board.timeStamp)) - 1
      for (const golfer of board.golfersScores) {
        const { espnId, correction: mark } = golfer
        const rows = listed.get(espnId)
        if (rows) rows.last = version
        else listed.set(espnId, { first: version, last: version })
        checkMark(board, golfer)
        const correction = mark && byMark.get(toKey(espnId, mark.at))
        if (!correction) continue
        const known = marked.get(correction)
        if (known) Object.assign(known, { last: version, count: known.count + 1 })
        else marked.set(correction, { first: version, last: version, count: 1 })
      }
      seen = new Set(board.golfersScores)
      last = board
    },
    end() {
      findings.push(...findListProblems(corrections, last))
      for (const correction of corrections) findings.push(...findTimeProblems(correction, marked.get(correction)))
      if (scores && last)
        findings.push(
          ...findMissingMarks(corrections, scores as Board, bundle.tournament.hasEnded),
          ...findFinalProblems(corrections, scores as Board, head !== undefined),
        )
      return findings
    },
  }

  /** The mark is in every version from the correction to its end, and in no other; both apart from the version in between. */
  function findTimeProblems(correction: ListedScoreCorrection, marks: Marked | undefined): Finding[] {
    const name = describeCorrection(correction)
    const at = Date.parse(correction.at)
    const endedAt = correction.endedAt === null ? Number.POSITIVE_INFINITY : Date.parse(correction.endedAt)
    const rows = listed.get(correction.espnId)
    // The first version that has to have the mark, and the last.
    const from = Math.max(findFirst(times, (time) => time > at) + 1, rows?.first ?? times.length)
    const to = Math.min(findFirst(times, (time) => time >= endedAt - maxDelayMs) - 1, rows?.last ?? -1)
    if (!marks) {
      if (from <= to) return [wrong(`${name} was in force, and no version of the scores shows it.`)]
      return [open(`${name} is in no version of the scores.`)]
    }
    const findings: Finding[] = []
    if (marks.first > from && from <= to)
      findings.push(wrong(`${name} is from ${correction.at}, and the versions show it only later.`))
    if (marks.last < to)
      findings.push(
        wrong(
          `${name} was in force until ${correction.endedAt ?? 'the end'}, and the versions do not show it so long.`,
        ),
      )
    if (marks.count !== marks.last - marks.first + 1)
      findings.push(wrong(`${name} is missing in a version between others that show it.`))
    if ((times[marks.first] ?? at) < at - maxDelayMs)
      findings.push(wrong(`${name} is from ${correction.at}, and earlier versions show it.`))
    const late = findFirst(times, (time) => time > endedAt + maxDelayMs) + 1
    if (marks.last >= late) findings.push(wrong(`${name} ended at ${correction.endedAt}, and later versions show it.`))
    return findings
  }
}

const toKey = (espnId: string, at: string) => `${espnId} ${at}`

/** Times hardly ever go back, so a search from the end finds the last that does not fit. */
function findFirst(times: readonly number[], fits: (time: number) => boolean): number {
  return times.findLastIndex((time) => !fits(time)) + 1
}

function findListProblems(corrections: readonly ListedScoreCorrection[], last: Board | undefined): Finding[] {
  const names = new Map(last?.golfersScores.map(({ espnId, fullName }) => [espnId, fullName]))
  const findings: Finding[] = []
  for (const [, correction] of findDoubled(
    corrections.filter(({ endedAt }) => endedAt === null),
    ({ espnId }) => espnId,
  ))
    findings.push(wrong(`${describeCorrection(correction)} is in force beside another one of the same golfer.`))
  for (const [, correction] of findDoubled(corrections, ({ espnId, at }) => toKey(espnId, at)))
    findings.push(wrong(`${describeCorrection(correction)} is listed twice.`))
  for (const [index, correction] of corrections.entries()) {
    const { id, espnId, golferName, at, endedAt, endedBy, source } = correction
    const name = describeCorrection(correction)
    const older = corrections[index + 1]
    if (older && (older.id >= id || older.at > at))
      findings.push(wrong(`${name} is out of order: the newest comes first.`))
    if (golferName !== (names.get(espnId) ?? espnId))
      findings.push(wrong(`${name} is of ${names.get(espnId) ?? espnId}, not of ${golferName}.`))
    if (endedAt !== null && endedAt < at) findings.push(wrong(`${name} ended at ${endedAt}, before it was made.`))
    if (endedAt === null && endedBy !== null)
      findings.push(wrong(`${name} was ended by ${endedBy}, and has not ended.`))
    if (endedAt !== null && source !== null) findings.push(wrong(`${name} has ended, and has a row of the source.`))
    if (listMarkedFields(correction).length === 0) findings.push(wrong(`${name} corrects nothing.`))
    findings.push(
      note(
        `${name} at ${at}: ${listMarkedFields(correction).join(', ')}, “${correction.reason}”${endedAt === null ? '' : `; ended at ${endedAt} by ${endedBy ?? 'its source, which says the same'}`}.`,
      ),
    )
  }
  return findings
}

/** The corrections in force are those of the scores. While the tournament is played, a change can be newer than the scores. */
function findMissingMarks(corrections: readonly ListedScoreCorrection[], scores: Board, hasEnded: boolean): Finding[] {
  const rows = new Map(scores.golfersScores.map((golfer) => [golfer.espnId, golfer]))
  const isNews = (time: string) => !hasEnded && Date.parse(time) > Date.parse(scores.timeStamp) - maxDelayMs
  return corrections.flatMap((correction) => {
    const { espnId, at, endedAt } = correction
    const row = rows.get(espnId)
    const isMarked = row?.correction?.at === at
    if (!row || isMarked === (endedAt === null) || isNews(endedAt ?? at)) return []
    return [
      wrong(
        `${describeCorrection(correction)} is ${isMarked ? 'not in force, and the scores show it' : 'in force, and the scores do not show it'}.`,
      ),
    ]
  })
}

/**
 * The scores with the rows of the source, as the corrections change them. Later corrections are not in them yet. A pool with a
 * seal of format 1 may have scores from before differences were stored and movement counted from the start of the round.
 */
function findFinalProblems(corrections: readonly ListedScoreCorrection[], scores: Board, isRecent: boolean): Finding[] {
  const compared = (field: keyof Golfer) => isRecent || (field !== 'movement' && field !== 'correction')
  const rows = new Map(scores.golfersScores.map((golfer) => [golfer.espnId, golfer]))
  const shown = corrections.filter(
    ({ espnId, at, endedAt }) => endedAt === null && rows.get(espnId)?.correction?.at === at,
  )
  const sources = new Map(shown.map(({ espnId, source }) => [espnId, source]))
  const findings: Finding[] = []
  for (const correction of shown) {
    const { source, espnId } = correction
    if (!source) findings.push(wrong(`${describeCorrection(correction)} lacks the row of the source.`))
    else if (source.espnId !== espnId)
      findings.push(wrong(`${describeCorrection(correction)} has the row of ${source.fullName}.`))
  }
  if (findings.length > 0) return findings
  const uncorrected = {
    ...scores,
    golfersScores: scores.golfersScores.map((golfer) => sources.get(golfer.espnId) ?? golfer),
  }
  const applied = shown.map((correction) => toAppliedScoreCorrection(correction, scores))
  const expected = toCorrectedBoard(uncorrected, applied, scores.source.kind)
  for (const golfer of expected.golfersScores) {
    const given = rows.get(golfer.espnId)
    const fields = (Object.keys(golfer) as (keyof Golfer)[]).filter(
      (field) => compared(field) && JSON.stringify(golfer[field]) !== JSON.stringify(given?.[field]),
    )
    if (fields.length > 0)
      findings.push(
        wrong(
          `The scores of ${golfer.fullName} are not those of the source with the corrections: ${fields.join(', ')}.`,
        ),
      )
  }
  return findings
}
