import type { FastifyInstance } from 'fastify'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { type InvitationState, toInvitationState } from '#domain/invitation.ts'
import {
  findInvitationByToken,
  findInvitationOfAccount,
  setGuestAccount,
} from '#server/sign-in/invitations/invitation-store.ts'
import { findSession } from '#server/sign-in/provider/provider-sessions.ts'
import type { PageServices } from './page-services.ts'
import { sendPage } from './views/layout.ts'
import { refusalPage } from './views/sign-up-refusal.ts'

/** A link without uses left creates no accounts, but still leads users with an account into the pool. */
const leadsOn = new Set<InvitationState>(['usable', 'used-up'])

/** The target of an invitation link. It redirects into the pool or to the registration. */
export function addInvitationPages(server: FastifyInstance, services: PageServices): void {
  const { db, clock, provider, signUp, invitationCookie } = services

  server.get<{ Params: { token: string } }>(`${identityPaths.join}/:token`, async (request, reply) => {
    const { token } = request.params
    const now = clock.now()
    const invitation = await findInvitationByToken(db, token)
    const state = invitation && toInvitationState(invitation, now)
    const session = await findSession(provider, reply)
    if (invitation && session && state !== undefined && leadsOn.has(state)) {
      const { browserId } = invitationCookie.find(request) ?? { browserId: session.uid }
      const guest = { invitationId: invitation.id, browserId, accountId: session.accountId, isNewAccount: false }
      await setGuestAccount(db, guest, now)
      return reply.redirect(invitation.leadsTo, 303)
    }
    const decision = await signUp.preview(db, { token, browserId: '' }, now)
    if (!decision.isAllowed) {
      // Users with an account are counted when they sign in.
      if (state === 'used-up') invitationCookie.set(reply, token)
      return sendPage(reply, 403, refusalPage(decision))
    }
    if (decision.invitation) invitationCookie.set(reply, token)
    const returnUrl = decision.invitation?.leadsTo ?? '/'
    return reply.redirect(`${identityPaths.register}?${new URLSearchParams({ returnUrl })}`, 303)
  })
}

/** Finds the page at which a user continues after confirming their account: the page of their invitation if it is open, or else home. */
export async function findNextPath({ db, clock }: Pick<PageServices, 'db' | 'clock'>, accountId: string) {
  const invitation = await findInvitationOfAccount(db, accountId)
  const isOpen = invitation && leadsOn.has(toInvitationState(invitation, clock.now()))
  return isOpen ? invitation.leadsTo : '/'
}
