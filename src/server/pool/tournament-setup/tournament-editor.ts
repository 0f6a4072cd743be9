import type { TournamentSubmission } from '#contract/tournament-submission-contract.ts'
import type { Player } from '#domain/tournament/tournament.ts'
import {
  findListErrors,
  findLockViolations,
  haveSamePlayers,
  isSameTournamentContent,
  type ListedPlayer,
  listDetailChanges,
  listFixedChanges,
  type TournamentContent,
  toOrderedPlayers,
  toPeopleText,
  withRanks,
} from '#domain/tournament/tournament-edit.ts'
import { FeedError } from '#server/feed/feed-error.ts'
import type { EventWithField } from '#server/feed/score-source.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import { type Db, inRetriedTransaction } from '#server/platform/db/database.ts'
import { invalidField, Problem } from '#server/platform/http/problem.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { countEntries, countEntriesByPlayer } from '#server/pool/entries/entry-store.ts'
import { lockAnnouncement, passInvitations, saveAnnouncement } from '#server/pool/tournaments/announcement-store.ts'
import { type EventLookup, findUnplayableReason } from '#server/pool/tournaments/event-lookup.ts'
import { addLockedChange } from '#server/pool/tournaments/locked-change-store.ts'
import { requireTournament } from '#server/pool/tournaments/require-tournament.ts'
import { inLockedTournament, observeStart } from '#server/pool/tournaments/tournament-start.ts'
import {
  addTournament,
  changeTournament,
  findActiveTournament,
  listPlayers,
  type TournamentRecord,
} from '#server/pool/tournaments/tournament-store.ts'
import { bumpTournamentVersion } from '#server/users/tournament-version-store.ts'
import { type StartNotification, tellOfStart } from './start-telling.ts'

type Options = Pick<EditorServices, 'db' | 'clock' | 'eventBus'> & {
  events: EventLookup
  notifyOfStart: StartNotification
}

export type SavedTournament = TournamentRecord & { readonly players: readonly Player[] }

/** Saves what an organiser has submitted, or throws a problem (docs/rules.md, 8.4). */
export type TournamentEditor = ReturnType<typeof createTournamentEditor>

export function createTournamentEditor({ db, clock, events, eventBus, notifyOfStart }: Options) {
  return {
    /** Creates a tournament, which is active immediately. A repeat returns the stored one. */
    async create(submission: TournamentSubmission, organiserId: number): Promise<SavedTournament> {
      const repeated = await findIdenticalActive(db, submission)
      if (repeated) return repeated
      const event = await requireEvent(events, submission.espnId)
      requireValidLists(submission.players, event)
      const content = toContent(submission, toNames(event.golfers), [])
      const saved = await inRetriedTransaction(db, async (trx) => {
        // Another organiser may have been faster.
        const identical = await findIdenticalActive(trx, submission)
        if (identical) return identical
        const now = await clock.authoritativeNow(trx)
        await lockAnnouncement(trx)
        await saveAnnouncement(trx, null)
        const id = await addTournament(trx, { espnId: submission.espnId, ...content, active: true }, now)
        await passInvitations(trx, submission.espnId, id)
        const details = { tournamentId: id, after: { espnId: submission.espnId, ...content } }
        await addAuditEntry(trx, { userId: organiserId, action: 'tournament created', details }, now)
        return requireWithPlayers(trx, id)
      })
      await eventBus.publish('tournament', saved.id)
      return saved
    },

    /** Changes a tournament that has not ended. Identical content is not saved again. */
    async change(submission: TournamentSubmission, organiserId: number): Promise<SavedTournament> {
      const before = await requireStored(db, submission)
      // Only changed lists are compared with the field, and lists cannot change after the start.
      const needsField = before.startedAt === null && !haveSamePlayers(before.players, submission.players)
      const event = needsField ? await events.find(submission.espnId).catch(toFeedError) : undefined
      const saved = await inLockedTournament({ db, clock }, submission.id, async (trx, { now }) => {
        const stored = await requireStored(trx, submission)
        if (isSameTournamentContent(stored, submission)) return stored
        if (!stored.active) throw new Problem('tournament-ended')
        if (submission.basedOn && !isSameTournamentContent(stored, submission.basedOn))
          throw new Problem('tournament-changed')
        const isStarted = await observeStart(trx, stored, now)
        if (isStarted) requireFixedKept(stored, submission)
        else if (!haveSamePlayers(stored.players, submission.players))
          await requireAllowedLists(trx, { stored, submission, event })
        const names = toNames([...stored.players, ...(isField(event) ? event.golfers : [])])
        const content = toContent(submission, names, stored.players)
        await changeTournament(trx, stored.id, content)
        const details = isStarted ? listDetailChanges(stored, content) : []
        if (details.length > 0) {
          const change = { tournamentId: stored.id, userId: organiserId, kind: 'details-changed' as const, details }
          await addLockedChange(trx, change, now)
        }
        if (!isStarted && content.start !== stored.start)
          await tellOfStart(trx, notifyOfStart, { tournament: stored, start: content.start, now, by: 'organiser' })
        await bumpTournamentVersion(trx, stored.id)
        const changes = { tournamentId: stored.id, ...listChanges(stored, content) }
        await addAuditEntry(trx, { userId: organiserId, action: 'tournament changed', details: changes }, now)
        return requireWithPlayers(trx, stored.id)
      })
      await eventBus.publish('tournament', saved.id)
      return saved
    },
  }
}

/** Browsers resend a request whose connection was lost: the repeat gets the same response (docs/security.md, 12.3). */
async function findIdenticalActive(db: Db, submission: TournamentSubmission): Promise<SavedTournament | undefined> {
  const active = await findActiveTournament(db)
  if (!active) return undefined
  const stored = { ...active, players: await listPlayers(db, active.id) }
  if (active.espnId !== submission.espnId || !isSameTournamentContent(stored, submission)) {
    throw new Problem('tournament-active', { detail: `${active.name} is active.` })
  }
  return stored
}

async function requireStored(db: Db, { id, espnId }: TournamentSubmission): Promise<SavedTournament> {
  const stored = await requireWithPlayers(db, id)
  if (stored.espnId !== espnId) throw invalidField('espnId', 'cannot be changed')
  return stored
}

async function requireWithPlayers(db: Db, id: number): Promise<SavedTournament> {
  return { ...(await requireTournament(db, id)), players: await listPlayers(db, id) }
}

async function requireEvent(events: EventLookup, espnId: string): Promise<EventWithField> {
  try {
    return await events.find(espnId)
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    if (error.reason === 'not-supported') {
      throw new Problem('event-not-supported', { detail: error.message, cause: error })
    }
    const reason = findUnplayableReason(error)
    throw reason === null ? error : invalidField('espnId', reason)
  }
}

/** Entries were made for these questions and tiers, and everybody has seen the picks (docs/rules.md, 8.4). */
function requireFixedKept(stored: SavedTournament, submission: TournamentSubmission): void {
  const fields = listFixedChanges(stored, submission)
  if (fields.length > 0) throw new Problem('tournament-started', { fields })
}

type Edit = {
  stored: SavedTournament
  submission: TournamentSubmission
  /** The feed's response, its failure, or undefined if it was not requested. */
  event: EventWithField | FeedError | undefined
}

/** Throws a problem unless the changed lists are allowed. Called before the start only. */
async function requireAllowedLists(trx: Db, edit: Edit): Promise<void> {
  const { stored, submission, event } = edit
  // The feed was not asked, so somebody else has changed the lists since this save began.
  if (event === undefined) throw new Problem('tournament-changed')
  if (event instanceof FeedError) throw event
  await requireLockedPlayersKept(trx, stored, submission, event)
  requireValidLists(submission.players, event, stored.players)
}

/** Golfers who left the field after the tournament was created may stay in its lists: they may have been picked. */
function requireValidLists(
  players: readonly ListedPlayer[],
  { golfers }: EventWithField,
  stored: readonly ListedPlayer[] = [],
): void {
  const fields = findListErrors(players, golfers, new Set(stored.map(({ espnId }) => espnId)))
  if (fields.length > 0) throw new Problem('tournament-invalid', { fields })
}

/** An entry never loses a golfer (docs/rules.md, 8.5). */
async function requireLockedPlayersKept(
  trx: Db,
  stored: SavedTournament,
  { players }: TournamentSubmission,
  { golfers }: EventWithField,
): Promise<void> {
  const entrantCount = await countEntries(trx, stored.id, { isOfAll: true })
  if (entrantCount === 0) return
  const inField = new Set(golfers.map(({ espnId }) => espnId))
  const withdrawn = stored.players.filter(({ espnId }) => !inField.has(espnId))
  const violations = findLockViolations(stored.players, players, new Set(withdrawn.map(({ espnId }) => espnId)), {
    entrantCount,
    pickersByPlayer: await countEntriesByPlayer(trx, stored.id),
  })
  if (violations.length === 0) return
  throw new Problem('players-locked', {
    detail: `${toPeopleText(entrantCount)} entered: golfers who may have been picked must stay in their tiers.`,
    fields: violations.map(({ error }) => error),
  })
}

function isField(event: Edit['event']): event is EventWithField {
  return event !== undefined && !(event instanceof FeedError)
}

function toFeedError(error: unknown): FeedError {
  if (error instanceof FeedError) return error
  throw error
}

function toNames(golfers: readonly Pick<Player, 'name' | 'espnId'>[]): ReadonlyMap<string, string> {
  return new Map(golfers.map(({ espnId, name }) => [espnId, name]))
}

/** The content to store: instants in one format, so that they sort, and golfers under the feed's names. */
function toContent(
  submission: TournamentSubmission,
  names: ReadonlyMap<string, string>,
  stored: readonly ListedPlayer[],
): TournamentContent {
  const { name, start, followsFeed, tiebreakers, players, fee, houseRules } = submission
  return {
    name,
    start: new Date(start).toISOString(),
    followsFeed,
    tiebreakers,
    fee,
    houseRules,
    players: withRanks(toOrderedPlayers(players), stored).map((player) => ({
      ...player,
      name: names.get(player.espnId) ?? player.name,
    })),
  }
}

/** The changed parts, before and after. */
function listChanges(before: SavedTournament, after: TournamentContent) {
  const parts = {
    name: [before.name, after.name],
    start: [before.start, after.start],
    followsFeed: [before.followsFeed ?? false, after.followsFeed ?? before.followsFeed ?? false],
    tiebreakers: [before.tiebreakers, after.tiebreakers],
    fee: [before.fee ?? null, after.fee === undefined ? (before.fee ?? null) : after.fee],
    houseRules: [before.houseRules ?? '', after.houseRules ?? before.houseRules ?? ''],
    players: [before.players.map(({ id: _id, ...player }) => player), after.players],
  }
  const changed = Object.entries(parts).filter(
    ([, [oldValue, newValue]]) => JSON.stringify(oldValue) !== JSON.stringify(newValue),
  )
  return {
    before: Object.fromEntries(changed.map(([part, [oldValue]]) => [part, oldValue])),
    after: Object.fromEntries(changed.map(([part, [, newValue]]) => [part, newValue])),
  }
}
