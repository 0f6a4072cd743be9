import { entryNumbers, tierNames } from '#domain/tournament.ts'
import { type CsvCell, writeCsv } from '../csv/csv-writing.ts'
import type { AuditReport } from './audit-report.ts'

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

export function writeAuditCsv({ tournament, sentAt, isShown, entries }: AuditReport): string {
  const { picks, answers, content } = contentColumns
  const header = [...Object.values(auditColumns), ...(isShown ? [...picks, ...answers, content] : [])]
  const rows = entries.map((entry): CsvCell[] => [
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
    ...(isShown ? [...entry.picks.map(toPickCell), ...entry.answers, entry.content] : []),
  ])
  return writeCsv(header, rows)
}

/** With the id, because that is what the digest is made of. */
export function toPickCell({ name, espnId }: { name: string; espnId: string }): string {
  return `${name} (${espnId})`
}
