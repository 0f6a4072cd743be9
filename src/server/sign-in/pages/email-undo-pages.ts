import type { FastifyInstance } from 'fastify'
import { identityPaths } from '#contract/identity-page-paths.ts'
import type { Db } from '#server/platform/db/database.ts'
import { changeAccountEmail, changePassword, findAccount, lockAccount } from '#server/sign-in/accounts/account-store.ts'
import { listConnectedSignIns } from '#server/sign-in/accounts/connected-sign-in-store.ts'
import { findEmailChange, removeChangesSince } from '#server/sign-in/accounts/email-change-store.ts'
import { createCode } from '#server/sign-in/accounts/one-time-code-store.ts'
import { removeUnconfirmedAccounts } from '#server/sign-in/accounts/unconfirmed-account-store.ts'
import { endSignIns } from '#server/sign-in/provider/provider-sessions.ts'
import { removeSignIn } from './connected-sign-ins.ts'
import type { PageServices } from './page-services.ts'
import { undoEmailChangePage } from './views/account-settings-page.ts'
import { sendPage } from './views/layout.ts'
import { expiredLinkPage, noticePage } from './views/notice-page.ts'

/** The link in the notice to an address that was replaced: gives the account back to that mailbox (docs/security.md, 1.6). */
export function addEmailUndoPages(server: FastifyInstance, services: PageServices): void {
  const { db, clock, forms, accountMail, secondFactors } = services

  server.get<{ Querystring: { code?: unknown } }>(identityPaths.undoEmailChange, async (request, reply) => {
    const code = String(request.query.code)
    const change = await findEmailChange(db, code, clock.now())
    if (!change) return sendPage(reply, 410, expiredLinkPage)
    return sendPage(reply, 200, undoEmailChangePage({ code, email: change.email }), 'undo-email-change')
  })

  server.post(identityPaths.undoEmailChange, async (request, reply) => {
    const code = forms.read(request, 'undo-email-change')('code')
    const undone = await services.inTransaction((trx) => undo(trx, code))
    if (undone === 'expired') return sendPage(reply, 410, expiredLinkPage)
    if (undone === 'taken') {
      const text =
        'Since the change, somebody who reads this mailbox has created another account with this address, so it cannot be restored. Ask the organiser of the pool for help.'
      return sendPage(reply, 409, noticePage({ title: 'This address has another account now', text: [text] }))
    }
    request.log.info({ account: undone.accountId, address: request.ip }, 'change of email address undone')
    await services.publishEndedSessions(undone.accountId)
    return reply.redirect(`${identityPaths.resetPassword}?code=${undone.resetCode}`, 303)
  })

  async function undo(trx: Db, code: string): Promise<'expired' | 'taken' | { accountId: string; resetCode: string }> {
    const now = clock.now()
    const change = await findEmailChange(trx, code, now)
    const account = change && (await findAccount(trx, change.accountId))
    if (!account || !(await lockAccount(trx, account))) return 'expired'
    const { id } = account
    const { email } = change
    // Anyone can register the address to block its owner, but not confirm it.
    await removeUnconfirmedAccounts(trx, { email })
    if (!(await changeAccountEmail(trx, id, email, { isVerified: true, now }))) return 'taken'
    await removeChangesSince(trx, change)
    // Somebody else may know it, or have added the others. An earlier second factor keeps thieves of a mailbox out.
    await changePassword(trx, id, '', now)
    const restored = { ...account, email }
    for (const signIn of await listConnectedSignIns(trx, id)) await removeSignIn(services, trx, restored, signIn)
    await secondFactors.turnOff(trx, restored, change.madeAt)
    await endSignIns(trx, id, now)
    await accountMail.emailChanged(trx, account, { email, canUndo: false })
    return { accountId: id, resetCode: await createCode(trx, 'reset-password', { accountId: id }, now) }
  }
}
