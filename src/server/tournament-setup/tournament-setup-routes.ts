import { routePaths } from '#contract/paths.ts'
import {
  type CalendarResponse,
  calendar,
  type RankingSource,
  type TierProposalResponse,
  tierProposal,
  tierProposalRequest,
} from '#contract/tournament-setup-contract.ts'
import { toCalendarState, toFeedDay } from '#domain/tournament/calendar.ts'
import type { Db } from '../db/database.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { EventLookup } from '../tournaments/event-lookup.ts'
import { findCurrentTournament, listTournaments } from '../tournaments/tournament-store.ts'
import type { SetupSources } from './setup-sources.ts'
import { proposeTiers } from './tier-proposal.ts'

type Options = { db: Db; now: () => Date; events: EventLookup; sources: SetupSources }

/** A file of the maximum size, with every character escaped. */
const fileBodyLimit = 2 * 2 ** 20

export function addTournamentSetupRoutes(server: HttpServer, { db, now, events, sources }: Options): void {
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
      description: 'From the world ranking, a file, or the lists of earlier tournaments.',
      body: tierProposalRequest,
      response: { 200: tierProposal },
    },
    handler: (request): Promise<TierProposalResponse> => proposeTiers({ db, events, sources }, request.body),
  })

  async function listRankings(): Promise<RankingSource[]> {
    // The current tournament is never an imported one, which has no lists.
    const hasLists = (await findCurrentTournament(db)) !== undefined
    return [...(sources.worldRanking ? ['world' as const] : []), 'file', ...(hasLists ? ['earlier' as const] : [])]
  }
}
