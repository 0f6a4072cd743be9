import { resultCorrection, resultCorrectionPreview } from '#contract/correction-contract.ts'
import { finalPlaces } from '#contract/final-places-contract.ts'
import { routePaths } from '#contract/paths.ts'
import {
  tieDecision,
  tournamentCancellation,
  tournamentDeletion,
  tournamentReopening,
  tournamentSummary,
} from '#contract/tournament-contract.ts'
import { tournamentParams } from '#contract/values.ts'
import { callerId } from '../http/authenticate.ts'
import type { HttpServer } from '../http/http-server.ts'
import { toSummary } from '../tournaments/tournament-store.ts'
import type { ResultCorrections } from './result-correction.ts'
import type { TournamentEnding } from './tournament-ending.ts'

type Options = { ending: TournamentEnding; corrections: ResultCorrections }

/** Enough for the places of 100,000 entries. */
const maxClosingBytes = 4 * 2 ** 20

export function addEndingRoutes(server: HttpServer, { ending, corrections }: Options): void {
  // docs/rules.md, 5.1.
  server.post(routePaths.tournamentEnd, {
    bodyLimit: maxClosingBytes,
    schema: {
      operationId: 'endTournament',
      summary: 'Ends a tournament',
      description:
        'With the places of its last leaderboard. Submitted places are only compared with the computed ones.',
      params: tournamentParams,
      body: finalPlaces,
      response: { 200: finalPlaces },
    },
    handler: async (request) => ending.end(request.params.tournamentId, request.body, callerId(request)),
  })

  server.post(routePaths.adminCancel, {
    schema: {
      operationId: 'cancelTournament',
      summary: 'Ends a tournament without places',
      description: 'It counts in no results. A repeat changes nothing; 409 if it has ended with places.',
      errors: ['tournament-ended'],
      params: tournamentParams,
      body: tournamentCancellation,
      response: { 200: tournamentSummary },
    },
    handler: async (request) =>
      toSummary(await ending.cancel(request.params.tournamentId, request.body.reason, callerId(request))),
  })

  server.post(routePaths.adminDecision, {
    schema: {
      operationId: 'decideTie',
      summary: 'Says what decides ties',
      description: 'The true answers, and in words who wins a shared first place. The places stay shared.',
      errors: ['no-tie'],
      params: tournamentParams,
      body: tieDecision,
      response: { 200: tournamentSummary },
    },
    handler: async (request) =>
      toSummary(await ending.decide(request.params.tournamentId, request.body, callerId(request))),
  })

  server.post(routePaths.adminDelete, {
    schema: {
      operationId: 'deleteTournament',
      summary: 'Deletes a cancelled tournament',
      description: 'With its golfers, entries and invitations. 409 unless it ended without places.',
      errors: ['not-cancelled'],
      params: tournamentParams,
      body: tournamentDeletion,
      response: { 200: tournamentSummary },
    },
    handler: async (request) =>
      toSummary(await ending.delete(request.params.tournamentId, request.body.name, callerId(request))),
  })

  // docs/rules.md, 5.4.
  server.post(routePaths.adminReopen, {
    schema: {
      operationId: 'reopenTournament',
      summary: 'Makes an ended tournament active again',
      description: 'Its entries stay locked. A repeat changes nothing; 409 if another one is active.',
      errors: ['not-correctable', 'not-started', 'tournament-active'],
      params: tournamentParams,
      body: tournamentReopening,
      response: { 200: tournamentSummary },
    },
    handler: async (request) =>
      toSummary(await corrections.reopen(request.params.tournamentId, request.body, callerId(request))),
  })

  const correctionErrors = ['correction-changed', 'not-correctable', 'not-found'] as const
  server.post(routePaths.adminResultCorrectionPreview, {
    schema: {
      operationId: 'previewResultCorrection',
      summary: 'What a correction of a result would change',
      description: 'The entries that would get another place, and how many people would be told.',
      errors: [...correctionErrors],
      params: tournamentParams,
      body: resultCorrection,
      response: { 200: resultCorrectionPreview },
    },
    handler: async (request) => corrections.preview(request.params.tournamentId, request.body, callerId(request)),
  })

  server.post(routePaths.adminResultCorrection, {
    schema: {
      operationId: 'correctResult',
      summary: 'Corrects the result of an ended tournament',
      description:
        'Scores, places, seasons and a message to everybody who was sent the result follow at once. A repeat changes nothing; 409 if somebody else has corrected it since `version` was read.',
      errors: [...correctionErrors],
      params: tournamentParams,
      body: resultCorrection,
      response: { 200: finalPlaces },
    },
    handler: async (request) => corrections.correct(request.params.tournamentId, request.body, callerId(request)),
  })
}
