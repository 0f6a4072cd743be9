import type { Db } from '../db/database.ts'

export type MailAttachment = {
  filename: string
  contentType: string
  content: string
  /** The encoding of the content, if it is not text. */
  encoding?: 'base64'
}

export type MailMessage = {
  subject: string
  text: string
  html: string
  attachments?: readonly MailAttachment[]
}

export type Mail = {
  /** Makes the mail idempotent: one mail per key and recipient. */
  requestKey: string
  /** One address, from `parseMailAddress`. */
  recipient: string
  message: MailMessage
  /** Somebody is waiting for this mail, so it is sent before others. */
  isHighPriority?: boolean
  /** Nothing of the mail is kept once it is sent or abandoned. */
  isForgotten?: boolean
  /** The mail is not sent after this time, because it would mislead: ISO 8601 UTC. */
  expiresAt?: string
}

export type ClaimedMail = {
  id: number
  requestKey: string
  recipient: string
  message: MailMessage
  attempts: number
}

/** Adds a mail to the outbox, which sends it after the commit. Returns false if it is already there. */
export async function addMail(db: Db, mail: Mail, now: Date): Promise<boolean> {
  return (await addMails(db, [mail], now)) === 1
}

/** Databases limit the number of bound values per statement. */
const rowsPerStatement = 500

/** Adds mails to the outbox and returns how many were new. */
export async function addMails(db: Db, mails: readonly Mail[], now: Date): Promise<number> {
  const at = now.toISOString()
  let added = 0
  for (let from = 0; from < mails.length; from += rowsPerStatement) {
    const rows = mails.slice(from, from + rowsPerStatement).map((mail) => ({
      request_key: mail.requestKey,
      recipient: mail.recipient,
      message: JSON.stringify(mail.message),
      priority: mail.isHighPriority ? (1 as const) : (0 as const),
      is_forgotten: mail.isForgotten ? (1 as const) : (0 as const),
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
 * Claims the next due mail for this process until `leaseExpiresAt`: high priority first, then the oldest. If the process
 * dies before it reports the outcome, the mail is due again when the lease expires.
 */
export async function claimDueMail(db: Db, now: Date, leaseExpiresAt: Date): Promise<ClaimedMail | undefined> {
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
    // Another process claimed it first: try the next.
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

/** The mails that wait to be sent, and when the oldest was added. */
export async function findBacklog(db: Db): Promise<{ waiting: number; oldest: string | null }> {
  const { waiting, oldest } = await db
    .selectFrom('outbox')
    .where('next_attempt_at', 'is not', null)
    .select(({ fn }) => [fn.countAll<number | string>().as('waiting'), fn.min('created_at').as('oldest')])
    .executeTakeFirstOrThrow()
  return { waiting: Number(waiting), oldest }
}

export async function markSent(db: Db, id: number, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ sent_at: now.toISOString(), next_attempt_at: null, last_error: null, message: '' })
    .where('id', '=', id)
    .execute()
  await removeIfForgotten(db, id)
}

/** `nextAttempt` null: no more attempts. */
export async function markFailed(db: Db, id: number, error: string, nextAttempt: Date | null): Promise<void> {
  const isGivenUp = { next_attempt_at: null, message: '' }
  await db
    .updateTable('outbox')
    .set({ last_error: error, ...(nextAttempt ? { next_attempt_at: nextAttempt.toISOString() } : isGivenUp) })
    .where('id', '=', id)
    .execute()
  if (!nextAttempt) await removeIfForgotten(db, id)
}

async function removeIfForgotten(db: Db, id: number): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).where('is_forgotten', '=', 1).execute()
}

/** Gives up all mails that have not been sent, and returns their number. */
export async function abandonUnsentMails(db: Db, reason: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ last_error: reason, next_attempt_at: null, message: '' })
    .where('next_attempt_at', 'is not', null)
    .executeTakeFirst()
  await db.deleteFrom('outbox').where('is_forgotten', '=', 1).execute()
  return Number(numUpdatedRows)
}
