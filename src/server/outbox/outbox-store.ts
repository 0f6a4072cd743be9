import { randomUUID } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import { toBatches } from '#server/batches.ts'
import type { Db } from '../db/database.ts'
import type { ChannelName } from '../db/tables/message-tables.ts'
import type { Tables } from '../db/tables.ts'

export type NewMessage = {
  channel: ChannelName
  /** The idempotency key: one message per key and recipient. It begins with the subject, such as the tournament. */
  requestKey: string
  recipient: string
  /** Stored as JSON until the message is sent or given up. */
  payload: unknown
  /** Someone is waiting for this message, so it is sent before others. */
  isHighPriority?: boolean
  /** The whole row is deleted once the message is sent or given up. */
  isForgotten?: boolean
  /** The message is not sent before this time. */
  notBefore?: Date
  /** The message is not sent after this time, because it would be out of date: ISO 8601 UTC. */
  expiresAt?: string
}

/** A message that this process has claimed. */
export type QueuedMessage = {
  readonly id: number
  readonly requestKey: string
  readonly recipient: string
  readonly payload: unknown
  /** How often it has been tried before. */
  readonly attempts: number
}

export type Claim = {
  readonly message: QueuedMessage
  readonly token: string
  readonly expiresAt: string | null
}

/** Databases limit the number of bound values per statement. */
const rowsPerStatement = 500

/**
 * Adds messages to the outbox, which sends them after the commit, and returns how many were new. Call it in the transaction
 * that makes the change the messages are about.
 */
export async function addMessages(db: Db, messages: readonly NewMessage[], now: Date): Promise<number> {
  let added = 0
  for (const batch of toBatches(messages, rowsPerStatement)) {
    const rows = batch.map((message) => ({
      channel: message.channel,
      request_key: message.requestKey,
      recipient: message.recipient,
      message: JSON.stringify(message.payload),
      priority: message.isHighPriority ? (1 as const) : (0 as const),
      is_forgotten: message.isForgotten ? (1 as const) : (0 as const),
      expires_at: message.expiresAt ?? null,
      not_before: message.notBefore?.toISOString() ?? null,
      next_attempt_at: (message.notBefore ?? now).toISOString(),
      created_at: now.toISOString(),
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

type ClaimRequest = { channel: ChannelName; now: Date; leaseMs: number; recipientIntervalMs?: number | undefined }

/**
 * Claims the next due message of a channel for this process: high priority first, then the oldest. If the process dies before
 * the message is handed over, it is due again when the claim ends. With `recipientIntervalMs`, `db` must be a transaction.
 */
export async function claimMessage(db: Db, request: ClaimRequest): Promise<Claim | undefined> {
  const now = request.now.toISOString()
  for (;;) {
    const due = await db
      .selectFrom('outbox')
      .selectAll()
      .where('channel', '=', request.channel)
      .where('next_attempt_at', '<=', now)
      .where('handed_over_at', 'is', null)
      .where(isRecipientReady(request))
      .orderBy('priority', 'desc')
      .orderBy('next_attempt_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!due) return undefined
    if (request.recipientIntervalMs !== undefined) await lockMessagesTo(db, request.channel, due.recipient)
    const token = randomUUID()
    const { numUpdatedRows } = await db
      .updateTable('outbox')
      .set({ claimed_by: token, next_attempt_at: endOfLease(request) })
      .where('id', '=', due.id)
      .where('next_attempt_at', '=', due.next_attempt_at)
      .where('handed_over_at', 'is', null)
      .where(isRecipientReady(request))
      .executeTakeFirst()
    // Another process claimed it first: try the next.
    if (numUpdatedRows !== 1n) continue
    const { id, request_key: requestKey, recipient, attempts, expires_at: expiresAt } = due
    return { message: { id, requestKey, recipient, payload: JSON.parse(due.message), attempts }, token, expiresAt }
  }
}

/** Nothing is being sent to the recipient, and nothing was within the interval. */
function isRecipientReady({ channel, now, recipientIntervalMs }: ClaimRequest) {
  return (eb: ExpressionBuilder<Tables, 'outbox'>) => {
    if (recipientIntervalMs === undefined) return eb.lit(true)
    const since = new Date(now.getTime() - recipientIntervalMs).toISOString()
    const other = eb
      .selectFrom('outbox as other')
      .select('other.id')
      .where('other.channel', '=', channel)
      .whereRef('other.recipient', '=', 'outbox.recipient')
      .whereRef('other.id', '!=', 'outbox.id')
      .where((row) =>
        row.or([
          row('other.sent_at', '>', since),
          row.and([row('other.claimed_by', 'is not', null), row('other.next_attempt_at', '>', now.toISOString())]),
          // Its sender has died, and it has not been settled yet.
          row.and([row('other.handed_over_at', 'is not', null), row('other.next_attempt_at', 'is not', null)]),
        ]),
      )
    return eb.not(eb.exists(other))
  }
}

/** Serialises claims of messages to the same recipient, by locking the recipient's first row. */
async function lockMessagesTo(trx: Db, channel: ChannelName, recipient: string): Promise<void> {
  await trx
    .updateTable('outbox')
    .set((eb) => ({ attempts: eb.ref('attempts') }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('outbox as first')
        .select(({ fn }) => fn.min('first.id').as('id'))
        .where('first.channel', '=', channel)
        .where('first.recipient', '=', recipient),
    )
    .execute()
}

const endOfLease = ({ now, leaseMs }: Pick<ClaimRequest, 'now' | 'leaseMs'>) =>
  new Date(now.getTime() + leaseMs).toISOString()

/** Extends a claim that has not been lost. */
export async function extendClaim(
  db: Db,
  { message, token }: Claim,
  request: Pick<ClaimRequest, 'now' | 'leaseMs'>,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ next_attempt_at: endOfLease(request) })
    .where('id', '=', message.id)
    .where('claimed_by', '=', token)
    .where('next_attempt_at', 'is not', null)
    .execute()
}

/**
 * Renews the claim as well. Returns false if another process has claimed the message, or if it was handed over before. Then it
 * must not be sent.
 */
export async function markHandedOver(
  db: Db,
  { message, token }: Claim,
  request: Pick<ClaimRequest, 'now' | 'leaseMs'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ handed_over_at: request.now.toISOString(), next_attempt_at: endOfLease(request) })
    .where('id', '=', message.id)
    .where('claimed_by', '=', token)
    .where('handed_over_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const finishedState = { next_attempt_at: null, claimed_by: null, message: '' } as const

export async function markSent(db: Db, { message, token }: Claim, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set((eb) => ({ ...finishedState, sent_at: now.toISOString(), last_error: null, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', message.id)
    .where('claimed_by', '=', token)
    .execute()
  await removeForgotten(db, [message.id])
}

/** The message is tried again at `until`. With `isAttempt` false, the receiver was only busy, which does not count. */
export async function markFailed(
  db: Db,
  { message, token }: Claim,
  { reason, until, isAttempt }: { reason: string; until: Date; isAttempt: boolean },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set((eb) => ({
      claimed_by: null,
      handed_over_at: null,
      last_error: reason,
      next_attempt_at: until.toISOString(),
      attempts: eb('attempts', '+', isAttempt ? 1 : 0),
    }))
    .where('id', '=', message.id)
    .where('claimed_by', '=', token)
    .where('next_attempt_at', 'is not', null)
    .execute()
}

/** The message is not tried again. */
export async function markGivenUp(db: Db, { message, token }: Claim, reason: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set((eb) => ({ ...finishedState, handed_over_at: null, last_error: reason, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', message.id)
    .where('claimed_by', '=', token)
    .execute()
  await removeForgotten(db, [message.id])
}

/** Nothing waiting for the recipient is sent before this time. */
export async function postponeMessagesTo(
  db: Db,
  { channel, recipient, until }: { channel: ChannelName; recipient: string; until: Date },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ next_attempt_at: until.toISOString() })
    .where('channel', '=', channel)
    .where('recipient', '=', recipient)
    .where('claimed_by', 'is', null)
    .where('next_attempt_at', '<', until.toISOString())
    .execute()
}

/** The reason stored for messages whose sender died between the hand-over and the answer. */
const unansweredReason = 'handed over, but the server ended before the answer'

/** Its sender died between the hand-over and the answer. */
function isAbandoned(channel: ChannelName, now: Date) {
  return (eb: ExpressionBuilder<Tables, 'outbox'>) =>
    eb.and([
      eb('channel', '=', channel),
      eb('handed_over_at', 'is not', null),
      eb('next_attempt_at', '<=', now.toISOString()),
    ])
}

/**
 * Messages whose sender died after the hand-over become due again, before the recipient's newer ones, which may replace
 * them. For receivers that discard duplicates. Returns their ids.
 */
export async function repeatHandedOver(db: Db, channel: ChannelName, now: Date): Promise<number[]> {
  const rows = await db
    .updateTable('outbox')
    .set((eb) => ({
      claimed_by: null,
      handed_over_at: null,
      next_attempt_at: eb.fn.coalesce('not_before', 'created_at'),
      last_error: unansweredReason,
      attempts: eb('attempts', '+', 1),
    }))
    .where(isAbandoned(channel, now))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Messages whose sender died after the hand-over count as sent, because the receiver almost certainly has them. Returns
 * their ids.
 */
export async function settleHandedOver(db: Db, channel: ChannelName, now: Date): Promise<number[]> {
  const abandoned = await db
    .selectFrom('outbox')
    .select('id')
    .where(isAbandoned(channel, now))
    .limit(1)
    .executeTakeFirst()
  if (!abandoned) return []
  const rows = await db
    .updateTable('outbox')
    .set((eb) => ({
      ...finishedState,
      sent_at: eb.ref('handed_over_at'),
      last_error: unansweredReason,
      attempts: eb('attempts', '+', 1),
    }))
    .where(isAbandoned(channel, now))
    .returning('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  await removeForgotten(db, ids)
  return ids
}

async function removeForgotten(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('outbox').where('id', 'in', ids).where('is_forgotten', '=', 1).execute()
}

/** When the next message of a channel is due, or the next claim ends. */
export async function findNextAttempt(db: Db, channel: ChannelName): Promise<Date | undefined> {
  const { next } = await db
    .selectFrom('outbox')
    .where('channel', '=', channel)
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
export async function abandonUnsent(db: Db, reason: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ ...finishedState, last_error: reason })
    .where('next_attempt_at', 'is not', null)
    .executeTakeFirst()
  await db.deleteFrom('outbox').where('is_forgotten', '=', 1).execute()
  return Number(numUpdatedRows)
}
