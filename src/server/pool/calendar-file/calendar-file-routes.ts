import * as z from 'zod/mini'
import { routePaths } from '#contract/paths.ts'
import { tournamentParams } from '#contract/values.ts'
import { countRounds, type Field } from '#domain/field/field.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { attachmentHeader } from '#server/platform/http/attachment-header.ts'
import { callerId } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { findEntryOfUser } from '#server/pool/entries/entry-store.ts'
import { requireTournament } from '#server/pool/tournaments/require-tournament.ts'
import { arePicksVisible } from '#server/pool/tournaments/tournament-start.ts'
import { listPlayers, type TournamentRecord } from '#server/pool/tournaments/tournament-store.ts'
import { type OwnTeeTimes, type Revision, writeCalendarFile } from './calendar-file.ts'
import { listTeeTimes } from './own-tee-times.ts'
import { findRevision } from './revision-store.ts'

type Scores = Field & { readonly version: number; readonly timeStamp: string }

type Options = {
  db: Db
  clock: Clock
  publicUrl: string
  timeZone: string
  poolName: string
  /** The latest scores; undefined before the first. */
  findScores(tournamentId: number): Promise<Scores | undefined>
  /** The last version up to these scores with another tee time of a golfer, and when that was. */
  findTeeTimeChange(tournamentId: number, scores: Scores): Promise<Revision | undefined>
}

export function addCalendarFileRoute(server: HttpServer, options: Options): void {
  const { db, clock, findScores, findTeeTimeChange, ...context } = options

  /** Null unless the tournament is under way and the user has entered. */
  async function findOwn(
    tournament: TournamentRecord,
    userId: number,
    scores: Scores | undefined,
    revision: Revision,
  ): Promise<OwnTeeTimes | null> {
    const { id } = tournament
    if (!scores || !tournament.active || !(await arePicksVisible(db, clock, tournament))) return null
    const entry = await findEntryOfUser(db, { tournamentId: id, userId })
    const teeTimes = entry ? listTeeTimes(entry, await listPlayers(db, id), scores) : []
    const change = teeTimes.length > 0 && (await findTeeTimeChange(id, scores))
    // Both counts only rise, so the sum rises with either.
    return change ? { userId, teeTimes, revision: { count: revision.count + change.count, at: change.at } } : null
  }

  server.get(routePaths.tournamentCalendarFile, {
    schema: {
      operationId: 'downloadCalendar',
      summary: 'The lock and the rounds as a calendar file',
      description:
        'RFC 5545. Importing a later download updates the same calendar events. While the tournament is under way, it also has the next tee times of the golfers whom the caller has picked.',
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
      const scores = await findScores(tournament.id)
      const own = await findOwn(tournament, callerId(request), scores, revision)
      return reply
        .header('Content-Type', 'text/calendar; charset=utf-8; method=PUBLISH')
        .header('Content-Disposition', attachmentHeader(`${tournament.name}.ics`))
        .send(writeCalendarFile({ ...tournament, rounds: countRounds(scores?.event ?? {}) }, revision, context, own))
    },
  })
}
