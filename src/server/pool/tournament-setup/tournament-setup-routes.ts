import * as z from 'zod/mini'
import { routePaths } from '#contract/paths.ts'
import {
  type CalendarResponse,
  calendar,
  type RankingSource,
  type TierProposalResponse,
  tierProposal,
  tierProposalRequest,
} from '#contract/tournament-setup-contract.ts'
import { eventId } from '#contract/values.ts'
import {
  type EventVerification,
  eventVerification,
  type PlayersVerification,
  playersVerification,
  playersVerificationRequest,
} from '#contract/verification-contract.ts'
import type { FieldGolfer } from '#domain/field/field.ts'
import { toCalendarState, toFeedDay } from '#domain/tournament/calendar.ts'
import { FeedError } from '#server/feed/feed-error.ts'
import type { Db } from '#server/platform/db/database.ts'
import { callerId } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { type EventLookup, fieldNotPublished, findUnplayableReason } from '#server/pool/tournaments/event-lookup.ts'
import {
  findActiveTournament,
  findCurrentTournament,
  listPlayers,
  listTournaments,
} from '#server/pool/tournaments/tournament-store.ts'
import type { SetupSources } from './setup-sources.ts'
import { createTierListVerifier, findLongLists } from './tier-list-verification.ts'
import { proposeTiers } from './tier-proposal.ts'

type Options = {
  db: Db
  now: () => Date
  events: EventLookup
  sources: SetupSources
  /** The address at which events are looked up. */
  sourceUrl: string
}

/** A file of the maximum size, with every character escaped. */
const fileBodyLimit = 2 * 2 ** 20

export function addTournamentSetupRoutes(server: HttpServer, options: Options): void {
  const { db, now, events, sources, sourceUrl } = options
  const { host } = new URL(sourceUrl)
  const verifyTierLists = createTierListVerifier()

  server.get(routePaths.tournamentCalendar, {
    schema: {
      operationId: 'getCalendar',
      summary: 'The events in the feed’s calendar',
      description: 'If the feed fails, the events of its last response and the reason.',
      response: { 200: calendar },
    },
    handler: async (): Promise<CalendarResponse> => {
      const { value, asOf, failure } = await sources.calendar.get()
      const tournaments = new Map((await listTournaments(db)).map(({ espnId, id }) => [espnId, id]))
      const today = toFeedDay(now())
      const listed = (value ?? []).map((event) => ({
        ...event,
        state: toCalendarState(event, today),
        tournamentId: tournaments.get(event.espnId) ?? null,
      }))
      return { events: listed, asOf, failure, rankings: await listRankings() }
    },
  })

  server.post(routePaths.tournamentProposeTiers, {
    bodyLimit: fileBodyLimit,
    schema: {
      operationId: 'proposeTiers',
      summary: 'An event’s field, best first',
      description: 'By world rank, else by earlier lists, else by name; or by a file, or by earlier lists only.',
      body: tierProposalRequest,
      response: { 200: tierProposal },
    },
    handler: (request): Promise<TierProposalResponse> => proposeTiers({ db, events, sources }, request.body),
  })

  server.get(routePaths.tournamentVerify, {
    schema: {
      operationId: 'verifyEvent',
      summary: 'Whether an event can be played',
      description: 'With its name and start, or the reason why not.',
      errors: ['feed-unavailable'],
      params: z.object({ espnId: eventId }),
      response: { 200: eventVerification },
    },
    handler: async (request): Promise<EventVerification> => {
      try {
        const { name, firstTeeTime, firstDay } = (await events.find(request.params.espnId)).summary
        return { valid: true, name, start: firstTeeTime ?? firstDay }
      } catch (error) {
        const reason = error instanceof FeedError ? findUnplayableReason(error) : null
        if (reason === null) throw error
        const isKnown = error instanceof FeedError && error.reason === 'not-supported'
        return { valid: false, name: '', start: null, reason, ...(!isKnown && { host }) }
      }
    },
  })

  server.post(routePaths.tournamentVerifyPlayers, {
    schema: {
      operationId: 'verifyPlayers',
      summary: 'The golfers meant by the names in four lists',
      description: 'With those who are missing, and duplicates.',
      body: playersVerificationRequest,
      response: { 200: playersVerification },
    },
    handler: async (request): Promise<PlayersVerification> => {
      const { espnId, ...lists } = request.body
      try {
        const { golfers } = await events.find(espnId)
        const withdrawn = await listWithdrawnGolfers(db, espnId, golfers)
        const fields = findLongLists(lists.tiers, golfers, withdrawn)
        if (fields.length > 0) throw new Problem('validation-failed', { fields })
        const verified = await verifyTierLists(callerId(request), lists, golfers, withdrawn)
        if (golfers.length > 0) return { validId: true, ...verified }
        return { validId: true, ...verified, validPlayers: false, reason: fieldNotPublished }
      } catch (error) {
        if (!(error instanceof FeedError)) throw error
        const reason = findUnplayableReason(error) ?? error.message
        return { validId: false, ...emptyVerification, reason }
      }
    },
  })

  async function listRankings(): Promise<RankingSource[]> {
    // The current tournament is never an imported one, which has no lists.
    const hasLists = (await findCurrentTournament(db)) !== undefined
    // Without a world ranking, the field is in the order of the earlier lists anyway.
    return ['field', 'file', ...(sources.worldRanking !== null && hasLists ? ['earlier' as const] : [])]
  }
}

const emptyVerification = {
  validPlayers: false,
  validTier: false,
  missingPlayers: [],
  duplicates: [],
  validations: [],
}

/** Golfers of the active tournament who have left the field, if it follows this event. */
async function listWithdrawnGolfers(db: Db, espnId: string, field: readonly FieldGolfer[]): Promise<FieldGolfer[]> {
  const active = await findActiveTournament(db)
  if (active?.espnId !== espnId) return []
  const inField = new Set(field.map((golfer) => golfer.espnId))
  return (await listPlayers(db, active.id)).filter((player) => !inField.has(player.espnId))
}
