import { entryNumbers, tierNames } from '#domain/tournament/tournament.ts'
import { toBatches } from '#server/batches.ts'
import { type CsvCell, formatCsv, formatCsvRows } from '../csv/csv-formatter.ts'
import type { AuditReport, EntryWithDigest } from './audit-report.ts'

/** The columns of the attachment. `check-audit` finds them by name, so never rename them. */
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

/** Not compared: a withdrawn record keeps its content (docs/rules.md, 2.8). */
const withdrawnColumn = 'Withdrawn'

/** Additional columns after the start. */
export const contentColumns = {
  /** Columns "1A" to "3D", each with "name (athlete id)". */
  picks: entryNumbers.flatMap((number) => tierNames.map((tier) => `${number}${tier}`)),
  answers: ['Answer 1', 'Answer 2'],
  /** The text that the digest was computed from. */
  content: 'Content',
} as const

const batchSize = 250

/** Yields the table in batches, so that a large pool does not block the event loop. */
export function* writeAuditCsv(report: AuditReport): Generator<string> {
  const { arePicksVisible, entries } = report
  const { picks, answers, content } = contentColumns
  yield formatCsv(
    [...Object.values(auditColumns), withdrawnColumn, ...(arePicksVisible ? [...picks, ...answers, content] : [])],
    [],
  )
  for (const batch of toBatches(entries, batchSize)) yield formatCsvRows(batch.map((entry) => toRow(report, entry)))
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
    entry.withdrawnAt ?? '',
    ...(arePicksVisible ? [...entry.picks.map(toPickCell), ...entry.answers, entry.content] : []),
  ]
}

/** Includes the athlete id, because the digest is computed from ids. */
function toPickCell({ name, espnId }: { name: string; espnId: string }): string {
  return `${name} (${espnId})`
}
