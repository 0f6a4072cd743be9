import type { FastifyInstance, FastifyReply } from 'fastify'
import { errors } from 'oidc-provider'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { type Account, findAccount, lockAccount } from '#server/sign-in/accounts/account-store.ts'
import { signInLimit } from '#server/sign-in/accounts/password-attempts.ts'
import { proveAddress } from '#server/sign-in/provider/password-link.ts'
import type { PageServices } from './page-services.ts'
import { createSignInSteps, signInPurpose } from './sign-in-steps.ts'
import { sendPage } from './views/layout.ts'
import { codeElsewherePage, mailedCodePage } from './views/mailed-code-pages.ts'
import { describeCodeRefusal } from './views/second-factor-pages.ts'

/** The page for an emailed code, which the link in the email opens as well (docs/security.md, 6.7). */
export function addMailedCodePages(server: FastifyInstance, services: PageServices): void {
  const { clock, forms, mailedCodes, limitAddress } = services
  const { findInteraction, readProgress, saveProgress, finishFirstFactor } = createSignInSteps(services)
  const path = `${identityPaths.signIn}/:uid/Code`

  type CodePage = { uid: string; email: string; code: string; isFromLink?: boolean; error?: string }
  const showCodePage = (
    reply: FastifyReply,
    status: number,
    { uid, email, code, isFromLink = false, error }: CodePage,
  ) => {
    const page = { path: `${identityPaths.signIn}/${uid}`, email, code, isFromLink, error }
    return sendPage(reply, status, mailedCodePage(page), signInPurpose(uid))
  }

  // Changes nothing, because mail programs open links automatically.
  server.get<{ Querystring: { code?: unknown } }>(path, async (request, reply) => {
    const [code = ''] = /^\d{6}$/.exec(String(request.query.code)) ?? []
    const isFromLink = code !== ''
    const interaction = await findInteraction(reply).catch((error: unknown) => {
      if (isFromLink && error instanceof errors.SessionNotFound) return undefined
      throw error
    })
    if (!interaction) return sendPage(reply, 200, codeElsewherePage(code))
    const { uid } = interaction
    const { mailedCode } = await readProgress(reply)
    if (!mailedCode) return reply.redirect(`${identityPaths.signIn}/${uid}`, 303)
    return showCodePage(reply, 200, { uid, email: mailedCode.email, code, isFromLink })
  })

  server.post(path, async (request, reply) => {
    const { uid } = await findInteraction(reply)
    const code = forms.read(request, signInPurpose(uid))('code')
    const { mailedCode: sent, ...progress } = await readProgress(reply)
    if (!sent) return reply.redirect(`${identityPaths.signIn}/${uid}`, 303)
    const refuse = (status: number, error: string) =>
      showCodePage(reply, status, { uid, email: sent.email, code, error })
    const wait = await limitAddress(reply, 'sign-in', signInLimit)
    if (wait !== undefined) return refuse(429, `Too many attempts from your network. Try again ${wait}.`)
    const checked = await mailedCodes.check(reply, { uid, sent, text: code })
    if (checked.kind === 'too-many') return refuse(429, describeCodeRefusal(checked))
    const { account } = checked
    const proven = checked.kind === 'right' && account && (await prove(account))
    if (!proven) return refuse(400, 'This code is wrong, has expired or has already been used.')
    const hasLostPassword = account.passwordHash !== undefined && proven.passwordHash === undefined
    if (hasLostPassword) {
      const { id: accountId, signInsValidFrom } = proven
      await saveProgress(reply, { ...progress, lostPassword: { accountId, signInsValidFrom } })
      return reply.redirect(`${identityPaths.signIn}/${uid}/NewPassword`, 303)
    }
    await saveProgress(reply, progress)
    return finishFirstFactor(reply, proven, 'mail')
  })

  /** Confirms the address, because the person has read the mailbox. Undefined if the account's sign-ins have just been ended. */
  async function prove(account: Account): Promise<Account | undefined> {
    if (account.emailVerified) return account
    const proven = await services.inTransaction(async (trx) => {
      if (!(await lockAccount(trx, account))) return undefined
      await proveAddress(trx, account.id, 'mailbox', clock.now())
      return findAccount(trx, account.id)
    })
    if (proven) await services.publishEndedSessions(account.id)
    return proven
  }
}
