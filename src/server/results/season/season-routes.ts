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
import { findSeasonErrors, isSameSeason, type SeasonDefinition } from '#domain/season/season-definition.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import { type Db, inRetriedTransaction } from '#server/platform/db/database.ts'
import { callerId } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { csvFile, sendCsv } from '#server/platform/http/send-csv.ts'
import { sendSnapshot } from '#server/platform/http/send-snapshot.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { listTournaments } from '#server/pool/tournaments/tournament-store.ts'
import { generateSeasonCsv } from './season-csv.ts'
import { addSeason, changeSeason, listSeasons, lockSeason, removeSeason, type StoredSeason } from './season-store.ts'
import { type Seasons, toSeasonKey } from './seasons.ts'

type Options = Pick<EditorServices, 'db' | 'clock'> & { seasons: Seasons }

const keyParams = z.object({ seasonKey })

/** Standings over several tournaments (docs/rules.md, 12). */
export function addSeasonRoutes(server: HttpServer, { db, clock, seasons }: Options): void {
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
    handler: async (request, reply) => sendSnapshot(request, reply, await seasons.findAllPlaces()),
  })

  server.get(routePaths.season, {
    schema: {
      operationId: 'getSeason',
      summary: 'A season',
      description: 'Its rules, and the places in its ended tournaments. Clients compute the standings from them.',
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
      params: keyParams,
      ...csvFile('UTF-8 CSV with one row per person, the leader first'),
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
    handler: (request) => {
      const { id: _id, version: _version, ...definition } = request.body
      return inRetriedTransaction(db, async (trx) => {
        const same = (await listSeasons(trx)).find((season) => isSameSeason(season, definition))
        if (same) return toSaved(same)
        await requireValid(trx, definition, null)
        const now = await clock.authoritativeNow(trx)
        const id = await addSeason(trx, definition, now)
        const details = { seasonId: id, after: definition }
        await addAuditEntry(trx, { userId: callerId(request), action: 'season created', details }, now)
        return toSaved(await requireSeason(trx, id))
      })
    },
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
    handler: (request) => {
      const { id, version, ...definition } = request.body
      return inRetriedTransaction(db, async (trx) => {
        const stored = await requireSeason(trx, id)
        if (isSameSeason(stored, definition)) return toSaved(stored)
        if (version !== undefined && version !== stored.version) throw new Problem('season-changed')
        await requireValid(trx, definition, id)
        const now = await clock.authoritativeNow(trx)
        await changeSeason(trx, id, definition)
        const details = { seasonId: id, before: toDefinition(stored), after: definition }
        await addAuditEntry(trx, { userId: callerId(request), action: 'season changed', details }, now)
        return toSaved(await requireSeason(trx, id))
      })
    },
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
    handler: (request) =>
      inRetriedTransaction(db, async (trx) => {
        const { id, version } = request.body
        const stored = await requireSeason(trx, id)
        if (version !== stored.version) throw new Problem('season-changed')
        await removeSeason(trx, id)
        const now = await clock.authoritativeNow(trx)
        const details = { seasonId: id, before: toDefinition(stored) }
        await addAuditEntry(trx, { userId: callerId(request), action: 'season removed', details }, now)
        return toSaved(stored)
      }),
  })
}

async function requireSeason(trx: Db, id: number): Promise<StoredSeason> {
  const season = await lockSeason(trx, id)
  if (!season) throw new Problem('not-found', { detail: 'There is no such season.' })
  return season
}

async function requireValid(trx: Db, definition: SeasonDefinition, ownId: number | null): Promise<void> {
  const known = new Set((await listTournaments(trx)).map(({ id }) => id))
  const fields = findSeasonErrors(definition, known)
  const others = (await listSeasons(trx)).filter(({ id }) => id !== ownId)
  if (others.some(({ name }) => name === definition.name))
    fields.push({ field: 'name', message: 'is the name of another season' })
  if (definition.year !== null && others.some(({ year }) => year === definition.year))
    fields.push({ field: 'year', message: 'is the year of another season' })
  if (fields.length > 0) throw new Problem('validation-failed', { fields })
}

function toDefinition({ id: _id, version: _version, ...definition }: StoredSeason): SeasonDefinition {
  return definition
}

function toSaved(season: StoredSeason) {
  return { ...season, key: toSeasonKey(season) }
}
