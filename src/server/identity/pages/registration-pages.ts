import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { appSignIn, pagePaths } from '#contract/identity-paths.ts'
import type { Clock } from '#server/db/clock.ts'
import type { Tables } from '#server/db/tables.ts'
import { addressKey, type RateLimiter } from '#server/http/rate-limiter.ts'
import { parseMailAddress } from '#server/mail/mail-address.ts'
import { cleanName } from '#server/users/display-name.ts'
import type { AccountMail } from '../accounts/account-mail.ts'
import {
  type Account,
  addAccount,
  confirmAccountEmail,
  findAccount,
  findAccountByEmail,
} from '../accounts/account-store.ts'
import { findCode, takeCode } from '../accounts/code-store.ts'
import type { Credentials } from '../accounts/credentials.ts'
import { passwordFault } from '../accounts/password-rules.ts'
import type { Passwords } from '../accounts/passwords.ts'
import type { BackgroundWork } from './background-work.ts'
import type { KnownDevices } from './known-devices.ts'
import type { Fields, PageForms } from './page-forms.ts'
import type { SignInTickets } from './sign-in-tickets.ts'
import { waitInWords } from './views/form-parts.ts'
import { sendPage } from './views/layout.ts'
import { checkYourMailPage, deadLinkPage } from './views/notice-page.ts'
import { confirmEmailPage } from './views/password-pages.ts'
import { type RegisterFaults, registerPage } from './views/register-page.ts'

type Options = {
  db: Kysely<Tables>
  clock: Pick<Clock, 'now'>
  passwords: Passwords
  credentials: Credentials
  limiter: RateLimiter
  tickets: SignInTickets
  devices: KnownDevices
  forms: PageForms
  accountMail: AccountMail
  background: BackgroundWork
  /** Addresses must be confirmed before the first sign-in: so it is where mail can be sent. */
  confirmsByMail: boolean
}

const perAddress = { points: 5, seconds: 30 * 60 }

/** Making an account, and confirming its address. */
export function addRegistrationPages(server: FastifyInstance, options: Options): void {
  const { db, clock, passwords, credentials, limiter, tickets, devices, forms, accountMail, background } =
    options

  function showForm(
    request: FastifyRequest,
    reply: FastifyReply,
    page: Omit<Parameters<typeof registerPage>[0], 'token'>,
  ) {
    return registerPage({ ...page, token: forms.token(request, reply, 'register') })
  }

  /** Nobody learns from the answer whether the address has an account: only its mailbox does. */
  async function registerByMail(account: Account): Promise<void> {
    if (await addAccount(db, account, clock.now())) return accountMail.confirmEmail(account)
    const known = await findAccountByEmail(db, account.email)
    if (!known) return
    // Never confirmed, so its password may be a stranger's: whoever reads the mail chooses it.
    await (known.emailVerified ? accountMail.alreadyRegistered(known) : accountMail.finishRegistration(known))
  }

  server.get<{ Querystring: { returnUrl?: unknown } }>(pagePaths.register, async (request, reply) => {
    const returnUrl = localPath(textOf(request.query.returnUrl), appSignIn)
    const page = showForm(request, reply, { returnUrl, typed: { name: '', email: '' }, faults: {} })
    return sendPage(reply, 200, page)
  })

  server.post(pagePaths.register, async (request, reply) => {
    const typed = forms.read(request, 'register')
    const returnUrl = localPath(typed('returnUrl'), appSignIn)
    const again = (status: number, faults: RegisterFaults, fault?: string) => {
      const page = { returnUrl, typed: { name: typed('name'), email: typed('email') }, faults, fault }
      return sendPage(reply, status, showForm(request, reply, page))
    }
    const read = readRegistration(typed)
    if ('faults' in read) return again(400, read.faults)
    const taken = await limiter.take(`register:address:${addressKey(request.ip)}`, perAddress)
    if (!taken.allowed) {
      reply.header('Retry-After', taken.retryAfterSeconds)
      const wait = waitInWords(taken.retryAfterSeconds)
      return again(429, {}, `Too many accounts were made from your network. Try again ${wait}.`)
    }
    const { name, email, password } = read
    const passwordHash = await passwords.hash(password)
    const account: Account = { id: randomUUID(), email, emailVerified: false, name, passwordHash }

    if (options.confirmsByMail) {
      background.run(() => registerByMail(account))
      return sendPage(reply, 200, checkYourMailPage())
    }
    // Without mail there is no other place to say it than here. The limit above makes asking for many slow.
    if (!(await addAccount(db, account, clock.now())))
      return again(400, { email: 'This address cannot be used. If it is yours, sign in.' })
    await tickets.give(reply, account.id)
    devices.remember(request, reply, account.id)
    return reply.redirect(returnUrl, 303)
  })

  server.get<{ Querystring: { code?: unknown } }>(pagePaths.confirmEmail, async (request, reply) => {
    const code = textOf(request.query.code) ?? ''
    return showConfirmation(request, reply, code, 200)
  })

  // The link alone confirms nothing: somebody else may have registered this address with a password of his own, and
  // mail programs open links by themselves.
  server.post(pagePaths.confirmEmail, async (request, reply) => {
    const typed = forms.read(request, 'confirm-email')
    const code = typed('code')
    const found = await findCode(db, 'confirm-email', code, clock.now())
    const account = found && (await findAccount(db, found.accountId))
    if (!account) return sendPage(reply, 410, deadLinkPage())
    const checked = await credentials.check({
      email: account.email,
      password: typed('password'),
      address: request.ip,
      knownDevice: (accountId) => devices.find(request, accountId),
    })
    if (checked.kind !== 'account')
      return showConfirmation(request, reply, code, 400, 'Invalid login attempt.')
    if (!(await takeCode(db, 'confirm-email', code, clock.now()))) return sendPage(reply, 410, deadLinkPage())
    await confirmAccountEmail(db, account.id)
    await tickets.give(reply, account.id)
    devices.remember(request, reply, account.id)
    return reply.redirect('/', 303)
  })

  async function showConfirmation(
    request: FastifyRequest,
    reply: FastifyReply,
    code: string,
    status: number,
    fault?: string,
  ) {
    const found = await findCode(db, 'confirm-email', code, clock.now())
    const account = found && (await findAccount(db, found.accountId))
    if (!account) return sendPage(reply, 410, deadLinkPage())
    const token = forms.token(request, reply, 'confirm-email')
    const page = { token, code, email: account.email, ...(fault !== undefined && { fault }) }
    return sendPage(reply, status, confirmEmailPage(page))
  }
}

type Registration = { name: string; email: string; password: string }

function readRegistration(typed: Fields): Registration | { faults: RegisterFaults } {
  const name = cleanName(typed('name'))
  const email = parseMailAddress(typed('email'))
  const password = typed('password')
  const faults: RegisterFaults = {}
  if (name === undefined) faults.name = 'Enter your name.'
  if (email === undefined) faults.email = 'Enter an e-mail address, like name@example.com.'
  const weak = passwordFault(password, { name: name ?? '', email: email ?? '' })
  if (weak !== undefined) faults.password = weak
  else if (typed('confirmation') !== password)
    faults.confirmation = 'The password and confirmation password do not match.'
  if (name === undefined || email === undefined || Object.keys(faults).length > 0) return { faults }
  return { name, email, password }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/**
 * An address on this site to go on to, as written in a link, or `fallback`. Starting with one slash and holding
 * neither backslash nor control characters, it cannot lead a browser to another site.
 */
function localPath(text: string | undefined, fallback: string): string {
  const safe = text !== undefined && text.length <= 2048 && /^\/(?![/\\])[^\\\p{C}\s]*$/u.test(text)
  return safe ? text : fallback
}
