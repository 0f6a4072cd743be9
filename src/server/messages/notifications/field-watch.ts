import type { FieldMember } from '#domain/field/field.ts'
import { listEventsBefore } from '#domain/tournament/calendar.ts'
import { isFieldCertain, judgeField, seeField } from '#domain/tournament/field-judge.ts'
import type { FieldState } from '#domain/tournament/tournament.ts'
import { FeedError } from '#server/feed/feed-error.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import { inRetriedTransaction } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import type { SetupSources } from '#server/pool/tournament-setup/setup-sources.ts'
import { claimSource } from '#server/pool/tournament-setup/source-copy-store.ts'
import { findAnnouncement, lockAnnouncement, saveAnnouncement } from '#server/pool/tournaments/announcement-store.ts'
import { type EventField, findEventField, saveEventField } from '#server/pool/tournaments/event-field-store.ts'
import { type EventLookup, findUnplayableReason } from '#server/pool/tournaments/event-lookup.ts'
import { inOpenTournament, observeStart } from '#server/pool/tournaments/tournament-start.ts'
import {
  findActiveTournament,
  setTournament,
  type TournamentRecord,
} from '#server/pool/tournaments/tournament-store.ts'
import type { LeaderboardHub } from '#server/scores/leaderboard/leaderboard-hub.ts'
import { bumpTournamentVersion } from '#server/users/tournament-version-store.ts'
import { notifyOwnersOfLeavers } from './golfer-withdrawals.ts'
import { addNotifications, type SendingContext } from './notification-delivery.ts'
import { listRecipients, notificationKey } from './notification-store.ts'

type Options = Pick<EditorServices, 'db' | 'clock' | 'eventBus'> &
  Pick<SendingContext, 'publicUrl' | 'timeZone'> & {
    events: Pick<EventLookup, 'find'>
    sources: Pick<SetupSources, 'calendar'>
    hub: Pick<LeaderboardHub, 'findLatest'>
    /** Scores come from a document: what it lists is the field. */
    isDocument: boolean
    log: Log
  }

type UpcomingEvent = { readonly espnId: string; readonly start: string }

const intervalMs = 30 * 60_000

/**
 * Judges whether the golfers whom the feed lists before the start are the field (docs/rules.md, 8.8). Tells organisers once that
 * an announced event has its field, and players which of their golfers are not in the field that replaces a provisional one.
 */
export function createFieldWatch(options: Options) {
  const { db, clock, eventBus, events, sources, hub, isDocument, log, ...sending } = options
  /** The last poll that was judged. */
  let judged = ''

  /** `listed` has golfers. Stores nothing. */
  async function judge(event: UpcomingEvent, listed: Iterable<string>, now: Date): Promise<EventField> {
    const before = await findEventField(db, event.espnId)
    const seen = seeField(before, listed, now)
    if (isDocument) return { ...seen, reason: null }
    const wasField = before !== null && before.reason === null
    const context = { start: event.start, wasField, now }
    const provisional = judgeField(seen, { ...context, otherFields: [] })
    const isDecided = provisional !== null || wasField || isFieldCertain(context)
    // The feed is asked for the events before only where they decide.
    const reason = isDecided
      ? provisional
      : judgeField(seen, { ...context, otherFields: await fetchFieldsBefore(event) })
    logChange(event, before, { ...seen, reason })
    return { ...seen, reason }
  }

  function logChange({ espnId }: UpcomingEvent, before: EventField | null, { reason, golferIds }: EventField): void {
    if (before !== null && before.reason === reason) return
    const golfers = golferIds.length
    if (reason === null) log.info({ eventId: espnId, golfers }, 'the field of the event is out')
    else log.info({ eventId: espnId, golfers, reason }, 'the field of the event is provisional')
  }

  /** Throws `FeedError` while the feed fails: then the field is judged later. */
  async function fetchFieldsBefore(event: UpcomingEvent): Promise<string[][]> {
    const { value } = await sources.calendar.get()
    const fields: string[][] = []
    for (const { espnId } of listEventsBefore(value ?? [], event)) {
      try {
        fields.push((await events.find(espnId)).golfers.map((golfer) => golfer.espnId))
      } catch (error) {
        // A team event, or one that the feed no longer has.
        if (!(error instanceof FeedError) || findUnplayableReason(error) === null) throw error
      }
    }
    return fields
  }

  async function watchAnnouncement(): Promise<boolean> {
    const announced = await findAnnouncement(db)
    if (!announced || announced.fieldOutAt !== null) return false
    const { espnId, name, start } = announced.event
    const now = await clock.authoritativeNow(db)
    if (!(await claimSource(db, `field ${espnId}`, now, new Date(now.getTime() + intervalMs)))) return false
    const { golfers } = await events.find(espnId)
    if (golfers.length === 0) return false
    const field = await judge(announced.event, toIds(golfers), now)
    await saveEventField(db, espnId, field)
    if (field.reason !== null) return false
    return inRetriedTransaction(db, async (trx) => {
      const locked = await lockAnnouncement(trx)
      if (locked?.event.espnId !== espnId || locked.fieldOutAt !== null) return false
      const fieldOutAt = now.toISOString()
      await saveAnnouncement(trx, { ...locked, fieldOutAt })
      const notification = {
        kind: 'scores',
        tournamentId: 0,
        toKey: (userId: number) => notificationKey(0, 'scores', userId, `field:${espnId}:${fieldOutAt}`),
        expiresAt: new Date(start),
        toText: () => ({ title: `The field is out: ${name}`, body: 'Now set the tiers.', path: '/tournament/new' }),
      } as const
      const organisers = await listRecipients(trx, 0, { organisersAt: now })
      await addNotifications(trx, organisers, notification, { ...sending, now, isRequested: true })
      return true
    })
  }

  /** The golfers of the last poll of the feed; null if it has been judged, or was not of the feed. */
  async function findListed({ id }: TournamentRecord) {
    const board = await hub.findLatest(id)
    const poll = `${id} ${board?.feedChecked}`
    if (!board || board.message.stale !== null || board.message.source.kind !== 'feed' || poll === judged) return null
    // A golfer who is listed as out stays in the field: organisers announce withdrawals (docs/rules.md, 9.2).
    const golfers = board.message.golfersScores.map(({ espnId, fullName: name }) => ({ espnId, name, out: null }))
    return golfers.length === 0 ? null : { poll, golfers }
  }

  async function watchTournament(tournament: TournamentRecord): Promise<boolean> {
    const now = await clock.authoritativeNow(db)
    if (await observeStart(db, tournament, now)) return false
    const listed = await findListed(tournament)
    if (!listed) return false
    // If judging fails, the next poll is judged instead.
    judged = listed.poll
    const before = await findEventField(db, tournament.espnId)
    const field = await judge(tournament, toIds(listed.golfers), now)
    const isReplacing = before !== null && before.reason !== null && field.reason === null
    // Players are told what two polls in a row say.
    if (isReplacing && field.unchangedSince === now.toISOString())
      await saveEventField(db, tournament.espnId, { ...field, reason: before.reason })
    else if (!isStored(field, before, tournament)) await store(tournament.id, field, { ...listed, isReplacing })
    return isReplacing
  }

  /** Stores the judgement, and tells the owners of golfers who are not in the field that replaces a provisional one. */
  async function store(
    tournamentId: number,
    field: EventField,
    { golfers, isReplacing }: { golfers: readonly FieldMember[]; isReplacing: boolean },
  ): Promise<void> {
    const isChanged = await inOpenTournament({ db, clock }, tournamentId, async (trx, { tournament, now }) => {
      await saveEventField(trx, tournament.espnId, field)
      const replaced = { ...tournament, fieldState: 'replaced' } as const
      const context = { ...sending, now, isRequested: true }
      const leavers = isReplacing ? await notifyOwnersOfLeavers(trx, replaced, golfers, context) : 0
      const fieldState = toFieldState(field, tournament, leavers)
      if (fieldState === tournament.fieldState) return false
      await setTournament(trx, tournamentId, { field_state: fieldState ?? null })
      await bumpTournamentVersion(trx, tournamentId)
      const details = { tournamentId, golfers: golfers.length, reason: field.reason, leavers }
      await addAuditEntry(trx, { userId: null, action: 'field judged', details }, now)
      return true
    })
    if (isChanged) await eventBus.publish('tournament', tournamentId)
  }

  return async function checkField(): Promise<boolean> {
    const active = await findActiveTournament(db)
    return active ? watchTournament(active) : watchAnnouncement()
  }
}

const toIds = (golfers: readonly FieldMember[]) => golfers.map(({ espnId }) => espnId)

function isStored(field: EventField, before: EventField | null, tournament: TournamentRecord): boolean {
  const isSame = before?.reason === field.reason && before.unchangedSince === field.unchangedSince
  return isSame && toFieldState(field, tournament, 0) === tournament.fieldState
}

/** A field that has replaced a provisional one stays so until the start. */
function toFieldState(
  { reason }: EventField,
  { fieldState }: TournamentRecord,
  leavers: number,
): FieldState | undefined {
  if (reason !== null) return 'provisional'
  return leavers > 0 || fieldState === 'replaced' ? 'replaced' : undefined
}
