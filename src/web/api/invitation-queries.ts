import type { InvitationList } from '#contract/invitation-contract.ts'
import { api } from '#contract/paths.ts'
import { adminQuery, queryKeys, resourceQuery } from './resource-query.ts'

const refetchMs = 60_000

/** A tournament's invitation links, with the users who opened them. */
export function invitationsQuery(tournamentId: number) {
  return adminQuery<InvitationList>(api.adminInvitations(tournamentId), {
    staleTime: 10_000,
    refetchInterval: refetchMs,
  })
}

/** The link that the wall display shows until the start. */
export function joinLinkQuery(tournamentId: number) {
  const path = api.tournamentJoinLink(tournamentId)
  return resourceQuery<{ url: string | null }>(queryKeys.joinLink(tournamentId), path, { refetchInterval: refetchMs })
}

/** `crypto.randomUUID` exists on https and localhost only. */
export function createRequestKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(16).padStart(8, '0')).join('')
}
