import { addEmails, composeMail } from '#server/delivery/mail/mail.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import type { ClockChange } from '#server/platform/db/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { poolName } from '#server/platform/text/pool-name.ts'
import { formatMailTime } from '#server/platform/text/time-format.ts'
import { listOrganiserAddresses } from '#server/users/user-store.ts'

/** Tells all admins that the deciding clock has jumped: in the audit log, and by one email an hour at most. */
export async function addClockNotice(db: Db, { expected, shown }: ClockChange, timeZone: string): Promise<void> {
  const details = { expected: expected.toISOString(), shown: shown.toISOString() }
  await addAuditEntry(db, { userId: null, action: 'clock changed', details }, shown)
  const message = composeMail({
    subject: 'The clock of the server has changed',
    paragraphs: [
      'Hello,',
      `The clock that decides when entries close at ${poolName} has jumped from ${formatMailTime(expected, timeZone)} to ${formatMailTime(shown, timeZone)}. The new time has held for a minute and now counts.`,
      'If it is wrong, correct it before the next start. A tournament that has started by the wrong time stays started: end it and create it again.',
    ],
  })
  const requestKey = `clock-changed:${details.shown.slice(0, 13)}`
  const recipients = await listOrganiserAddresses(db, 'admins', shown)
  await addEmails(
    db,
    recipients.map((recipient) => ({ requestKey, recipient, message })),
    shown,
  )
}
