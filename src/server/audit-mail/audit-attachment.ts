import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { MailAttachment } from '../mail/outbox-store.ts'
import { writeAuditCsv } from './audit-csv.ts'
import type { AuditReport } from './audit-report.ts'

/** About a thousand entries. Larger attachments are compressed: megabytes take long to encode, and many mail servers
 * reject 10 MB. */
const maxPlainLength = 1_000_000

/** All entries as CSV. Yields to other requests while it writes a large table. `check-audit` reads both forms. */
export async function attachAuditTable(report: AuditReport): Promise<MailAttachment> {
  const chunks: string[] = []
  for (const chunk of writeAuditCsv(report)) {
    chunks.push(chunk)
    await yieldToEventLoop()
  }
  const table = chunks.join('')
  const filename = `audit-${report.tournament.id}-${report.sentAt.replace(/[-:]|\.\d+/g, '')}.csv`
  if (table.length <= maxPlainLength) {
    return { filename, contentType: 'text/csv; charset=utf-8', content: table }
  }
  const packed = await promisify(gzip)(table)
  const content = packed.toString('base64')
  return { filename: `${filename}.gz`, contentType: 'application/gzip', content, encoding: 'base64' }
}
