import type { NotifiedPeople, Reach, Results as ResultState } from '#contract/organiser-message-contract.ts'
import { describeMarksSince } from '#domain/scores/score-corrections.ts'
import type { Standings } from '#domain/standings/standings.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import type { Db } from '#server/platform/db/database.ts'
import { Problem } from '#server/platform/http/problem.ts'
import type { MailConfig } from '#server/platform/settings/config.ts'
import { fillPoolName } from '#server/platform/text/pool-name.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { findPot } from '#server/pool/payments/payment-store.ts'
import { requireTournament } from '#server/pool/tournaments/require-tournament.ts'
import { inLockedTournament } from '#server/pool/tournaments/tournament-start.ts'
import type { TournamentRecord } from '#server/pool/tournaments/tournament-store.ts'
import { findLeaderboard } from '#server/scores/leaderboard/leaderboard-store.ts'
import { rankEntries } from '#server/scores/leaderboard/rank-entries.ts'
import {
  addNotifications,
  countReached,
  findChannel,
  findReach,
  type SendingContext,
  type UserNotification,
} from './notification-delivery.ts'
import { listRecipients, listSentMessages, type Recipient, type SentMessage } from './notification-store.ts'
import { noResultText, reopenedText, resultsText, summariseEntry } from './notification-texts.ts'
import { listOwnLines, resultMessage, summariseResult } from './result-message.ts'

type Options = Pick<EditorServices, 'db' | 'clock' | 'outbox'> &
  Pick<SendingContext, 'publicUrl' | 'timeZone'> & {
    mail: MailConfig
    /** Whether the tournament was ended with places. */
    hasPlaces(db: Db, tournamentId: number): Promise<boolean>
    /** The pool's name. */
    name: string
  }

export type Result = {
  readonly tournament: TournamentRecord
  /** Null without places. */
  readonly standings: Standings | null
  /** Why there are no places. */
  readonly reason?: string | undefined
  /** What was corrected and why, a line for each golfer. */
  readonly corrections?: readonly string[] | undefined
}

/** Does something for the people who are told of a result, once for each `now`, and returns their number. */
export type ResultNotification = (trx: Db, result: Result, now: Date) => Promise<number>

type Ended = {
  readonly tournament: Pick<TournamentRecord, 'id' | 'name' | 'start' | 'decision' | 'fee' | 'trueAnswers'>
  readonly standings: Standings
  /** The recipients were sent another result before. */
  readonly isCorrected?: boolean
  readonly corrections?: readonly string[] | undefined
}

/** `pot`: null without a fee in a currency. */
type Told = Ended & { readonly pot: number | null }

const kind = 'results' as const
/** The outbox key has the tournament and the person: one message each. */
const keyPrefix = 'results'
/** Keys of messages that say that there is another result, or none. */
const correctionPrefix = 'results-corrected'

/** Adds the results for everyone with an entry who does not have them yet, and returns the number of people. */
export async function addResults(trx: Db, ended: Ended, context: SendingContext): Promise<number> {
  return addResultsFor(trx, await listMissing(trx, ended.tournament.id), ended, context)
}

async function addResultsFor(trx: Db, missing: readonly Recipient[], ended: Ended, context: SendingContext) {
  const told = { ...ended, pot: await findPot(trx, ended.tournament) }
  return (await addNotifications(trx, missing, toNotification(told, context.publicUrl), context)).size
}

/**
 * Tells those who were sent a result that it has changed or, without places, everyone with an entry that there is none,
 * each through the channel they have chosen (docs/rules.md, 5.4).
 */
export function createResultNotification(options: Pick<SendingContext, 'publicUrl' | 'timeZone'>): ResultNotification {
  return async (trx, result, now) => {
    const context = { ...options, now, isRequested: true }
    const { recipients, notification } = await prepareResultNotification(trx, result, context)
    return (await addNotifications(trx, recipients, notification, context)).size
  }
}

/** Counts the people whom `createResultNotification` would tell, and tells nobody. */
export function createResultNotificationCount(
  options: Pick<SendingContext, 'publicUrl' | 'timeZone'>,
): ResultNotification {
  return async (db, result, now) => {
    const context = { ...options, now, isRequested: true }
    const { recipients, notification } = await prepareResultNotification(db, result, context)
    return countReached(db, recipients, notification, context)
  }
}

/** What people are told of a cancellation, and that it is undone (docs/rules.md, 5.4). */
export type CancellationNotices = {
  /** How the news of a cancellation would reach those who have entered. */
  readonly findReach: (db: Db, tournament: TournamentRecord, now: Date) => Promise<Reach>
  /** How the news that it is undone would reach those who were told. */
  readonly findReopeningReach: CancellationNotices['findReach']
  /** Tells them, and returns their number. */
  readonly notifyOfReopening: (trx: Db, tournament: TournamentRecord, now: Date) => Promise<number>
}

export function createCancellationNotices({
  hasMail,
  ...options
}: Pick<SendingContext, 'publicUrl' | 'timeZone'> & { hasMail: boolean }): CancellationNotices {
  const listEntrants = (db: Db, { id }: TournamentRecord) => listRecipients(db, id, { hasEntry: true })
  async function listTold(db: Db, tournament: TournamentRecord) {
    const told = await listToldUsers(db, tournament.id)
    return (await listEntrants(db, tournament)).filter(({ id }) => told.has(id))
  }
  const toReach = (people: readonly Recipient[], now: Date) =>
    findReach(people, { kind }, { now, timeZone: options.timeZone, hasMail })
  return {
    findReach: async (db, tournament, now) => toReach(await listEntrants(db, tournament), now),
    findReopeningReach: async (db, tournament, now) => toReach(await listTold(db, tournament), now),
    async notifyOfReopening(trx, tournament, now) {
      const { id: tournamentId } = tournament
      const notification: UserNotification = {
        kind,
        tournamentId,
        toKey: (userId) => `results-reopened:${tournamentId}:${now.getTime()}:${userId}`,
        toText: ({ timeZone }) => reopenedText(tournament, timeZone),
      }
      const context = { ...options, now, isRequested: true }
      return (await addNotifications(trx, await listTold(trx, tournament), notification, context)).size
    },
  }
}

/** Those who were told that the tournament is cancelled: it has never had a result. */
async function listToldUsers(db: Db, tournamentId: number): Promise<Set<number>> {
  const messages = await listSentMessages(db, [`${correctionPrefix}:${tournamentId}:`])
  const told = messages.filter(({ state }) => state !== 'failed')
  return new Set(told.map(({ requestKey }) => Number(requestKey.split(':').at(-1))))
}

async function prepareResultNotification(
  db: Db,
  { tournament, standings, reason = '', corrections }: Result,
  { publicUrl, now }: SendingContext,
): Promise<{ recipients: Recipient[]; notification: UserNotification }> {
  const tournamentId = tournament.id
  const everyone = await listRecipients(db, tournamentId, { hasEntry: true })
  const toKey = (userId: number) => `${correctionPrefix}:${tournamentId}:${now.getTime()}:${userId}`
  if (!standings) {
    const toText = () => noResultText(tournament, reason)
    return { recipients: everyone, notification: { kind, tournamentId, toKey, toText } }
  }
  const sent = await listSentResults(db, tournamentId)
  const recipients = everyone.filter(({ id }) => hasGot(sent, id))
  const pot = await findPot(db, tournament)
  // One that was reopened may have been corrected since anybody was sent its result.
  const [since = ''] = [...sent.values()].map(({ createdAt }) => createdAt).sort()
  const known = corrections ?? describeMarksSince(standings.golfers, since)
  const told = { tournament, standings, isCorrected: true, corrections: known, pot }
  return { recipients, notification: { ...toNotification(told, publicUrl), toKey } }
}

export type Results = ReturnType<typeof createResults>

/** The organiser's button: sends the results of an ended tournament to everyone who has not got them (docs/rules.md, 9.4). */
export function createResults({ db, clock, outbox, mail, publicUrl, timeZone, name, hasPlaces }: Options) {
  /** Undefined if the tournament has not ended, or was ended without places. */
  async function findFinalStandings(reader: Db, tournament: TournamentRecord): Promise<Standings | undefined> {
    if (tournament.active) return undefined
    const board = await findLeaderboard(reader, tournament.id)
    if (!board || !(await hasPlaces(reader, tournament.id))) return undefined
    return rankEntries(reader, tournament, board)
  }

  const hasMail = mail.kind === 'smtp'
  const toChannel = (person: Recipient) => findChannel(person, kind, { isRequested: true })
  const isReached = (person: Recipient) => hasMail || toChannel(person) === 'push'

  function toPreview(notification: ReturnType<typeof toNotification>, person: Recipient, { emails }: Reach) {
    if (emails > 0) {
      const { subject, text } = notification.toMail(person)
      return { subject, text: fillPoolName(text, name) }
    }
    const text = notification.toText(person)
    return text && { subject: text.title, text: fillPoolName(text.body, name) }
  }

  return {
    /** Who has been sent the results, who has not, and what `userId` or else the first of these would get. */
    async preview(tournamentId: number, userId: number): Promise<ResultState> {
      const tournament = await requireTournament(db, tournamentId)
      const sent = await listSentResults(db, tournamentId)
      const context = { now: await clock.authoritativeNow(db), timeZone, hasMail }
      const everyone = await listRecipients(db, tournamentId, { hasEntry: true })
      const told = everyone.filter(({ id }) => hasGot(sent, id))
      const common = { sent: summarise([...sent.values()]), told: findReach(told, { kind }, context) }
      const standings = await findFinalStandings(db, tournament)
      if (!standings) {
        const state = tournament.active ? 'not-ended' : 'no-results'
        return { ...common, state, missing: 0, reach: findReach([], { kind }, context), skipped: [], message: null }
      }
      const missing = everyone.filter((person) => !sent.has(person.id) && toChannel(person) !== null)
      const known = new Set([...sent.keys(), ...missing.map(({ id }) => id)])
      const reached = missing.filter(isReached)
      const reach = findReach(missing, { kind }, context)
      const shown = reached.find(({ id }) => id === userId) ?? reached[0]
      const result = { tournament, standings, pot: await findPot(db, tournament) }
      return {
        ...common,
        state: 'ended',
        missing: reached.length,
        reach,
        skipped: standings.pool.entries.filter((entry) => !known.has(entry.userId)).map((entry) => entry.name),
        message: shown ? toPreview(toNotification(result, publicUrl), shown, reach) : null,
      }
    },

    async send(tournamentId: number, organiserId: number): Promise<NotifiedPeople> {
      const people = await inLockedTournament({ db, clock }, tournamentId, async (trx, { tournament, now }) => {
        const standings = await findFinalStandings(trx, tournament)
        if (!standings) throw new Problem('no-results')
        const missing = (await listMissing(trx, tournamentId)).filter((person) => toChannel(person) !== null)
        // An email that becomes a file would count as sent, and never be sent once there is a mail server.
        const reached = missing.filter(isReached)
        if (reached.length === 0 && missing.length > 0) {
          throw new Problem('no-mail-server', { detail: 'The operator can set SMTP_URL and MAIL_FROM.' })
        }
        const context = { now, publicUrl, timeZone, isRequested: true }
        const count = await addResultsFor(trx, reached, { tournament, standings }, context)
        const details = { tournamentId, count }
        if (count > 0) await addAuditEntry(trx, { userId: organiserId, action: 'results sent', details }, now)
        return count
      })
      outbox.wake()
      return { people, files: 0 }
    },
  }
}

function toNotification(
  { tournament, standings, isCorrected = false, corrections = [], pot }: Told,
  publicUrl: string,
) {
  const { id: tournamentId } = tournament
  const indexOf = indexEntries(standings)
  const summary = summariseResult(tournament, standings, { publicUrl, isCorrected, corrections, pot })
  return {
    kind,
    tournamentId,
    toKey: (userId) => `${keyPrefix}:${tournamentId}:${userId}`,
    toText({ id }: Pick<Recipient, 'id'>) {
      const index = indexOf.get(id)
      if (index === undefined) return null
      return resultsText(tournament, summary.headline, { ...summariseEntry(standings, index), isCorrected })
    },
    toMail({ id, name }: Pick<Recipient, 'id' | 'name'>) {
      const index = indexOf.get(id)
      return resultMessage(name, index === undefined ? [] : listOwnLines(standings, index), summary)
    },
  } satisfies UserNotification
}

/** The indexes of the entry records in the pool, by user id. */
export function indexEntries({ pool }: Standings): Map<number, number> {
  return new Map(pool.entries.map(({ userId }, index) => [userId, index]))
}

function hasGot(sent: ReadonlyMap<number, SentMessage>, userId: number): boolean {
  return (sent.get(userId)?.state ?? 'failed') !== 'failed'
}

/** People with an entry to whom no results have been sent. */
async function listMissing(db: Db, tournamentId: number): Promise<Recipient[]> {
  const sent = await listSentResults(db, tournamentId)
  return (await listRecipients(db, tournamentId, { hasEntry: true })).filter(({ id }) => !sent.has(id))
}

/** The results that have been sent or queued, by user id. */
async function listSentResults(db: Db, tournamentId: number): Promise<Map<number, SentMessage>> {
  const messages = await listSentMessages(db, [`${keyPrefix}:${tournamentId}:`])
  return new Map(
    messages.map((message) => {
      const [, , userId] = message.requestKey.split(':')
      return [Number(userId), message]
    }),
  )
}

/** The number of people in each state; null if nothing has been sent. */
function summarise(messages: readonly SentMessage[]): ResultState['sent'] {
  const [first] = messages
  if (!first) return null
  const count = (wanted: SentMessage['state']) => messages.filter(({ state }) => state === wanted).length
  return {
    at: first.createdAt,
    waiting: count('waiting'),
    sent: count('sent'),
    filed: count('filed'),
    failed: count('failed'),
  }
}
