import type { FastifyInstance, FastifyReply } from 'fastify'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { findUserOfAccount } from '#server/sign-in/accounts/account-user.ts'
import { hasErrors } from './form-errors.ts'
import type { PageServices } from './page-services.ts'
import { createSignedInAccounts, eraseBrowserStorage, type Visit } from './signed-in-accounts.ts'
import type { Errors } from './views/form-parts.ts'
import { sendPage } from './views/layout.ts'
import { noticePage } from './views/notice-page.ts'
import { deleteAccountPage, lastAdminPage } from './views/personal-data-pages.ts'

/** Downloading one's own data, and deleting one's account (docs/rules.md, 11.7). */
export function addPersonalDataPages(server: FastifyInstance, services: PageServices): void {
  const { db, clock, ownData, secondFactors } = services
  const { addPage, addForm, sendForm, findFactorErrors } = createSignedInAccounts(server, services)

  addForm(identityPaths.ownData, async ({ account, reply }) => {
    const owner = await findUserOfAccount(db, account.id)
    const now = clock.now()
    const data = owner
      ? await ownData.collectPersonalData(db, owner.user.id, now)
      : await ownData.collectAccountData(db, account.id, now)
    reply.log.info({ account: account.id, address: reply.request.ip }, 'own data downloaded')
    return reply
      .header('Cache-Control', 'no-store')
      .header('Content-Disposition', `attachment; filename="player-pool-${now.toISOString().slice(0, 10)}.json"`)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(data, null, 2))
  })

  async function show(visit: Visit, errors: Errors): Promise<FastifyReply> {
    const { account } = visit
    const owner = await findUserOfAccount(db, account.id)
    const preview = owner && (await ownData.deletion.preview(owner.user.id))
    if (preview?.isLastAdmin) return sendPage(visit.reply, 409, lastAdminPage)
    const hasSecondFactor = (await secondFactors.find(account.id)) !== undefined
    return sendForm(visit, deleteAccountPage({ account, preview, hasSecondFactor, errors }), errors)
  }

  addPage(identityPaths.deleteAccount, (visit) => show(visit, {}))

  addForm(identityPaths.deleteAccount, async (visit, typed) => {
    const { account, reply } = visit
    const errors = await findFactorErrors(visit, typed)
    if (hasErrors(errors)) return show(visit, errors)
    const owner = await findUserOfAccount(db, account.id)
    if (!owner) await ownData.deletion.deleteAccountWithoutUser(account.id)
    else if ((await ownData.deletion.deleteUser(owner.user.id, 'owner')).kind === 'last-admin')
      return sendPage(reply, 409, lastAdminPage)
    reply.log.info({ account: account.id, address: reply.request.ip }, 'account deleted')
    return sendPage(reply.headers(eraseBrowserStorage), 200, deletedPage)
  })
}

const deletedPage = noticePage({
  title: 'Your account has been deleted',
  text: ['You were signed out on all your devices. You can register again with the same address.'],
})
