import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { formatCount } from '#domain/text/format.ts'
import { entryNumbers, tierNames, tiers } from '#domain/tournament/tournament.ts'
import { composeMail, type MailAttachment, type MailMessage } from '#server/delivery/mail/mail.ts'
import { generateCsv } from '#server/platform/csv/csv-formatter.ts'
import { type Html, html } from '#server/platform/http/html.ts'
import { formatPoolTime } from '#server/platform/text/time-format.ts'
import type { AuditReport, ReportedEntry } from './audit-report.ts'

/** Mail clients truncate long messages; the attachment has all entries. */
const maxShownEntries = 1000

/** All entries with their digests and, after the start, their picks and answers; `attachment` is the same as CSV. */
export function auditMessage(report: AuditReport, attachment: MailAttachment, timeZone: string): MailMessage {
  const { tournament, entries } = report
  const intro = introduce(report, timeZone)
  const shown = entries.slice(0, maxShownEntries)
  const rest =
    entries.length > shown.length
      ? [`The attachment contains all ${entries.length} entry records; the first ${shown.length} are shown here.`]
      : []
  return {
    subject: `Audit of ${tournament.name}`,
    text: `${[...intro, ...shown.map((entry) => toText(entry, report)), ...rest].join('\n\n')}\n`,
    html: html`<!doctype html><html lang="en"><body>${[...intro, ...rest].map((text) => html`<p>${text}</p>`)}${toTable(shown, report)}</body></html>`
      .text,
    attachments: [attachment],
  }
}

/** Before the first tournament, the email at least shows that mail delivery works. */
export const noTournamentMessage = composeMail({
  subject: 'Audit: no tournament',
  paragraphs: ['You requested the audit email. There is no tournament yet, so there is nothing to audit.'],
})

function introduce({ tournament, sentAt, arePicksVisible, entries, seal }: AuditReport, timeZone: string): string[] {
  const count = formatCount(entries.length, 'entry record')
  const time = `${arePicksVisible ? 'Entries closed' : 'Entries close'} on ${formatPoolTime(tournament.start, timeZone)}.`
  const what = arePicksVisible
    ? `Each digest is the SHA-256 of the text in the column Content of the attachment. ${seal ? `The seal of the pool is ${seal.words}, in full ${seal.root}.` : 'The pool has no seal.'}`
    : 'Picks and answers are secret until the start. Keep this email: the same digests in the one sent after the start show that no entry has changed since.'
  return [`${tournament.name}: ${count} on ${formatPoolTime(sentAt, timeZone)}. ${time}`, what]
}

function toText(entry: ReportedEntry, { tournament, arePicksVisible }: AuditReport): string {
  const { name, email, createdAt, changedAt, digest } = entry
  const lines = [`${name} <${email}>`, `  created ${createdAt}, last changed ${changedAt}`, `  SHA-256 ${digest}`]
  if (arePicksVisible) {
    lines.push(...listPicks(entry).map((picks, index) => `  ${index + 1}: ${picks}`))
    lines.push(...tournament.tiebreakers.map((question, index) => `  ${question} ${entry.tiebreakers[index]}`))
  }
  return lines.join('\n')
}

function toTable(entries: readonly ReportedEntry[], { tournament, arePicksVisible }: AuditReport): Html {
  const shownHead = arePicksVisible
    ? [...entryNumbers.map((number) => `Entry ${number}`), ...tournament.tiebreakers]
    : []
  const head = ['Owner', 'Email', 'Created', 'Last changed', ...shownHead, 'SHA-256']
  const rows = entries.map((entry) => {
    const { name, email, createdAt, changedAt, digest } = entry
    const shown = arePicksVisible ? [...listPicks(entry), ...entry.tiebreakers] : []
    const cells = [name, email, createdAt, changedAt, ...shown, digest]
    return html`<tr>${cells.map((text) => html`<td>${text}</td>`)}</tr>`
  })
  return html`<table border="1" cellpadding="4"><thead><tr>${head.map((text) => html`<th>${text}</th>`)}</tr></thead><tbody>${rows}</tbody></table>`
}

/** The golfers of the three entries, one line each. */
function listPicks({ golfers }: ReportedEntry): string[] {
  return entryNumbers.map((_, index) => golfers.slice(index * tiers.length, (index + 1) * tiers.length).join(', '))
}

/** About a thousand entries. Larger attachments are compressed: megabytes take long to encode, and many mail servers
 * reject 10 MB. */
const maxPlainLength = 1_000_000

const columns = [
  ...['Tournament id', 'Tournament', 'Start', 'Sent', 'Entry record', 'Owner', 'E-mail', 'Created', 'Last changed'],
  ...['SHA-256', 'Withdrawn'],
]

/** Additional columns after the start: "1A" to "3D", each with "name (athlete id)", and the text of the digest. */
const contentColumns = [
  ...entryNumbers.flatMap((number) => tierNames.map((tier) => `${number}${tier}`)),
  ...['Answer 1', 'Answer 2', 'Content'],
]

/** All entries as CSV. Yields to other requests while it writes a large table. */
export async function attachAuditTable(report: AuditReport): Promise<MailAttachment> {
  const { tournament, sentAt, arePicksVisible, entries, espnIds } = report
  const { id, name, start } = tournament
  const toRow = (entry: ReportedEntry) => {
    // With the athlete id, because the digest is computed from ids.
    const toPickCell = ({ playerId }: { playerId: number }, index: number) =>
      `${entry.golfers[index]} (${espnIds.get(playerId)})`
    return [
      ...[id, name, start, sentAt, entry.id, entry.name, entry.email, entry.createdAt, entry.changedAt],
      ...[entry.digest, entry.withdrawnAt ?? ''],
      ...(arePicksVisible ? [...entry.selections.map(toPickCell), ...entry.tiebreakers, entry.content] : []),
    ]
  }
  let table = ''
  const header = [...columns, ...(arePicksVisible ? contentColumns : [])]
  for await (const chunk of generateCsv(header, entries, toRow)) table += chunk
  const filename = `audit-${id}-${sentAt.replace(/[-:]|\.\d+/g, '')}.csv`
  if (table.length <= maxPlainLength) {
    return { filename, contentType: 'text/csv; charset=utf-8', content: table }
  }
  const packed = await promisify(gzip)(table)
  const content = packed.toString('base64')
  return { filename: `${filename}.gz`, contentType: 'application/gzip', content, encoding: 'base64' }
}
