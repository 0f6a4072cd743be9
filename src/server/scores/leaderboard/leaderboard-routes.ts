import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import { leaderboard, leaderboardHistory, leaderboardUpdate, playerProfile } from '#contract/leaderboard-contract.ts'
import { feedCheckedHeader, routePaths } from '#contract/paths.ts'
import { athleteId, tournamentParams } from '#contract/values.ts'
import type { FeedImages } from '#server/feed/images/feed-images.ts'
import type { Db } from '#server/platform/db/database.ts'
import { requireSignedIn } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { sendSnapshot } from '#server/platform/http/send-snapshot.ts'
import { bestBrotliQuality, createSnapshot, type Snapshot } from '#server/platform/http/snapshot.ts'
import { requireTournament } from '#server/pool/tournaments/require-tournament.ts'
import type { TournamentRecord } from '#server/pool/tournaments/tournament-store.ts'
import type { LatestLeaderboard, LeaderboardHub } from './leaderboard-hub.ts'
import { listRecords } from './leaderboard-store.ts'
import type { LeaderboardStreams } from './leaderboard-stream.ts'
import type { Scorecards } from './scorecards.ts'

type Options = {
  db: Db
  hub: LeaderboardHub
  streams: LeaderboardStreams
  scorecards: Scorecards
  /** Null: browsers do not get pictures through this server. */
  images: FeedImages | null
}

/** The events of the stream, one after the other. */
const leaderboardEvents = z.array(
  z.object({ event: z.enum(['leaderboard', 'checked']), id: z.string(), data: leaderboardUpdate }),
)

/** Enough for the current tournament and a few past ones. */
const maxHistories = 8

export function addLeaderboardRoutes(server: HttpServer, options: Options): void {
  const { db, hub, streams, scorecards, images } = options
  const histories = new LRUCache<string, Snapshot, Pick<TournamentRecord, 'id' | 'active'>>({
    max: maxHistories,
    // A history that is evicted while it is composed still reaches those who wait for it.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => createHistory(context),
  })

  async function requireBoard(tournamentId: number): Promise<LatestLeaderboard> {
    const board = await hub.findLatest(tournamentId)
    if (!board) throw new Problem('not-found', { detail: 'There are no scores for this tournament yet.' })
    return board
  }

  server.get(routePaths.leaderboard, {
    schema: {
      operationId: 'getLeaderboard',
      summary: "The golfers' scores",
      description: 'The same bytes for every viewer. 404 until the feed has sent a field.',
      hasEtag: true,
      responseHeaders: { [feedCheckedHeader]: 'When the feed was last polled, ISO 8601 in UTC' },
      params: tournamentParams,
      response: { 200: leaderboard },
    },
    handler: async (request, reply) => {
      const { snapshot, feedChecked } = await requireBoard(request.params.tournamentId)
      if (feedChecked !== null) reply.header(feedCheckedHeader, feedChecked)
      return sendSnapshot(request, reply, snapshot)
    },
  })

  async function createHistory({ id, active }: Pick<TournamentRecord, 'id' | 'active'>): Promise<Snapshot> {
    const records = await listRecords(db, id)
    return createSnapshot(`{"records":[${records.join()}]}`, active ? undefined : bestBrotliQuality)
  }

  server.get(routePaths.leaderboardHistory, {
    schema: {
      operationId: 'getLeaderboardHistory',
      summary: 'Every version of the leaderboard',
      description: 'Key frames and changes. Empty for tournaments from before versions were recorded.',
      hasEtag: true,
      params: tournamentParams,
      response: { 200: leaderboardHistory },
    },
    handler: async (request, reply) => {
      const { id, active } = await requireTournament(db, request.params.tournamentId)
      const { version } = (await requireBoard(id)).message
      const history = await histories.forceFetch(`${id} ${version} ${active}`, { context: { id, active } })
      return sendSnapshot(request, reply, history)
    },
  })

  server.get(routePaths.leaderboardStream, {
    schema: {
      operationId: 'streamLeaderboard',
      summary: 'The versions of the leaderboard as they appear',
      description:
        'Server-sent events. `leaderboard` announces a version to be fetched, on connecting and for each new one; `checked` comes about every 15 seconds. The stream ends when the token expires.',
      params: tournamentParams,
      response: {
        200: { description: 'Server-sent events', content: { 'text/event-stream': { schema: leaderboardEvents } } },
      },
    },
    handler: async (request, reply) => {
      const { id } = await requireTournament(db, request.params.tournamentId)
      await streams.open(reply, id, requireSignedIn(request))
      return reply
    },
  })

  // docs/rules.md, 5.2.
  server.get(routePaths.leaderboardPlayer, {
    schema: {
      operationId: 'getGolfer',
      summary: 'A golfer’s profile and scorecard',
      description: 'Hole by hole. An ended tournament serves the stored scorecard.',
      errors: ['feed-unavailable'],
      params: z.extend(tournamentParams, { espnId: athleteId }),
      response: { 200: playerProfile },
    },
    handler: async (request) => {
      const { tournamentId, espnId } = request.params
      const tournament = await requireTournament(db, tournamentId)
      const board = await requireBoard(tournamentId)
      const golfer = board.message.golfersScores.find((row) => row.espnId === espnId)
      if (!golfer) throw new Problem('not-found')
      const profile = await scorecards.find(tournament, golfer, board)
      await images?.remember([profile.headshot, profile.logoImage])
      return profile
    },
  })
}
