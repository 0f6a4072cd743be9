import type { Withdrawals } from '#contract/organiser-mail-contract.ts'
import { canShowPickCounts } from '#domain/tournament/pick-visibility.ts'
import { isOpenForEntries } from '#domain/tournament/tournament.ts'
import type { UnavailableGolfer } from '#domain/tournament/unavailable-golfers.ts'
import { addAuditEntry } from '../audit-log/audit-log-store.ts'
import type { Clock } from '../db/clock.ts'
import { type Database, type Db, inRetriedTransaction } from '../db/database.ts'
import { countEntries } from '../entries/entry-store.ts'
import { FeedError } from '../feed/feed-error.ts'
import { Problem } from '../http/problem.ts'
import { addMails } from '../mail/mail-queue.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { EventLookup, EventWithField } from '../tournaments/event-lookup.ts'
import { requireTournament } from '../tournaments/require-tournament.ts'
import { listPlayers, type TournamentRecord } from '../tournaments/tournament-store.ts'
import { findWithdrawnGolfers } from '../tournaments/withdrawn-golfers.ts'
import { lockOpenTournament } from './open-tournament-lock.ts'
import { type WithdrawnPick, withdrawalMessage } from './withdrawal-message.ts'
import { type AffectedPick, listNotifiedGolfers, listPicksOf, withdrawalKey } from './withdrawal-store.ts'

type Options = {
  db: Database['db']
  clock: Pick<Clock, 'authoritativeNow'>
  events: EventLookup
  outbox: Pick<Outbox, 'wake'>
  publicUrl: string
  /** For the times in the emails. */
  timeZone: string
}

export type WithdrawalMails = ReturnType<typeof createWithdrawalMails>

/**
 * Finds golfers who left the event before the start and emails the people who picked them. The organiser learns how
 * many people that are, never who, and not even that in a small pool (docs/rules.md, 9.2;
 * docs/decisions/006-withdrawal-notifications.md).
 */
export function createWithdrawalMails({ db, clock, events, outbox, publicUrl, timeZone }: Options) {
  const entryUrl = (entry: string | number) => `${publicUrl}/entry/edit/${entry}`

  async function fetchEvent({ espnId }: TournamentRecord): Promise<EventWithField | string> {
    try {
      return await events.find(espnId)
    } catch (error) {
      if (error instanceof FeedError) return error.message
      throw error
    }
  }

  return {
    async find(tournamentId: number): Promise<Withdrawals> {
      const tournament = await requireTournament(db, tournamentId)
      if (!isOpenForEntries(tournament, await clock.authoritativeNow(db))) return { golfers: [], message: null }
      const found = await findAffectedPicks(db, tournament, await fetchEvent(tournament))
      if (typeof found === 'string') return { golfers: [], message: null, reason: found }
      const golfers = found.withdrawn.map((golfer) => toLine(golfer, found))
      const lost = found.withdrawn.filter((_, index) => golfers[index]?.entries !== 0)
      return { golfers, message: lost.length > 0 ? toSample(lost, tournament) : null }
    },

    /** Queues the emails and returns the number of owners, or null. Nobody is notified twice about the same golfer. */
    async notifyOwners(tournamentId: number, organiserId: number): Promise<number | null> {
      const event = await fetchEvent(await requireTournament(db, tournamentId))
      const notified = await inRetriedTransaction(db, async (trx) => {
        const { tournament, now } = await lockOpenTournament(trx, clock, tournamentId)
        const found = await findAffectedPicks(trx, tournament, event)
        if (typeof found === 'string') throw new Problem('feed-unavailable', { detail: found })
        const owners = [...Map.groupBy(found.picks.filter(needsNotification(found)), (pick) => pick.owner.id).values()]
        const mails = owners.flatMap((picks) => toMail(picks, found.withdrawn, tournament) ?? [])
        // The audit log must not reveal picks either: not who the owners are, nor in a small pool whether there are any.
        const details = { tournamentId, told: found.showsCounts ? mails.length : null }
        if (found.showsCounts ? mails.length > 0 : found.withdrawn.length > 0) {
          await addAuditEntry(trx, { userId: organiserId, action: 'owners told of withdrawals', details }, now)
        }
        const added = await addMails(trx, mails, now)
        return found.showsCounts ? added : null
      })
      outbox.wake()
      return notified
    },
  }

  /** One email to an owner about all these picks. */
  function toMail(
    picks: readonly AffectedPick[],
    withdrawn: readonly UnavailableGolfer[],
    tournament: TournamentRecord,
  ) {
    const [first] = picks
    if (!first) return undefined
    const lost = withdrawn.filter(({ player }) => picks.some(({ playerId }) => playerId === player.id))
    const golfers = lost.map((golfer) => toWithdrawnPick(golfer, formatEntryNumbers(golfer, picks)))
    const { owner, entryId } = first
    return {
      requestKey: withdrawalKey(
        tournament.id,
        owner.id,
        lost.map(({ player }) => player.espnId),
      ),
      recipient: owner.email,
      message: withdrawalMessage({ name: owner.name, golfers, entryUrl: entryUrl(entryId), timeZone }, tournament),
      expiresAt: tournament.start,
    }
  }

  /** A preview for the organiser, without names and entries. */
  function toSample(lost: readonly UnavailableGolfer[], tournament: TournamentRecord) {
    const golfers = lost.map((golfer) => toWithdrawnPick(golfer, 'entry …'))
    const { subject, text } = withdrawalMessage({ name: '…', golfers, entryUrl: entryUrl('…'), timeZone }, tournament)
    return { subject, text }
  }
}

type AffectedPicks = {
  readonly withdrawn: readonly UnavailableGolfer[]
  readonly picks: readonly AffectedPick[]
  readonly notified: ReadonlyMap<number, ReadonlySet<string>>
  /** Are there enough entrants for counts not to reveal picks? */
  readonly showsCounts: boolean
}

/** Returns a text that says why if the picks cannot be determined. */
async function findAffectedPicks(
  db: Db,
  { id }: TournamentRecord,
  event: EventWithField | string,
): Promise<AffectedPicks | string> {
  if (typeof event === 'string') return event
  const withdrawn = findWithdrawnGolfers(await listPlayers(db, id), event)
  if (typeof withdrawn === 'string') return withdrawn
  const playerIds = withdrawn.map(({ player }) => player.id)
  return {
    withdrawn,
    picks: await listPicksOf(db, id, playerIds),
    notified: await listNotifiedGolfers(db, id),
    showsCounts: canShowPickCounts(await countEntries(db, id)),
  }
}

function needsNotification({ withdrawn, notified }: AffectedPicks): (pick: AffectedPick) => boolean {
  const espnIds = new Map(withdrawn.map(({ player }) => [player.id, player.espnId]))
  return ({ owner, playerId }) => !notified.get(owner.id)?.has(espnIds.get(playerId) ?? '')
}

function toLine({ player, status }: UnavailableGolfer, affected: AffectedPicks): Withdrawals['golfers'][number] {
  const picks = affected.picks.filter(({ playerId }) => playerId === player.id)
  return {
    name: player.name,
    espnId: player.espnId,
    tier: player.tier,
    status,
    entries: affected.showsCounts ? new Set(picks.map(({ entryId }) => entryId)).size : null,
    unnotified: affected.showsCounts
      ? new Set(picks.filter(needsNotification(affected)).map(({ owner }) => owner.id)).size
      : null,
  }
}

export function toWithdrawnPick({ player, status }: UnavailableGolfer, entriesText: string): WithdrawnPick {
  return { name: player.name, tier: player.tier, status, entriesText }
}

/** "entry 1", "entries 1 and 3": those among these picks that have the golfer. */
export function formatEntryNumbers(
  { player }: Pick<UnavailableGolfer, 'player'>,
  picks: readonly AffectedPick[],
): string {
  const numbers = picks.filter(({ playerId }) => playerId === player.id).map(({ entryNumber }) => entryNumber)
  const list = new Intl.ListFormat('en-GB').format(numbers.map(String))
  return `${numbers.length === 1 ? 'entry' : 'entries'} ${list}`
}
