import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { hasErrors } from './form-errors.ts'
import type { PageServices } from './page-services.ts'
import { createSignedInAccounts, type SignedIn } from './signed-in-accounts.ts'
import { sendPage } from './views/layout.ts'
import {
  describeCodeRefusal,
  recoveryCodesPage,
  type SecondFactorErrors,
  secondFactorPage,
  turnOnPage,
} from './views/second-factor-pages.ts'

const next = { text: 'Back to your account', path: identityPaths.manage }

/** Turning the second factor on and off, and new recovery codes. */
export function addSecondFactorPages(server: FastifyInstance, services: PageServices): void {
  const { secondFactors, checkCode, devices } = services
  const { addPage, addForm, token, findCurrentPasswordError } = createSignedInAccounts(server, services)

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    signedIn: SignedIn,
    errors: SecondFactorErrors,
    sealedSecret?: string,
  ): Promise<FastifyReply> {
    const { account } = signedIn
    const page = { token: token(request, reply, signedIn), errors, hasPassword: account.passwordHash !== undefined }
    const pageStatus = hasErrors(errors) ? 400 : 200
    const status = await secondFactors.find(account.id)
    if (!status)
      return sendPage(
        reply,
        pageStatus,
        turnOnPage({ ...page, proposal: secondFactors.propose(account, sealedSecret) }),
      )
    const isRequired = await secondFactors.isRequired(account.id)
    return sendPage(reply, pageStatus, secondFactorPage({ ...page, status, isRequired }))
  }

  addPage(identityPaths.secondFactor, (signedIn, request, reply) => show(request, reply, signedIn, {}))

  addForm(identityPaths.secondFactor, async (signedIn, typed, request, reply) => {
    const { account } = signedIn
    const password = await findCurrentPasswordError(signedIn, typed('password'))
    if (password !== undefined) return show(request, reply, signedIn, { password }, typed('secret'))
    if (!(await secondFactors.find(account.id))) {
      const turnedOn = await secondFactors.turnOn(account, typed('secret'), typed('code'))
      if (!turnedOn)
        return show(request, reply, signedIn, { code: describeCodeRefusal({ kind: 'wrong' }) }, typed('secret'))
      devices.remember(request, reply, turnedOn.account)
      return sendPage(reply, 200, recoveryCodesPage({ codes: turnedOn.codes, next }))
    }
    const checked = await checkCode(request, account, typed('code'))
    if (checked.kind !== 'right') return show(request, reply, signedIn, { code: describeCodeRefusal(checked) })
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
