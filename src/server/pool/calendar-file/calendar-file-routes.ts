import * as z from 'zod/mini'
import { routePaths } from '#contract/paths.ts'
import { tournamentParams } from '#contract/values.ts'
import { countRounds, type EventState } from '#domain/field/field.ts'
import type { Db } from '#server/platform/db/database.ts'
import { attachmentHeader } from '#server/platform/http/attachment-header.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { requireTournament } from '#server/pool/tournaments/require-tournament.ts'
import { writeCalendarFile } from './calendar-file.ts'
import { findRevision } from './revision-store.ts'

type Options = {
  db: Db
  publicUrl: string
  timeZone: string
  poolName: string
  /** The state of the event on the leaderboard; undefined before the first leaderboard. */
  findEvent(tournamentId: number): Promise<EventState | undefined>
}

export function addCalendarFileRoute(server: HttpServer, { db, findEvent, ...context }: Options): void {
  server.get(routePaths.tournamentCalendarFile, {
    schema: {
      operationId: 'downloadCalendar',
      summary: 'The lock and the rounds as a calendar file',
      description: 'RFC 5545. Importing a later download updates the same calendar events.',
      responseHeaders: { 'Content-Disposition': 'The name of the file' },
      params: tournamentParams,
      response: {
        200: {
          description: 'A calendar with the lock and one event for each round',
          content: { 'text/calendar': { schema: z.string() } },
        },
      },
    },
    handler: async (request, reply) => {
      const tournament = await requireTournament(db, request.params.tournamentId)
      const revision = await findRevision(db, tournament.id)
      const rounds = countRounds((await findEvent(tournament.id)) ?? {})
      return reply
        .header('Content-Type', 'text/calendar; charset=utf-8; method=PUBLISH')
        .header('Content-Disposition', attachmentHeader(`${tournament.name}.ics`))
        .send(writeCalendarFile({ ...tournament, rounds }, revision, context))
    },
  })
}
