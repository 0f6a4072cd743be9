import * as z from 'zod/mini'
import { routePaths } from '#contract/paths.ts'
import {
  currentTournament,
  playerList,
  tournament,
  tournamentList,
  tournamentOfEntry,
  tournamentQuery,
} from '#contract/tournament-contract.ts'
import { idParameter, tournamentParams } from '#contract/values.ts'
import { compareNames } from '#domain/names/names.ts'
import { toOwnEntry } from '#domain/tournament/pick-visibility.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { requireSignedIn } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { sendSnapshot } from '#server/platform/http/send-snapshot.ts'
import { findEntry } from '#server/pool/entries/entry-store.ts'
import { arePicksVisible } from '#server/pool/tournaments/tournament-start.ts'
import {
  findCurrentTournament,
  findTournament,
  listPlayers,
  listTournaments,
  toSummary,
} from '#server/pool/tournaments/tournament-store.ts'
import type { TournamentResponses } from './tournament-responses.ts'

type Options = { db: Db; clock: Pick<Clock, 'authoritativeNow'>; responses: TournamentResponses }

export function addTournamentRoutes(server: HttpServer, { db, clock, responses }: Options): void {
  server.get(routePaths.tournamentCurrent, {
    schema: {
      operationId: 'getCurrentTournament',
      summary: 'The current tournament',
      description: 'The active one, or else the one that started last; null if there is none.',
      response: { 200: currentTournament },
    },
    handler: async () => {
      const current = await findCurrentTournament(db)
      return current ? toSummary(current) : null
    },
  })

  server.get(routePaths.tournamentAll, {
    schema: {
      operationId: 'listTournaments',
      summary: 'All tournaments',
      description: 'Newest start first.',
      response: { 200: tournamentList },
    },
    handler: async () => {
      return (await listTournaments(db)).map(toSummary)
    },
  })

  // docs/rules.md, 2.6.
  server.get(routePaths.tournament, {
    schema: {
      operationId: 'getTournament',
      summary: 'A tournament',
      description: 'With players and entries on request. Other people’s picks are empty until the start.',
      hasEtag: true,
      params: tournamentParams,
      querystring: tournamentQuery,
      response: { 200: tournament },
    },
    handler: async (request, reply) => {
      const { user } = requireSignedIn(request)
      const found = await responses.find(request.params.tournamentId, request.query, user.id)
      if (!found) throw new Problem('not-found')
      return sendSnapshot(request, reply, found)
    },
  })

  server.get(routePaths.tournamentEntry, {
    schema: {
      operationId: 'getTournamentOfEntry',
      summary: 'The tournament of one of the caller’s entries',
      description: 'With its players and that entry.',
      params: z.object({ entryId: idParameter }),
      response: { 200: tournamentOfEntry },
    },
    handler: async (request) => {
      const { user } = requireSignedIn(request)
      const entry = await findEntry(db, request.params.entryId)
      if (entry?.userId !== user.id) throw new Problem('not-found')
      const found = await findTournament(db, entry.tournamentId)
      if (!found) throw new Error(`Entry ${entry.id} has no tournament.`)
      const arePicksPublic = await arePicksVisible(db, clock, found)
      return {
        ...toSummary(found),
        ...(await responses.readPlayers(found.id, arePicksPublic)),
        entries: [arePicksPublic ? entry : toOwnEntry(entry)],
      }
    },
  })

  server.get(routePaths.playerAll, {
    schema: {
      operationId: 'listPlayers',
      summary: 'The golfers of the current tournament',
      description: 'By name.',
      response: { 200: playerList },
    },
    handler: async () => {
      const current = await findCurrentTournament(db)
      const players = current ? await listPlayers(db, current.id) : []
      return players.map(({ name, espnId }) => ({ name, espnId })).sort((a, b) => compareNames(a.name, b.name))
    },
  })
}
