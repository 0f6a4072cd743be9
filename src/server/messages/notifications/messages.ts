import type {
  MessageAudience,
  MessagePreview,
  NotifiedPeople,
  OrganiserMessage,
} from '#contract/organiser-message-contract.ts'
import { formatCount } from '#domain/text/format.ts'
import type { Tournament } from '#domain/tournament/tournament.ts'
import { isDeliverable } from '#server/delivery/mail/email-address.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import type { Db } from '#server/platform/db/database.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { createDatabaseRateLimiter } from '#server/platform/http/rate-limiter.ts'
import { sha256 } from '#server/platform/secrets/sha256.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { listPaidUsers } from '#server/pool/payments/payment-store.ts'
import { requirePlayedHere, requireTournament } from '#server/pool/tournaments/require-tournament.ts'
import { inLockedTournament } from '#server/pool/tournaments/tournament-start.ts'
import {
  addNotifications,
  findReach,
  type SendingContext,
  toNotified,
  type UserNotification,
} from './notification-delivery.ts'
import { findAddressee, listRecipients, listSentMessages, type Recipient } from './notification-store.ts'

type Options = Pick<EditorServices, 'db' | 'clock' | 'outbox'> &
  Pick<SendingContext, 'publicUrl' | 'timeZone'> & { rateLimitFactor: number; hasMail: boolean }

/** The limit of all organisers together: people would leave a pool that writes more often. */
const hourlyLimit = { points: 5, seconds: 60 * 60 }

const kind = 'message'
const dayMs = 24 * 60 * 60 * 1000

export type Messages = ReturnType<typeof createMessages>

/** An organiser's own text to many people. The same text reaches nobody twice within a day (docs/rules.md, 9.8). */
export function createMessages({ db, clock, outbox, publicUrl, timeZone, rateLimitFactor, hasMail }: Options) {
  return {
    async preview(tournamentId: number, organiserId: number): Promise<MessagePreview> {
      const tournament = await requireTournament(db, tournamentId)
      const now = await clock.authoritativeNow(db)
      const find = async (to: MessageAudience) =>
        findReach(await listAudience(db, tournament.id, to), { kind }, { now, timeZone, hasMail })
      return {
        subject: toSubject(tournament),
        replyTo: (await findReplyAddress(db, organiserId)) ?? null,
        reach: {
          entered: await find('entered'),
          'not-entered': await find('not-entered'),
          unpaid: tournament.fee ? await find('unpaid') : { devices: 0, emails: 0, files: 0, none: 0 },
        },
      }
    },

    async send(tournamentId: number, { to, text }: OrganiserMessage, organiserId: number): Promise<NotifiedPeople> {
      const notified = await inLockedTournament({ db, clock }, tournamentId, async (trx, { tournament, now }) => {
        requirePlayedHere(tournament)
        const prefix = `${kind}:${tournamentId}:${sha256(text).slice(0, 16)}:`
        const sent = await listSentMessages(trx, [prefix])
        const recent = new Set(
          sent
            .filter(({ createdAt }) => now.getTime() - Date.parse(createdAt) < dayMs)
            .map(({ requestKey }) => Number(requestKey.slice(prefix.length).split(':')[0])),
        )
        const people = (await listAudience(trx, tournamentId, to)).filter(({ id }) => !recent.has(id))
        const replyTo = await findReplyAddress(trx, organiserId)
        const notification: UserNotification = {
          kind,
          tournamentId,
          tag: prefix.slice(0, 32),
          toKey: (userId) => `${prefix}${userId}:${now.getTime()}`,
          toText: () => ({
            title: toSubject(tournament),
            body: text,
            path: '/home',
            ...(replyTo !== undefined && { email: { replyTo } }),
          }),
        }
        const context = { now, publicUrl, timeZone, isRequested: true }
        const reached = await addNotifications(trx, people, notification, context)
        const notified = toNotified(reached, hasMail)
        if (reached.size === 0) return notified
        await requireSeldom(trx, now, rateLimitFactor)
        const details = { tournamentId, to, count: notified.people, userIds: [...reached.keys()] }
        await addAuditEntry(trx, { userId: organiserId, action: 'message sent', details }, now)
        return notified
      })
      outbox.wake()
      return notified
    },
  }
}

/** Counts in the transaction that sends the message: what is refused, or reaches nobody, does not count. */
async function requireSeldom(trx: Db, now: Date, factor: number): Promise<void> {
  const limiter = createDatabaseRateLimiter(trx, { now: () => now }, factor)
  const { isAllowed, retryAfterSeconds } = await limiter.consume('organiser-message', hourlyLimit)
  if (isAllowed) return
  const wait = formatCount(Math.ceil(retryAfterSeconds / 60), 'minute')
  throw new Problem('too-many-requests', {
    detail: `Organisers have sent as many messages as they can in an hour. The next one can be sent in ${wait}.`,
    retryAfterSeconds,
  })
}

async function listAudience(db: Db, tournamentId: number, to: MessageAudience): Promise<Recipient[]> {
  const people = await listRecipients(db, tournamentId, { hasEntry: to !== 'not-entered' })
  if (to !== 'unpaid') return people
  const paid = new Set(await listPaidUsers(db, tournamentId))
  return people.filter(({ id }) => !paid.has(id))
}

/** Where replies to an organiser's message go; undefined if they have no address that they have proved. */
async function findReplyAddress(db: Db, organiserId: number): Promise<string | undefined> {
  const organiser = await findAddressee(db, organiserId)
  return organiser && isDeliverable(organiser.email) ? organiser.email : undefined
}

function toSubject({ name }: Pick<Tournament, 'name'>): string {
  return `${name}: a message from your organiser`
}
