import {
  invitation,
  invitationList,
  joinLink,
  newInvitation,
  revokedInvitation,
} from '#contract/invitation-contract.ts'
import { routePaths } from '#contract/paths.ts'
import { tournamentParams } from '#contract/values.ts'
import { requireSignedIn } from '#server/http/authenticate.ts'
import type { HttpServer } from '#server/http/http-server.ts'
import type { Invitations } from './invitations.ts'

export function addInvitationRoutes(server: HttpServer, { invitations }: { invitations: Invitations }): void {
  server.get(routePaths.adminInvitations, {
    schema: {
      operationId: 'listInvitations',
      summary: 'The invitation links of a tournament',
      description: 'Newest first, with who opened them, registered and entered.',
      errors: ['not-found'],
      params: tournamentParams,
      response: { 200: invitationList },
    },
    handler: async (request) => invitations.list(request.params.tournamentId),
  })

  // docs/rules.md, 11.6.
  server.post(routePaths.adminInvitations, {
    schema: {
      operationId: 'createInvitation',
      summary: 'Creates an invitation link',
      description: 'Until the start. A repeat with the same `requestKey` gets the same link.',
      errors: ['entries-closed', 'not-found', 'tournament-ended'],
      params: tournamentParams,
      body: newInvitation,
      response: { 200: invitation },
    },
    handler: async (request) =>
      invitations.create(request.params.tournamentId, request.body, requireSignedIn(request).user),
  })

  server.post(routePaths.adminInvitationRevoke, {
    schema: {
      operationId: 'revokeInvitation',
      summary: 'Revokes an invitation link',
      description: 'Permanently. Accounts created through it are kept.',
      errors: ['not-found'],
      params: tournamentParams,
      body: revokedInvitation,
      response: { 200: invitation },
    },
    handler: async (request) => {
      const { user } = requireSignedIn(request)
      return invitations.revoke(request.params.tournamentId, request.body.invitationId, user)
    },
  })

  server.get(routePaths.tournamentJoinLink, {
    schema: {
      operationId: 'getJoinLink',
      summary: 'The link that the wall display shows until the start',
      description: 'The newest usable invitation that organisers have put there; null if there is none.',
      errors: ['not-found'],
      params: tournamentParams,
      response: { 200: joinLink },
    },
    handler: async (request) => ({ url: await invitations.findJoinUrl(request.params.tournamentId) }),
  })
}
