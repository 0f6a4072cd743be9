import type { FastifyReply } from 'fastify'
import { identityPaths } from '#contract/identity-page-paths.ts'
import type { Account } from '#server/sign-in/accounts/account-store.ts'
import { findUserOfAccount } from '#server/sign-in/accounts/account-user.ts'
import { findConnectedSignIn } from '#server/sign-in/accounts/connected-sign-in-store.ts'
import { findInvitationByToken, setGuestAccount } from '#server/sign-in/invitations/invitation-store.ts'
import { toRoleMark } from '#server/sign-in/provider/provider-configuration.ts'
import { findSession } from '#server/sign-in/provider/provider-sessions.ts'
import { blockedText } from '#server/sign-in/tokens/authenticator.ts'
import type { UpstreamIdentity } from '#server/sign-in/upstream/upstream-providers.ts'
import { connectSignIn } from './connected-sign-ins.ts'
import type { MailedCode } from './mailed-codes.ts'
import type { PageServices } from './page-services.ts'
import { sendPage } from './views/layout.ts'
import { noticePage } from './views/notice-page.ts'

/** Binds a form to one unfinished sign-in (`PageForms`). */
export const signInPurpose = (uid: string) => `sign-in ${uid}`

/**
 * The first factor: a password, an upstream provider, an emailed code or a passkey. With `mfa`, the passkey is both factors.
 * `ticket`: it was proved minutes ago, on another page.
 */
export type FirstFactor = 'pwd' | 'ext' | 'mail' | 'pop' | 'mfa' | 'ticket'

/** The data that the provider stores with an unfinished sign-in. */
export type SignInProgress = {
  firstFactor?: { accountId: string; method: FirstFactor } & Pick<Account, 'signInsValidFrom'>
  mailedCode?: MailedCode
  /** The account whose password an emailed code has removed, until its owner has read that. */
  lostPassword?: { accountId: string } & Pick<Account, 'signInsValidFrom'>
  /** The identity that an upstream provider has returned, and when it was asked. */
  upstream?: { key: string; identity: UpstreamIdentity; startedAt: string }
  /** Connected to this account once its owner has signed in to it. */
  connection?: { key: string; accountId: string; identity: UpstreamIdentity }
}

/** The steps that all ways of signing in share. */
export function createSignInSteps(services: PageServices) {
  const { db, clock, provider, secondFactors, devices, invitationCookie } = services
  const findInteraction = ({ request, raw }: FastifyReply) => provider.interactionDetails(request.raw, raw)

  async function readProgress(reply: FastifyReply): Promise<SignInProgress> {
    // Written by `saveProgress`.
    return ((await findInteraction(reply)).result ?? {}) as SignInProgress
  }

  async function saveProgress(reply: FastifyReply, progress: SignInProgress): Promise<void> {
    const interaction = await findInteraction(reply)
    interaction.result = progress
    await interaction.persist()
  }

  /** Asks for the second factor if the account has one or must have one. Refuses blocked users. */
  async function finishFirstFactor(reply: FastifyReply, account: Account, method: FirstFactor): Promise<FastifyReply> {
    const owner = await findUserOfAccount(db, account.id)
    if (owner?.isBlocked) return sendPage(reply, 403, noticePage({ title: 'You cannot sign in', text: [blockedText] }))
    const hasSecondFactor = (await secondFactors.find(account.id)) !== undefined
    if (method === 'mfa' || (!hasSecondFactor && !(await secondFactors.isRequired(account.id))))
      return reply.redirect(await finishSignIn(reply, account, [method]), 303)
    const { uid } = await findInteraction(reply)
    // Whoever reads the mailbox could set up the second factor, too.
    if (!hasSecondFactor && method === 'mail') return sendPage(reply, 403, passwordNeededPage(uid))
    const progress = await readProgress(reply)
    const { id: accountId, signInsValidFrom } = account
    await saveProgress(reply, { ...progress, firstFactor: { accountId, method, signInsValidFrom } })
    return reply.redirect(`${identityPaths.signIn}/${uid}/SecondFactor`, 303)
  }

  /** Reports the account to the provider and returns the URL to continue at. */
  async function finishSignIn(reply: FastifyReply, account: Account, amr: string[]): Promise<string> {
    const { request } = reply
    request.log.info({ account: account.id, address: request.ip, amr }, 'signed in')
    const { connection, upstream } = await readProgress(reply)
    const roleMark = upstream && (await findRoleMark(account, upstream.identity))
    if (connection?.accountId === account.id) await connectSignIn(services, account, connection, request.log)
    devices.remember(reply, account)
    await recordInvitationGuest(reply, account)
    const session = await findSession(provider, reply)
    if (session && session.accountId !== account.id) {
      // The provider would end the other session with a self-posting page, which needs a script.
      const interaction = await findInteraction(reply)
      interaction.session = undefined
      await interaction.persist()
      await session.end()
    }
    // Compared again when the provider resumes the sign-in.
    const { id: accountId, signInsValidFrom } = account
    return provider.interactionResult(request.raw, reply.raw, {
      login: { accountId, amr: roleMark === undefined ? amr : [...amr, roleMark], signInsValidFrom },
    })
  }

  /** The groups of a provider count only in a session that began there, and end it early: not for a role by command. */
  async function findRoleMark(account: Account, identity: UpstreamIdentity): Promise<string | undefined> {
    const connected = await findConnectedSignIn(db, identity)
    const role = connected?.accountId === account.id ? connected.groupRole : null
    const granted = (await findUserOfAccount(db, account.id))?.user
    const isGranted = role === 'admin' ? granted?.isAdmin : granted?.isPowerUser
    return connected && role && !isGranted ? toRoleMark(connected.id) : undefined
  }

  /** Records who opened the invitation of this browser, and removes its cookie. */
  async function recordInvitationGuest(reply: FastifyReply, { id }: Account): Promise<void> {
    const opened = invitationCookie.find(reply.request)
    if (!opened) return
    invitationCookie.remove(reply)
    const invitation = await findInvitationByToken(db, opened.token)
    if (!invitation) return
    const guest = { invitationId: invitation.id, browserId: opened.browserId, accountId: id, isNewAccount: false }
    await setGuestAccount(db, guest, clock.now())
  }

  return { findInteraction, readProgress, saveProgress, finishFirstFactor, finishSignIn }
}

function passwordNeededPage(uid: string) {
  return noticePage({
    title: 'Sign in without a code first',
    text: [
      'Organisers of this pool sign in with two factors, and an emailed code is not enough to set up the second one.',
      'Sign in with your password, or as you did before, to set it up. After that you can use emailed codes.',
    ],
    link: { text: 'Back to sign-in', path: `${identityPaths.signIn}/${uid}` },
  })
}
