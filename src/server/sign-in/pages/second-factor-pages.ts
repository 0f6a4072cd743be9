import type { FastifyInstance, FastifyReply } from 'fastify'
import { identityPaths } from '#contract/identity-page-paths.ts'
import type { PageServices } from './page-services.ts'
import { createSignedInAccounts, type Visit } from './signed-in-accounts.ts'
import type { Errors } from './views/form-parts.ts'
import { sendPage } from './views/layout.ts'
import { describeCodeRefusal, recoveryCodesPage, secondFactorPage, turnOnPage } from './views/second-factor-pages.ts'

const next = { text: 'Back to your account', path: identityPaths.manage }

/** Turning the second factor on and off, and new recovery codes. */
export function addSecondFactorPages(server: FastifyInstance, services: PageServices): void {
  const { secondFactors, checkCode, devices } = services
  const { addPage, addForm, sendForm, findCurrentPasswordError } = createSignedInAccounts(server, services)

  async function show(visit: Visit, errors: Errors, sealedSecret?: string): Promise<FastifyReply> {
    const { account } = visit
    const page = { errors, hasPassword: account.passwordHash !== undefined }
    const status = await secondFactors.find(account.id)
    const body = status
      ? secondFactorPage({ ...page, status, isRequired: await secondFactors.isRequired(account.id) })
      : turnOnPage({ ...page, proposal: secondFactors.propose(account, sealedSecret) })
    return sendForm(visit, body, errors)
  }

  addPage(identityPaths.secondFactor, (visit) => show(visit, {}))

  addForm(identityPaths.secondFactor, async (visit, typed) => {
    const { account, reply } = visit
    const password = await findCurrentPasswordError(visit, typed('password'))
    if (password !== undefined) return show(visit, { password }, typed('secret'))
    if (!(await secondFactors.find(account.id))) {
      const turnedOn = await secondFactors.turnOn(account, typed('secret'), typed('code'))
      if (!turnedOn) return show(visit, { code: describeCodeRefusal({ kind: 'wrong' }) }, typed('secret'))
      devices.remember(reply, turnedOn.account)
      return sendPage(reply, 200, recoveryCodesPage({ codes: turnedOn.codes, next }))
    }
    const checked = await checkCode(reply.request, account, typed('code'))
    if (checked.kind !== 'right') return show(visit, { code: describeCodeRefusal(checked) })
    if (typed('action') === 'renew') {
      const codes = await secondFactors.renewRecoveryCodes(account)
      return sendPage(reply, 200, recoveryCodesPage({ codes, next }))
    }
    if (typed('action') === 'off' && !(await secondFactors.isRequired(account.id))) {
      await services.inTransaction((trx) => secondFactors.turnOff(trx, account))
      return reply.redirect(`${identityPaths.manage}?done=factor-off`, 303)
    }
    return reply.redirect(identityPaths.secondFactor, 303)
  })
}
