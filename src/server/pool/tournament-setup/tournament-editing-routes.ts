import { type AnnouncedEvent, announcement, announcementChange } from '#contract/announcement-contract.ts'
import { routePaths } from '#contract/paths.ts'
import { hatChange, tournament, tournamentSummary } from '#contract/tournament-contract.ts'
import { tournamentSubmission } from '#contract/tournament-submission-contract.ts'
import { tournamentParams } from '#contract/values.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import { inRetriedTransaction } from '#server/platform/db/database.ts'
import { callerId } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { invalidField, Problem } from '#server/platform/http/problem.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { findAnnouncement, lockAnnouncement, saveAnnouncement } from '#server/pool/tournaments/announcement-store.ts'
import { requirePlayedHere, requireTournament } from '#server/pool/tournaments/require-tournament.ts'
import { inLockedTournament } from '#server/pool/tournaments/tournament-start.ts'
import { findActiveTournament, setTournament, toSummary } from '#server/pool/tournaments/tournament-store.ts'
import { bumpTournamentVersion } from '#server/users/tournament-version-store.ts'
import type { SavedTournament, TournamentEditor } from './tournament-editor.ts'

type Options = Pick<EditorServices, 'db' | 'clock' | 'eventBus'> & { editor: TournamentEditor }

export function addTournamentEditingRoutes(server: HttpServer, { editor, db, clock, eventBus }: Options): void {
  const schema = { body: tournamentSubmission, response: { 200: tournament } }

  server.post(routePaths.tournamentSave, {
    schema: {
      ...schema,
      operationId: 'createTournament',
      summary: 'Creates a tournament',
      description: 'It is active at once. A repeat gets the first response.',
      errors: ['event-not-supported', 'feed-unavailable', 'tournament-active', 'tournament-invalid'],
    },
    handler: async (request) => {
      if (request.body.id !== 0) {
        throw invalidField('id', 'must be 0 for a new tournament')
      }
      return toResponse(await editor.create(request.body, callerId(request)))
    },
  })

  server.put(routePaths.tournamentSave, {
    schema: {
      ...schema,
      operationId: 'changeTournament',
      summary: 'Changes a tournament that has not ended',
      description:
        'From the start on, its start, questions and golfers are fixed, and everybody is shown what else was changed.',
      errors: [
        'event-not-supported',
        'feed-unavailable',
        'not-found',
        'players-locked',
        'tournament-changed',
        'tournament-ended',
        'tournament-invalid',
        'tournament-started',
      ],
    },
    handler: async (request) => toResponse(await editor.change(request.body, callerId(request))),
  })

  server.post(routePaths.adminHat, {
    schema: {
      operationId: 'changeHat',
      summary: 'Hides the Hat of a tournament, or shows it again',
      description: 'At any time. That changes nothing else.',
      errors: ['tournament-imported'],
      params: tournamentParams,
      body: hatChange,
      response: { 200: tournamentSummary },
    },
    handler: async (request) => {
      const { tournamentId } = request.params
      const { isHidden } = request.body
      const changed = await inLockedTournament(
        { db, clock },
        tournamentId,
        async (trx, { tournament: stored, now }) => {
          requirePlayedHere(stored)
          if ((stored.hidesHat ?? false) === isHidden) return stored
          await setTournament(trx, tournamentId, { hides_hat: isHidden ? 1 : 0 })
          await bumpTournamentVersion(trx, tournamentId)
          const action = isHidden ? 'hat hidden' : 'hat shown'
          await addAuditEntry(trx, { userId: callerId(request), action, details: { tournamentId } }, now)
          return requireTournament(trx, tournamentId)
        },
      )
      await eventBus.publish('tournament', tournamentId)
      return toSummary(changed)
    },
  })

  // docs/rules.md, 8.7.
  server.get(routePaths.announcement, {
    schema: {
      operationId: 'getAnnouncement',
      summary: 'The event that is played next',
      description: 'While a tournament is active, its picks open after that has ended.',
      response: { 200: announcement },
    },
    async handler() {
      const announced = await findAnnouncement(db)
      const active = announced && (await findActiveTournament(db))
      return announced && { ...announced, after: active ? { id: active.id, name: active.name } : null }
    },
  })

  server.put(routePaths.announcement, {
    schema: {
      operationId: 'changeAnnouncement',
      summary: 'Announces an event, or withdraws the announcement',
      description: 'Another event than that of the active tournament.',
      errors: ['event-announced', 'tournament-active'],
      body: announcementChange,
      response: { 200: announcementChange },
    },
    handler: async (request) => {
      await change(request.body.event, callerId(request))
      // The leader looks for the field.
      await eventBus.publish('tournament', 0)
      return request.body
    },
  })

  function change(event: AnnouncedEvent | null, userId: number): Promise<void> {
    return inRetriedTransaction(db, async (trx) => {
      const before = await lockAnnouncement(trx)
      if (JSON.stringify(before?.event ?? null) === JSON.stringify(event)) return
      const now = await clock.authoritativeNow(trx)
      if (event) {
        const active = await findActiveTournament(trx)
        if (active?.espnId === event.espnId)
          throw new Problem('tournament-active', { detail: `${active.name} is active.` })
        if (before) throw new Problem('event-announced', { detail: `${before.event.name} is announced.` })
        if (Date.parse(event.start) <= now.getTime()) throw invalidField('event.start', 'must be in the future')
      }
      await saveAnnouncement(trx, event && { event, fieldOutAt: null })
      const action = event ? 'event announced' : 'announcement withdrawn'
      await addAuditEntry(trx, { userId, action, details: { name: (event ?? before?.event)?.name } }, now)
    })
  }
}

function toResponse({ players, ...record }: SavedTournament) {
  return { ...toSummary(record), players }
}
