import { formatCount } from '#domain/text/format.ts'
import type { Tournament } from '#domain/tournament/tournament.ts'
import { composeMail, type MailAttachment, type MailMessage } from '#server/delivery/mail/mail.ts'
import { generateCsv } from '#server/platform/csv/csv-formatter.ts'
import { formatMailTime } from '#server/platform/text/time-format.ts'
import type { AuditedEntry } from './audit-mail-store.ts'

/** Mail clients truncate long messages; the attachment has all entries. */
const maxShownEntries = 1000

/** Content of an audit email. `sheet`: undefined before the start, when picks are secret. */
type AuditReport = {
  readonly tournament: Tournament
  readonly sentAt: Date
  readonly entries: readonly AuditedEntry[]
  readonly sheet: { readonly url: string; readonly isAttached: boolean } | undefined
}

/** Email that lists the entries with the times of their creation and last change; after the start, with the picks sheet. */
export async function auditMessage(report: AuditReport, timeZone: string): Promise<MailMessage> {
  const { tournament, sentAt, entries, sheet } = report
  const { id, name, start } = tournament
  const count = formatCount(entries.length, 'entry record')
  const paragraphs = [
    `${name}: ${count} on ${formatMailTime(sentAt, timeZone)}.`,
    `${sheet ? 'Entries closed' : 'Entries close'} on ${formatMailTime(start, timeZone)}.`,
    ...entries.slice(0, maxShownEntries).map((entry) => toText(entry, timeZone)),
  ]
  if (entries.length > maxShownEntries) {
    paragraphs.push(
      `The attachment contains all ${entries.length} entry records; the first ${maxShownEntries} are shown here.`,
    )
  }
  if (sheet) {
    paragraphs.push(sheet.isAttached ? 'The picks of everybody are attached.' : 'The picks of everybody:')
  }
  const message = composeMail({
    subject: `Audit of ${name}`,
    paragraphs,
    action: sheet && { text: 'All picks as of the lock', url: sheet.url },
  })
  const attachments = [await attachEntries(report)]
  return sheet?.isAttached ? { ...message, attachments, sheetOf: id } : { ...message, attachments }
}

/** Before the first tournament, the email at least shows that mail delivery works. */
export const noTournamentMessage = composeMail({
  subject: 'Audit: no tournament',
  paragraphs: ['You requested the audit email. There is no tournament yet, so there is nothing to audit.'],
})

function toText({ name, email, createdAt, changedAt, withdrawnAt }: AuditedEntry, timeZone: string): string {
  const [created, changed] = [formatMailTime(createdAt, timeZone), formatMailTime(changedAt, timeZone)]
  const withdrawal = withdrawnAt === null ? '' : `, withdrawn ${formatMailTime(withdrawnAt, timeZone)}`
  return `${name} <${email}>: created ${created}, last changed ${changed}${withdrawal}`
}

const columns = ['Entry record', 'Owner', 'E-mail', 'Created', 'Last changed', 'Withdrawn']

/** Yields to other requests while it writes a large table. */
async function attachEntries({ tournament, sentAt, entries }: AuditReport): Promise<MailAttachment> {
  let content = ''
  const chunks = generateCsv(columns, entries, (entry) => [
    entry.id,
    entry.name,
    entry.email,
    entry.createdAt,
    entry.changedAt,
    entry.withdrawnAt,
  ])
  for await (const chunk of chunks) content += chunk
  const time = sentAt.toISOString().replace(/[-:]|\.\d+/g, '')
  return { filename: `audit-${tournament.id}-${time}.csv`, contentType: 'text/csv; charset=utf-8', content }
}
