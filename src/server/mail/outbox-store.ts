import type { Db } from '../db/database.ts'

export type MailAttachment = {
  filename: string
  contentType: string
  content: string
  /** Of the content, where it is not text. */
  encoding?: 'base64'
}

export type MailMessage = {
  subject: string
  text: string
  html: string
  attachments?: readonly MailAttachment[]
}

export type Mail = {
  /** The same key and recipient are sent to once, however often they are asked for. */
  requestKey: string
  /** One address, as `parseMailAddress` gives it. */
  recipient: string
  message: MailMessage
  /** Somebody sits before his screen until it comes, so it leaves before those that nobody waits for. */
  isHighPriority?: boolean
  /** From then on it would only mislead, and is not sent any more: ISO 8601 UTC. */
  expiresAt?: string
}

export type ClaimedMail = {
  id: number
  requestKey: string
  recipient: string
  message: MailMessage
  attempts: number
}

/** Puts a mail into the outbox; it leaves after the commit. False when it is there already. */
export async function addMail(db: Db, mail: Mail, now: Date): Promise<boolean> {
  return (await addMails(db, [mail], now)) === 1
}

/** Databases take a limited number of values in one statement. */
const rowsPerStatement = 500

/** Puts mails into the outbox and returns how many of them were not there already. */
export async function addMails(db: Db, mails: readonly Mail[], now: Date): Promise<number> {
  const at = now.toISOString()
  let added = 0
  for (let from = 0; from < mails.length; from += rowsPerStatement) {
    const rows = mails.slice(from, from + rowsPerStatement).map((mail) => ({
      request_key: mail.requestKey,
      recipient: mail.recipient,
      message: JSON.stringify(mail.message),
      priority: mail.isHighPriority ? (1 as const) : (0 as const),
      expires_at: mail.expiresAt ?? null,
      next_attempt_at: at,
      created_at: at,
    }))
    const result = await db
      .insertInto('outbox')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['request_key', 'recipient']).doNothing())
      .executeTakeFirst()
    added += Number(result.numInsertedOrUpdatedRows ?? 0)
  }
  return added
}

/**
 * Takes the mail whose turn it is, for this process alone, until `leaseExpiresAt`: one that somebody waits for, else the one
 * that has waited longest. When the process dies before it has said how it went, the mail is due again then.
 */
export async function claimDueMail(
  db: Db,
  now: Date,
  leaseExpiresAt: Date,
): Promise<ClaimedMail | undefined> {
  for (;;) {
    const due = await db
      .selectFrom('outbox')
      .selectAll()
      .where('next_attempt_at', '<=', now.toISOString())
      .orderBy('priority', 'desc')
      .orderBy('next_attempt_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!due) return undefined
    if (due.expires_at !== null && due.expires_at <= now.toISOString()) {
      await markFailed(db, due.id, 'it expired before it could be sent', null)
      continue
    }
    const { numUpdatedRows } = await db
      .updateTable('outbox')
      .set({ next_attempt_at: leaseExpiresAt.toISOString(), attempts: due.attempts + 1 })
      .where('id', '=', due.id)
      .where('attempts', '=', due.attempts)
      .where('next_attempt_at', '=', due.next_attempt_at)
      .executeTakeFirst()
    // Another process was quicker: look for the next.
    if (numUpdatedRows !== 1n) continue
    return {
      id: due.id,
      requestKey: due.request_key,
      recipient: due.recipient,
      // Written by `addMail`.
      message: JSON.parse(due.message) as MailMessage,
      attempts: due.attempts + 1,
    }
  }
}

export async function markSent(db: Db, id: number, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ sent_at: now.toISOString(), next_attempt_at: null, last_error: null, message: '' })
    .where('id', '=', id)
    .execute()
}

/** `nextAttempt` null: given up. */
export async function markFailed(db: Db, id: number, error: string, nextAttempt: Date | null): Promise<void> {
  const isGivenUp = { next_attempt_at: null, message: '' }
  await db
    .updateTable('outbox')
    .set({ last_error: error, ...(nextAttempt ? { next_attempt_at: nextAttempt.toISOString() } : isGivenUp) })
    .where('id', '=', id)
    .execute()
}
