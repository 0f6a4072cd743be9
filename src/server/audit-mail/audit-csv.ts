import { entryNumbers, tierNames } from '#domain/tournament.ts'
import { type CsvCell, formatCsv, formatCsvRows } from '../csv/csv-formatter.ts'
import type { AuditReport, EntryWithDigest } from './audit-report.ts'

/** The columns of the attachment. `check-audit` finds them by these names. */
export const auditColumns = {
  tournamentId: 'Tournament id',
  tournament: 'Tournament',
  start: 'Start',
  sent: 'Sent',
  entry: 'Entry record',
  owner: 'Owner',
  email: 'E-mail',
  created: 'Created',
  changed: 'Last changed',
  digest: 'SHA-256',
} as const

/** What the attachment has besides, from the start on. */
export const contentColumns = {
  /** "1A" to "3D": each "name (athlete id)". */
  picks: entryNumbers.flatMap((number) => tierNames.map((tier) => `${number}${tier}`)),
  answers: ['Answer 1', 'Answer 2'],
  /** What the digest is made of. */
  content: 'Content',
} as const

const batchSize = 500

/** A part at a time, so that a large pool's can be written between other work. */
export function* writeAuditCsv(report: AuditReport): Generator<string> {
  const { arePicksVisible, entries } = report
  const { picks, answers, content } = contentColumns
  yield formatCsv(
    [...Object.values(auditColumns), ...(arePicksVisible ? [...picks, ...answers, content] : [])],
    [],
  )
  for (let from = 0; from < entries.length; from += batchSize) {
    yield formatCsvRows(entries.slice(from, from + batchSize).map((entry) => toRow(report, entry)))
  }
}

function toRow({ tournament, sentAt, arePicksVisible }: AuditReport, entry: EntryWithDigest): CsvCell[] {
  return [
    tournament.id,
    tournament.name,
    tournament.start,
    sentAt,
    entry.id,
    entry.owner.name,
    entry.owner.email,
    entry.createdAt,
    entry.changedAt,
    entry.digest,
    ...(arePicksVisible ? [...entry.picks.map(toPickCell), ...entry.answers, entry.content] : []),
  ]
}

/** With the id, because that is what the digest is made of. */
function toPickCell({ name, espnId }: { name: string; espnId: string }): string {
  return `${name} (${espnId})`
}
