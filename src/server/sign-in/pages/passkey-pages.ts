import type { FastifyInstance, FastifyReply } from 'fastify'
import { toDeviceName } from '#contract/device-name.ts'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { listConnectedSignIns, passkeyIssuer } from '#server/sign-in/accounts/connected-sign-in-store.ts'
import { cleanName } from '#server/users/display-name.ts'
import { hasErrors } from './form-errors.ts'
import type { PageServices } from './page-services.ts'
import { allowsPasskeys, createPasskeys } from './passkeys.ts'
import { createSignedInAccounts, type Visit } from './signed-in-accounts.ts'
import type { Errors } from './views/form-parts.ts'
import { addPasskeyPage, createPasskeyPage } from './views/passkey-pages.ts'

const notAddedText =
  'No passkey was added. It was cancelled, took longer than five minutes, or the device has one for your account already.'

/** The page that adds a passkey to an account. The account page removes passkeys, like other connected sign-ins. */
export function addPasskeyPages(server: FastifyInstance, services: PageServices): void {
  const { secondFactors } = services
  const { addPage, addForm, sendForm, findFactorErrors } = createSignedInAccounts(server, services)
  const passkeys = createPasskeys(services)

  async function show(visit: Visit, name: string, errors: Errors): Promise<FastifyReply> {
    const { account } = visit
    const hasSecondFactor = (await secondFactors.find(account.id)) !== undefined
    const page = { name, hasPassword: account.passwordHash !== undefined, hasSecondFactor, errors }
    return sendForm(visit, addPasskeyPage(page), errors)
  }

  const suggestName = ({ reply }: Visit) => toDeviceName(reply.request.headers['user-agent'] ?? '')
  addPage(identityPaths.passkeys, (visit) => show(visit, suggestName(visit), {}))

  // The app asks this before it offers a passkey to a person who has just saved their first entry.
  addPage(`${identityPaths.passkeys}/Offer`, async ({ account, reply }) => {
    const signIns = await listConnectedSignIns(services.db, account.id)
    const hasPasskey = signIns.some(({ issuer }) => issuer === passkeyIssuer)
    return reply.send({ isOffered: allowsPasskeys(services.publicUrl) && !hasPasskey })
  })

  addForm(identityPaths.passkeys, async (visit, typed) => {
    const name = cleanName(typed('name')) ?? 'Passkey'
    // A passkey can stand for both factors, so adding one needs both.
    const errors = await findFactorErrors(visit, typed)
    if (hasErrors(errors)) return show(visit, name, errors)
    const options = await passkeys.askForNew(visit.account, visit.session.uid, name)
    return sendForm(visit, createPasskeyPage({ name, options }), {})
  })

  addForm(`${identityPaths.passkeys}/Create`, async (visit, typed) => {
    const { account, session, reply } = visit
    if (await passkeys.add(account, session.uid, typed('response'), reply.log))
      return reply.redirect(`${identityPaths.manage}?done=passkey`, 303)
    return show(visit, suggestName(visit), { passkey: notAddedText })
  })
}
