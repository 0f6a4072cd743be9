import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { adminCommandOnPages } from '#server/platform/start/operator-commands.ts'
import { canSetUp, createFirstAdmin } from '#server/sign-in/accounts/first-admin.ts'
import { hasErrors, parseRegistration } from './form-errors.ts'
import type { PageServices } from './page-services.ts'
import type { Errors } from './views/form-parts.ts'
import { sendPage } from './views/layout.ts'
import { noticePage } from './views/notice-page.ts'
import { setUpPage } from './views/register-page.ts'

/** The page behind the one-time link that the server prints as long as there is no admin (docs/security.md, 2.7). */
export function addSetupPages(server: FastifyInstance, services: PageServices): void {
  const { db, clock, passwords, tickets, devices, forms } = services

  function show(reply: FastifyReply, code: string, typed: { name: string; email: string }, errors: Errors) {
    return sendPage(reply, hasErrors(errors) ? 400 : 200, setUpPage({ code, typed, errors }), 'set-up')
  }

  server.get<{ Querystring: { code?: unknown } }>(identityPaths.setUp, async (request, reply) => {
    const { code } = request.query
    if (typeof code !== 'string' || !(await canSetUp(db, code, clock.now())))
      return sendPage(reply, 410, expiredSetupPage)
    return show(reply, code, { name: '', email: '' }, {})
  })

  server.post(identityPaths.setUp, async (request, reply) => {
    const typed = forms.read(request, 'set-up')
    const code = typed('code')
    // Before the password is hashed, so that nobody without a link can cause that work.
    if (!(await canSetUp(db, code, clock.now()))) return sendPage(reply, 410, expiredSetupPage)
    const values = { name: typed('name'), email: typed('email') }
    const read = await parseRegistration(typed, services.poolName)
    if ('errors' in read) return show(reply, code, values, read.errors)
    const { name, email, password } = read
    const passwordHash = await passwords.hash(password)
    const account = { id: randomUUID(), email, emailVerified: true, name, passwordHash, signInsValidFrom: null }
    const outcome = await createFirstAdmin(db, code, account, clock.now())
    if (outcome === 'expired') return sendPage(reply, 410, expiredSetupPage)
    if (outcome === 'email-taken')
      return show(reply, code, values, {
        email: `This address already has an account. Use another one, or run: ${adminCommandOnPages} grant EMAIL --admin`,
      })
    request.log.info({ account: account.id, address: request.ip }, 'first admin created')
    await tickets.issue(reply, account.id)
    devices.remember(reply, account)
    return reply.redirect('/admin', 303)
  })
}

const expiredSetupPage = noticePage({
  title: 'This link no longer works',
  text: [
    'It has already been used, has expired, or was replaced by a newer one. It works only as long as there is no admin.',
    `For a new link, run on the server: ${adminCommandOnPages} setup-link`,
  ],
})
