import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { findUserOfAccount } from '../accounts/account-user.ts'
import { collectAccountData, collectPersonalData } from '../personal-data/personal-data.ts'
import { hasErrors } from './form-errors.ts'
import type { PageServices } from './page-services.ts'
import { createSignedInAccounts, eraseBrowserStorage, type SignedIn } from './signed-in-accounts.ts'
import { sendPage } from './views/layout.ts'
import { noticePage } from './views/notice-page.ts'
import { type DeletionErrors, deleteAccountPage, lastAdminPage } from './views/personal-data-pages.ts'
import { describeCodeRefusal } from './views/second-factor-pages.ts'

/** Downloading one's own data, and deleting one's account (docs/rules.md, 11.7). */
export function addPersonalDataPages(server: FastifyInstance, services: PageServices): void {
  const { db, clock, userDeletion, secondFactors, checkCode } = services
  const { addPage, addForm, token, findCurrentPasswordError } = createSignedInAccounts(server, services)

  addForm(identityPaths.ownData, async (signedIn, _typed, request, reply) => {
    const owner = await findUserOfAccount(db, signedIn.account.id)
    const now = clock.now()
    const data = owner
      ? await collectPersonalData(db, owner.user.id, now)
      : await collectAccountData(db, signedIn.account.id, now)
    request.log.info({ account: signedIn.account.id, address: request.ip }, 'own data downloaded')
    return reply
      .header('Cache-Control', 'no-store')
      .header('Content-Disposition', `attachment; filename="player-pool-${now.toISOString().slice(0, 10)}.json"`)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(data, null, 2))
  })

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    signedIn: SignedIn,
    errors: DeletionErrors,
  ): Promise<FastifyReply> {
    const { account } = signedIn
    const owner = await findUserOfAccount(db, account.id)
    const preview = owner && (await userDeletion.preview(owner.user.id))
    if (preview?.isLastAdmin) return sendPage(reply, 409, lastAdminPage())
    const status = hasErrors(errors) ? 400 : 200
    const hasSecondFactor = (await secondFactors.find(account.id)) !== undefined
    const page = { token: token(request, reply, signedIn), account, preview, hasSecondFactor, errors }
    return sendPage(reply, status, deleteAccountPage(page))
  }

  addPage(identityPaths.deleteAccount, (signedIn, request, reply) => show(request, reply, signedIn, {}))

  addForm(identityPaths.deleteAccount, async (signedIn, typed, request, reply) => {
    const { account } = signedIn
    const password = await findCurrentPasswordError(signedIn, typed('password'))
    if (password !== undefined) return show(request, reply, signedIn, { password })
    if (await secondFactors.find(account.id)) {
      const checked = await checkCode(request, account, typed('code'))
      if (checked.kind !== 'right') return show(request, reply, signedIn, { code: describeCodeRefusal(checked) })
    }
    const owner = await findUserOfAccount(db, account.id)
    if (!owner) await userDeletion.deleteAccountWithoutUser(account.id)
    else if ((await userDeletion.deleteUser(owner.user.id, 'owner')).kind === 'last-admin')
      return sendPage(reply, 409, lastAdminPage())
    request.log.info({ account: account.id, address: request.ip }, 'account deleted')
    return sendPage(reply.headers(eraseBrowserStorage), 200, deletedPage())
  })
}

function deletedPage() {
  return noticePage({
    title: 'Your account has been deleted',
    text: ['You were signed out on all your devices. You can register again with the same address.'],
  })
}
