import * as z from 'zod/mini'
import { routePaths } from '#contract/paths.ts'
import {
  allSeasonPlaces,
  savedSeason,
  season,
  seasonKey,
  seasonList,
  seasonRemoval,
  seasonSubmission,
} from '#contract/season-contract.ts'
import { callerId } from '../http/authenticate.ts'
import type { HttpServer } from '../http/http-server.ts'
import { Problem } from '../http/problem.ts'
import { sendCsv } from '../http/send-csv.ts'
import { sendSnapshot } from '../http/send-snapshot.ts'
import { generateSeasonCsv } from './season-csv.ts'
import type { SeasonEditor } from './season-editor.ts'
import type { Seasons } from './seasons.ts'

type Options = { seasons: Seasons; editor: SeasonEditor }

const keyParams = z.object({ seasonKey })

/** Standings over several tournaments (docs/rules.md, 12). */
export function addSeasonRoutes(server: HttpServer, { seasons, editor }: Options): void {
  server.get(routePaths.seasons, {
    schema: {
      operationId: 'listSeasons',
      summary: 'All seasons',
      description:
        'Newest first: those that organisers set up, and a default season for every other year with tournaments.',
      response: { 200: seasonList },
    },
    handler: async () => seasons.list(),
  })

  server.get(routePaths.seasonPlaces, {
    schema: {
      operationId: 'getAllPlaces',
      summary: 'The places in all tournaments that have ended',
      description: 'For choosing the tournaments and points of a season.',
      hasEtag: true,
      response: { 200: allSeasonPlaces },
    },
    handler: async (request, reply) => {
      return sendSnapshot(request, reply, await seasons.findAllPlaces())
    },
  })

  server.get(routePaths.season, {
    schema: {
      operationId: 'getSeason',
      summary: 'A season',
      description: 'Its rules, and the places in its ended tournaments. Clients compute the standings from them.',
      errors: ['not-found'],
      hasEtag: true,
      params: keyParams,
      response: { 200: season },
    },
    handler: async (request, reply) => {
      const snapshot = await seasons.findSnapshot(request.params.seasonKey)
      if (!snapshot) throw new Problem('not-found')
      return sendSnapshot(request, reply, snapshot)
    },
  })

  server.get(routePaths.seasonStandings, {
    schema: {
      operationId: 'downloadSeason',
      summary: 'The standings of a season as a CSV file',
      description: 'With the place and the points in each tournament.',
      errors: ['not-found'],
      responseHeaders: { 'Content-Disposition': 'The name of the file' },
      params: keyParams,
      response: {
        200: {
          description: 'UTF-8 CSV with one row per person, the leader first',
          content: { 'text/csv': { schema: z.string() } },
        },
      },
    },
    handler: async (request, reply) => {
      const found = await seasons.read(request.params.seasonKey)
      if (!found) throw new Problem('not-found')
      return sendCsv(reply, `${found.name} season.csv`, generateSeasonCsv(found))
    },
  })

  server.post(routePaths.seasons, {
    schema: {
      operationId: 'createSeason',
      summary: 'Sets up a season',
      description: 'A season with a year replaces the default season of that year. A repeat changes nothing.',
      body: seasonSubmission,
      response: { 200: savedSeason },
    },
    handler: async (request) => editor.create(request.body, callerId(request)),
  })

  server.put(routePaths.seasons, {
    schema: {
      operationId: 'changeSeason',
      summary: 'Changes a season',
      description: '409 if it has been changed since `version` was read.',
      errors: ['not-found', 'season-changed'],
      body: seasonSubmission,
      response: { 200: savedSeason },
    },
    handler: async (request) => editor.change(request.body, callerId(request)),
  })

  server.post(routePaths.seasonRemove, {
    schema: {
      operationId: 'removeSeason',
      summary: 'Removes a season',
      description: 'Its tournaments and their places are kept. The year gets its default season back.',
      errors: ['not-found', 'season-changed'],
      body: seasonRemoval,
      response: { 200: savedSeason },
    },
    handler: async (request) => editor.remove(request.body.id, request.body.version, callerId(request)),
  })
}
