import type { FastifyInstance, FastifyReply } from 'fastify'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { type Account, changePassword, findAccount, lockAccount } from '#server/sign-in/accounts/account-store.ts'
import { findPasswordError } from '#server/sign-in/accounts/password-rules.ts'
import type { PageServices } from './page-services.ts'
import { createSignInSteps, signInPurpose } from './sign-in-steps.ts'
import { sendPage } from './views/layout.ts'
import { lostPasswordPage } from './views/mailed-code-pages.ts'

/** The step after an emailed code that has removed the account's password: it says so, and offers to choose a new one. */
export function addLostPasswordPages(server: FastifyInstance, services: PageServices): void {
  const { db, forms, passwords, accountMail, poolName } = services
  const { findInteraction, readProgress, saveProgress, finishFirstFactor } = createSignInSteps(services)
  const path = `${identityPaths.signIn}/:uid/NewPassword`

  /** The account of the code, unless its sign-ins have been ended since. */
  async function findOwner(reply: FastifyReply): Promise<Account | undefined> {
    const { lostPassword } = await readProgress(reply)
    if (!lostPassword) return undefined
    const account = await findAccount(db, lostPassword.accountId)
    return account?.signInsValidFrom === lostPassword.signInsValidFrom ? account : undefined
  }

  async function finish(reply: FastifyReply, account: Account): Promise<FastifyReply> {
    const { lostPassword: _shown, ...progress } = await readProgress(reply)
    await saveProgress(reply, progress)
    return finishFirstFactor(reply, account, 'mail')
  }

  server.get(path, async (_request, reply) => {
    const { uid } = await findInteraction(reply)
    const account = await findOwner(reply)
    if (!account) return reply.redirect(`${identityPaths.signIn}/${uid}`, 303)
    return sendPage(reply, 200, lostPasswordPage({ uid, email: account.email }), signInPurpose(uid))
  })

  server.post(path, async (request, reply) => {
    const { uid } = await findInteraction(reply)
    const typed = forms.read(request, signInPurpose(uid))
    const account = await findOwner(reply)
    if (!account) return reply.redirect(`${identityPaths.signIn}/${uid}`, 303)
    if (typed('action') === 'skip') return finish(reply, account)
    const error = await findPasswordError(typed('password'), { ...account, poolName })
    if (error !== undefined) {
      const page = lostPasswordPage({ uid, email: account.email, error })
      return sendPage(reply, 400, page, signInPurpose(uid))
    }
    const passwordHash = await passwords.hash(typed('password'))
    const isChanged = await services.inTransaction(async (trx) => {
      if (!(await lockAccount(trx, account))) return false
      await changePassword(trx, account.id, passwordHash, services.clock.now())
      await accountMail.passwordChanged(trx, account)
      return true
    })
    if (!isChanged) return reply.redirect(`${identityPaths.signIn}/${uid}`, 303)
    request.log.info({ account: account.id, address: request.ip }, 'password chosen after an emailed code')
    return finish(reply, account)
  })
}
