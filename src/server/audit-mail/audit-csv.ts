import { entryNumbers, tierNames } from '#domain/tournament/tournament.ts'
import { toBatches } from '#server/batches.ts'
import { type CsvCell, formatCsv, formatCsvRows } from '../csv/csv-formatter.ts'
import type { AuditReport, EntryWithDigest } from './audit-report.ts'

const columns = [
  ...['Tournament id', 'Tournament', 'Start', 'Sent', 'Entry record', 'Owner', 'E-mail', 'Created', 'Last changed'],
  ...['SHA-256', 'Withdrawn'],
]

/** Additional columns after the start: "1A" to "3D", each with "name (athlete id)", and the text of the digest. */
const contentColumns = [
  ...entryNumbers.flatMap((number) => tierNames.map((tier) => `${number}${tier}`)),
  ...['Answer 1', 'Answer 2', 'Content'],
]

const batchSize = 250

/** Yields the table in batches, so that a large pool does not block the event loop. */
export function* writeAuditCsv(report: AuditReport): Generator<string> {
  const { arePicksVisible, entries } = report
  yield formatCsv([...columns, ...(arePicksVisible ? contentColumns : [])], [])
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
