import type { GolferWithdrawals, NotifiedPeople } from '#contract/organiser-message-contract.ts'
import type { FieldMember } from '#domain/field/field.ts'
import { formatList } from '#domain/text/format.ts'
import { canShowPickCounts } from '#domain/tournament/pick-visibility.ts'
import type { UnavailableGolfer } from '#domain/tournament/unavailable-golfers.ts'
import { addMessages } from '#server/delivery/outbox/outbox-store.ts'
import { FeedError } from '#server/feed/feed-error.ts'
import type { EventWithField } from '#server/feed/score-source.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import type { Db } from '#server/platform/db/database.ts'
import { Problem } from '#server/platform/http/problem.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { countEntries } from '#server/pool/entries/entry-store.ts'
import { proposeNewcomers } from '#server/pool/tournament-setup/newcomers.ts'
import type { TierSources } from '#server/pool/tournament-setup/tier-proposal.ts'
import { findWithdrawnGolfers } from '#server/pool/tournaments/golfer-withdrawals.ts'
import { requireTournament } from '#server/pool/tournaments/require-tournament.ts'
import { inOpenTournament, observeStart } from '#server/pool/tournaments/tournament-start.ts'
import { listPlayers, type TournamentRecord } from '#server/pool/tournaments/tournament-store.ts'
import { golferWithdrawalMessage } from './golfer-withdrawal-message.ts'
import { type AffectedPick, listNotifiedGolfers, listPicksOf, withdrawalKey } from './golfer-withdrawal-store.ts'
import { addNotifications, type SendingContext, type UserNotification } from './notification-delivery.ts'
import { listRecipients } from './notification-store.ts'
import { golferOutText } from './notification-texts.ts'

type Options = Pick<EditorServices, 'db' | 'clock' | 'outbox'> &
  TierSources &
  Pick<SendingContext, 'publicUrl' | 'timeZone'> & { hasMail: boolean }

export type GolferWithdrawalMessages = ReturnType<typeof createGolferWithdrawalMessages>

/**
 * Finds golfers who left the event before the start and notifies the people who picked them, when an organiser decides so. The
 * organiser learns how many people that are, never who, and not even that in a small pool (docs/rules.md, 9.2;
 * docs/decisions/006-withdrawal-notifications.md).
 */
export function createGolferWithdrawalMessages(options: Options) {
  const { db, clock, events, sources, outbox, publicUrl, timeZone, hasMail } = options
  async function fetchEvent({ espnId }: TournamentRecord): Promise<EventWithField | string> {
    try {
      return await events.find(espnId)
    } catch (error) {
      if (error instanceof FeedError) return error.message
      throw error
    }
  }

  return {
    async find(tournamentId: number): Promise<GolferWithdrawals> {
      const tournament = await requireTournament(db, tournamentId)
      const isClosed = !tournament.active || (await observeStart(db, tournament, await clock.authoritativeNow(db)))
      if (isClosed) return { golfers: [], newcomers: [], message: null }
      const event = await fetchEvent(tournament)
      const found = await findAffectedPicks(db, tournament, event)
      if (typeof found === 'string') return { golfers: [], newcomers: [], message: null, reason: found }
      const players = await listPlayers(db, tournamentId)
      const field = typeof event === 'string' ? [] : event.golfers
      // A newcomer of a provisional field may be missing from the next one.
      const isField = tournament.fieldState !== 'provisional'
      const newcomers = isField
        ? await proposeNewcomers({ db, events, sources }, tournament.espnId, { field, players })
        : []
      const golfers = found.withdrawn.map((golfer) => toLine(golfer, found))
      const lost = found.withdrawn.filter((_, index) => golfers[index]?.entries !== 0)
      return { golfers, newcomers, message: lost.length > 0 ? toSample(lost, tournament) : null }
    },

    /** Nobody is notified twice about the same golfer. */
    async send(tournamentId: number, organiserId: number): Promise<NotifiedPeople> {
      const event = await fetchEvent(await requireTournament(db, tournamentId))
      const people = await inOpenTournament({ db, clock }, tournamentId, async (trx, { tournament, now }) => {
        const found = await findAffectedPicks(trx, tournament, event)
        if (typeof found === 'string') throw new Problem('feed-unavailable', { detail: found })
        const owners = await notifyOwners(trx, tournament, found, { now, publicUrl, timeZone, isRequested: true })
        // The audit log must not reveal picks either: not who the owners are, nor in a small pool whether there are any.
        const count = found.showsCounts ? owners : null
        if (count === null ? found.withdrawn.length > 0 : count > 0) {
          const details = { tournamentId, notified: count }
          await addAuditEntry(trx, { userId: organiserId, action: 'owners told of withdrawals', details }, now)
        }
        return count
      })
      outbox.wake()
      // How many of them have a device would reveal picks.
      return hasMail ? { people, files: 0 } : { people: people === 0 ? 0 : null, files: null }
    },
  }

  /** A preview for the organiser, without names and entries. */
  function toSample(golfers: readonly UnavailableGolfer[], tournament: TournamentRecord) {
    const lost = golfers.map((golfer) => ({ ...golfer, entriesText: 'entry N' }))
    const details = { name: '…', lost, entryId: '…' as const, publicUrl, timeZone }
    const { subject, text } = golferWithdrawalMessage(details, tournament)
    return { subject, text }
  }
}

type AffectedPicks = Exclude<Awaited<ReturnType<typeof findAffectedPicks>>, string>

/** Returns a text that says why if the picks cannot be determined. */
async function findAffectedPicks(
  db: Db,
  { id, fieldState }: TournamentRecord,
  event: Pick<EventWithField, 'golfers' | 'unidentified'> | string,
) {
  if (typeof event === 'string') return event
  const withdrawn = findWithdrawnGolfers(await listPlayers(db, id), event, fieldState)
  if (typeof withdrawn === 'string') return withdrawn
  const playerIds = withdrawn.map(({ player }) => player.id)
  return {
    withdrawn,
    picks: await listPicksOf(db, id, playerIds),
    notified: await listNotifiedGolfers(db, id),
    /** Are there enough entrants for counts not to reveal picks? */
    showsCounts: canShowPickCounts(await countEntries(db, id, { isOfAll: true })),
  }
}

/** Tells the owners of golfers who are not in this field; nobody is notified twice about the same golfer. Returns how many golfers those are. */
export async function notifyOwnersOfLeavers(
  trx: Db,
  tournament: TournamentRecord,
  golfers: readonly FieldMember[],
  context: SendingContext,
): Promise<number> {
  const found = await findAffectedPicks(trx, tournament, { golfers })
  if (typeof found === 'string') return 0
  await notifyOwners(trx, tournament, found, context)
  return found.withdrawn.length
}

/** Adds one message to each owner about all golfers they have not been notified of, and returns the number of owners. */
async function notifyOwners(trx: Db, tournament: TournamentRecord, found: AffectedPicks, context: SendingContext) {
  const picksOf = Map.groupBy(found.picks.filter(needsNotification(found)), ({ owner }) => owner.id)
  const lostBy = (userId: number) => {
    const picks = picksOf.get(userId) ?? []
    return found.withdrawn
      .filter(({ player }) => picks.some(({ playerId }) => playerId === player.id))
      .map((golfer) => ({ ...golfer, entriesText: formatEntryNumbers(golfer, picks) }))
  }
  const entryOf = (userId: number) => picksOf.get(userId)?.[0]?.entryId ?? 0
  const toKey = (userId: number) => {
    const espnIds = lostBy(userId).map(({ player }) => player.espnId)
    return withdrawalKey(tournament.id, userId, espnIds)
  }
  const notification: UserNotification = {
    kind: 'golfer-out',
    tournamentId: tournament.id,
    toKey,
    expiresAt: new Date(tournament.start),
    urgency: 'high',
    isDeadline: true,
    toText({ id, timeZone }) {
      const names = lostBy(id).map(({ player }) => player.name)
      return golferOutText(names, tournament, { entryId: entryOf(id), timeZone })
    },
    toMail({ id, name, timeZone }) {
      const { publicUrl } = context
      return golferWithdrawalMessage({ name, lost: lostBy(id), entryId: entryOf(id), publicUrl, timeZone }, tournament)
    },
  }
  const people = await listRecipients(trx, tournament.id, { hasEntry: true })
  const recipients = people.filter(({ id }) => picksOf.get(id)?.[0]?.isSealed === false)
  const reached = await addNotifications(trx, recipients, notification, context)
  // Whoever wants no such message counts as notified too: otherwise the count would reveal their picks.
  const unreached = [...picksOf.values()].flatMap(([pick]) => (pick && !reached.has(pick.owner.id) ? [pick.owner] : []))
  const records = unreached.map(({ id, email }) => ({
    channel: 'mail' as const,
    requestKey: toKey(id),
    recipient: email,
    payload: null,
    isRecordOnly: true,
  }))
  await addMessages(trx, records, context.now)
  return picksOf.size
}

function needsNotification({ withdrawn, notified }: AffectedPicks): (pick: AffectedPick) => boolean {
  const espnIds = new Map(withdrawn.map(({ player }) => [player.id, player.espnId]))
  return ({ owner, playerId }) => !notified.get(owner.id)?.has(espnIds.get(playerId) ?? '')
}

function toLine({ player, status }: UnavailableGolfer, affected: AffectedPicks): GolferWithdrawals['golfers'][number] {
  const picks = affected.picks.filter(({ playerId }) => playerId === player.id)
  const count = (ids: readonly number[]) => (affected.showsCounts ? new Set(ids).size : null)
  return {
    name: player.name,
    espnId: player.espnId,
    tier: player.tier,
    status,
    entries: count(picks.map(({ entryId }) => entryId)),
    unnotified: count(picks.filter(needsNotification(affected)).map(({ owner }) => owner.id)),
  }
}

/** "entry 1", "entries 1 and 3": those among these picks that have the golfer. */
function formatEntryNumbers({ player }: Pick<UnavailableGolfer, 'player'>, picks: readonly AffectedPick[]): string {
  const numbers = picks.filter(({ playerId }) => playerId === player.id).map(({ entryNumber }) => entryNumber)
  const list = formatList(numbers.map(String))
  return `${numbers.length === 1 ? 'entry' : 'entries'} ${list}`
}
