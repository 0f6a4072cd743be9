import { randomUUID } from 'node:crypto'
import type { ExpressionBuilder, Selectable } from 'kysely'
import { toBatches } from '#server/platform/concurrency/batches.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ChannelName } from '#server/platform/db/tables/message-tables.ts'
import type { Tables } from '#server/platform/db/tables.ts'

export type NewMessage = {
  channel: ChannelName
  /** The idempotency key: one message per key and recipient. It begins with the subject, such as the tournament. */
  requestKey: string
  recipient: string
  /** Stored as JSON until the message is sent or given up. */
  payload: unknown
  /** Once a newer message with the same tag is due, this one is not sent to that recipient anymore. */
  tag?: string
  /** Someone is waiting for this message, so it is sent before others. */
  isHighPriority?: boolean
  /** The whole row is deleted once the message is sent or given up. */
  isDeletedWhenDone?: boolean
  /** Nothing is sent: the row only marks the request key as used. */
  isRecordOnly?: boolean
  /** The message is not sent before this time. */
  notBefore?: Date
  /** The message is not sent after this time, because it would be out of date: ISO 8601 UTC. */
  expiresAt?: string
}

export type Claim = NonNullable<Awaited<ReturnType<typeof claimMessage>>>

/** A message that this process has claimed. `attempts`: how often it has been tried before. */
export type QueuedMessage = Claim['message']

/** Databases limit the number of bound values per statement. */
const rowsPerStatement = 500

/**
 * Adds messages to the outbox, which sends them after the commit, and returns how many were new. Call it in the transaction
 * that makes the change the messages are about. Older messages to the same recipients that wait for a retry are due at once,
 * so that they are sent first.
 */
export async function addMessages(db: Db, messages: readonly NewMessage[], now: Date): Promise<number> {
  let added = 0
  for (const batch of toBatches(messages, rowsPerStatement)) {
    const rows = batch.map((message) => ({
      channel: message.channel,
      request_key: message.requestKey,
      recipient: message.recipient,
      message: message.isRecordOnly ? '' : JSON.stringify(message.payload),
      tag: message.tag ?? null,
      priority: message.isHighPriority ? (1 as const) : (0 as const),
      is_deleted_when_done: message.isDeletedWhenDone ? (1 as const) : (0 as const),
      expires_at: message.expiresAt ?? null,
      not_before: message.notBefore?.toISOString() ?? null,
      next_attempt_at: message.isRecordOnly ? null : (message.notBefore ?? now).toISOString(),
      created_at: now.toISOString(),
    }))
    const newRows = await db
      .insertInto('outbox')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['request_key', 'recipient']).doNothing())
      .returning(['channel', 'priority', 'recipient', 'next_attempt_at'])
      .execute()
    added += newRows.length
    const toSend = newRows.filter((row) => row.next_attempt_at !== null)
    for (const likes of Map.groupBy(toSend, ({ channel, priority }) => `${channel} ${priority}`).values())
      await retryBefore(db, likes, now)
  }
  return added
}

type NewRow = Pick<Selectable<Tables['outbox']>, 'channel' | 'priority' | 'recipient'>

/** Makes messages due that failed before these were added: they are older. `newRows` have one channel and priority. */
async function retryBefore(db: Db, newRows: readonly NewRow[], now: Date): Promise<void> {
  const [first] = newRows
  if (!first) return
  const recipients = newRows.map((row) => row.recipient)
  await db
    .updateTable('outbox')
    .set({ next_attempt_at: now.toISOString() })
    .where('channel', '=', first.channel)
    .where('recipient', 'in', recipients)
    .where('priority', '=', first.priority)
    .where('claimed_by', 'is', null)
    .where('next_attempt_at', '>', now.toISOString())
    .where('retry_at', 'is not', null)
    .execute()
}

type ClaimRules = {
  readonly name: ChannelName
  readonly recipientIntervalMs?: number
  readonly isStrictlyOrdered?: boolean
}

/**
 * Claims the next due message of a channel for this process: high priority first, then the oldest. If the process dies before
 * it has recorded the outcome, the message is due again when the lease ends.
 */
export async function claimMessage(db: Db, channel: ClaimRules & { readonly leaseMs: number }, at: Date) {
  const now = at.toISOString()
  for (;;) {
    const due = await db
      .selectFrom('outbox')
      .selectAll()
      .where('channel', '=', channel.name)
      .where('next_attempt_at', '<=', now)
      .where(isRecipientReady(channel, at))
      .orderBy('priority', 'desc')
      .orderBy('next_attempt_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!due) return undefined
    const token = randomUUID()
    const { numUpdatedRows } = await db
      .updateTable('outbox')
      .set({ claimed_by: token, next_attempt_at: new Date(at.getTime() + channel.leaseMs).toISOString() })
      .where('id', '=', due.id)
      .where('next_attempt_at', '=', due.next_attempt_at)
      .where(isRecipientReady(channel, at))
      .executeTakeFirst()
    // Another process claimed it first: try the next. All select in the same order, so two messages to one recipient are
    // not claimed at once.
    if (numUpdatedRows !== 1n) continue
    const { id, request_key: requestKey, recipient, attempts, expires_at: expiresAt, retry_at: retryAt, tag } = due
    const payload: unknown = JSON.parse(due.message)
    const message = { id, requestKey, recipient, payload, attempts }
    return { message, token, expiresAt, retryAt, tag }
  }
}

/**
 * Nothing is being sent to the recipient, nothing was within the interval, and no older message has to be sent first. A
 * message with high priority does not wait.
 */
function isRecipientReady({ name, recipientIntervalMs, isStrictlyOrdered }: ClaimRules, now: Date) {
  return (eb: ExpressionBuilder<Tables, 'outbox'>) => {
    if (recipientIntervalMs === undefined) return eb.lit(true)
    const since = new Date(now.getTime() - recipientIntervalMs).toISOString()
    const other = eb
      .selectFrom('outbox as other')
      .select('other.id')
      .where('other.channel', '=', name)
      .whereRef('other.recipient', '=', 'outbox.recipient')
      .whereRef('other.id', '!=', 'outbox.id')
      .where((row) =>
        row.or([
          row('other.sent_at', '>', since),
          row.and([row('other.claimed_by', 'is not', null), row('other.next_attempt_at', '>', now.toISOString())]),
          // The sender of this message has died. The message is sent again before newer ones, which may replace it.
          row.and([row('other.claimed_by', 'is not', null), row('other.id', '<', row.ref('outbox.id'))]),
        ]),
      )
    const isReady = eb.not(eb.exists(other))
    return eb.or([eb('outbox.priority', '=', 1), isStrictlyOrdered ? eb.and([isReady, isOldest(now)(eb)]) : isReady])
  }
}

/** No older message to the same recipient has still to be sent. */
function isOldest(now: Date) {
  return (eb: ExpressionBuilder<Tables, 'outbox'>) => {
    const older = eb
      .selectFrom('outbox as older')
      .select('older.id')
      .whereRef('older.channel', '=', 'outbox.channel')
      .whereRef('older.recipient', '=', 'outbox.recipient')
      .whereRef('older.id', '<', 'outbox.id')
      .where('older.next_attempt_at', 'is not', null)
      .where((row) => row.or([row('older.not_before', 'is', null), row('older.not_before', '<=', now.toISOString())]))
      .where((row) => row.or([row('older.expires_at', 'is', null), row('older.expires_at', '>', now.toISOString())]))
    return eb.not(eb.exists(older))
  }
}

/** A newer message with the same tag has been sent to the recipient, or is due. */
export async function isReplaced(db: Db, channel: ChannelName, claim: Claim, now: Date): Promise<boolean> {
  const { message, tag } = claim
  if (tag === null) return false
  const newer = await db
    .selectFrom('outbox')
    .select('id')
    .where('channel', '=', channel)
    .where('recipient', '=', message.recipient)
    .where('tag', '=', tag)
    .where('id', '>', message.id)
    .where((eb) => eb.or([eb('not_before', 'is', null), eb('not_before', '<=', now.toISOString())]))
    .limit(1)
    .executeTakeFirst()
  return newer !== undefined
}

const finishedState = { next_attempt_at: null, retry_at: null, claimed_by: null, message: '' } as const

/** `note`: why it did not go out in the usual way. */
export function markSent(db: Db, claim: Claim, now: Date, note: string | null): Promise<void> {
  return finish(db, claim, { sent_at: now.toISOString(), last_error: note })
}

/** The message is not tried again. */
export function markGivenUp(db: Db, claim: Claim, reason: string): Promise<void> {
  return finish(db, claim, { last_error: reason })
}

type Outcome = { readonly sent_at?: string; readonly last_error: string | null }

async function finish(db: Db, { message, token }: Claim, outcome: Outcome): Promise<void> {
  await db
    .updateTable('outbox')
    .set((eb) => ({ ...finishedState, ...outcome, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', message.id)
    .where('claimed_by', '=', token)
    .execute()
  await db.deleteFrom('outbox').where('id', '=', message.id).where('is_deleted_when_done', '=', 1).execute()
}

/** The time of the next attempt after a failure. */
export type Retry = {
  readonly reason: string
  readonly until: Date
  /** The recipient asked for a pause: a newer message does not shorten it. */
  readonly isPause: boolean
  /** False for an attempt that does not count. */
  readonly isAttempt: boolean
}

/** The message is tried again at `until`. */
export async function markFailed(db: Db, { message, token }: Claim, retry: Retry): Promise<void> {
  const { reason, until, isPause, isAttempt } = retry
  await db
    .updateTable('outbox')
    .set((eb) => ({
      claimed_by: null,
      last_error: reason,
      next_attempt_at: until.toISOString(),
      retry_at: isPause ? null : until.toISOString(),
      attempts: eb('attempts', '+', isAttempt ? 1 : 0),
    }))
    .where('id', '=', message.id)
    .where('claimed_by', '=', token)
    .where('next_attempt_at', 'is not', null)
    .execute()
}

/** Nothing waiting for the recipient is sent before this time. */
export async function postponeMessagesTo(db: Db, channel: ChannelName, recipient: string, at: Date): Promise<void> {
  const until = at.toISOString()
  await db
    .updateTable('outbox')
    .set({ next_attempt_at: until, retry_at: null })
    .where('channel', '=', channel)
    .where('recipient', '=', recipient)
    .where('claimed_by', 'is', null)
    .where('next_attempt_at', '<', until)
    .execute()
}

/** Removes a message whose work is done in this transaction. Returns false if it has been done before. */
export async function removeMessage(trx: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('outbox').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}

/** Finds when the next message of a channel is due, or the next lease ends. Ignores messages that wait for older ones. */
export async function findNextAttempt(db: Db, channel: ClaimRules, now: Date): Promise<Date | undefined> {
  const { next } = await db
    .selectFrom('outbox')
    .where('channel', '=', channel.name)
    .where((eb) => (channel.isStrictlyOrdered ? isOldest(now)(eb) : eb.lit(true)))
    .select(({ fn }) => fn.min('next_attempt_at').as('next'))
    .executeTakeFirstOrThrow()
  return next === null ? undefined : new Date(next)
}

/** The number of overdue messages, and since when the oldest has been waiting. */
export async function findBacklog(db: Db, now: Date): Promise<{ waiting: number; oldest: string | null }> {
  const { waiting, oldest } = await db
    .selectFrom('outbox')
    .where('next_attempt_at', 'is not', null)
    .where((eb) => eb(eb.fn.coalesce('not_before', 'created_at'), '<=', now.toISOString()))
    .select(({ fn }) => [
      fn.countAll<number | string>().as('waiting'),
      fn.min<string | null>(fn.coalesce('not_before', 'created_at')).as('oldest'),
    ])
    .executeTakeFirstOrThrow()
  return { waiting: Number(waiting), oldest }
}

/** Gives up all messages that have not been sent, and returns their number. */
export async function cancelUnsent(db: Db, reason: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ ...finishedState, last_error: reason })
    .where('next_attempt_at', 'is not', null)
    .executeTakeFirst()
  await db.deleteFrom('outbox').where('is_deleted_when_done', '=', 1).execute()
  return Number(numUpdatedRows)
}
