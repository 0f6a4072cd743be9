import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { pagePaths } from '#contract/identity-paths.ts'
import type { Clock } from '#server/db/clock.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { addressKey, type RateLimiter } from '#server/http/rate-limiter.ts'
import { parseMailAddress } from '#server/mail/mail-address.ts'
import type { AccountMail } from '../accounts/account-mail.ts'
import {
  changePassword,
  confirmAccountEmail,
  findAccount,
  findAccountByEmail,
} from '../accounts/account-store.ts'
import { findCode, removeCodes, takeCode } from '../accounts/code-store.ts'
import { passwordFault } from '../accounts/password-rules.ts'
import type { Passwords } from '../accounts/passwords.ts'
import { removeRecordsOfAccount } from '../provider/provider-store.ts'
import type { BackgroundWork } from './background-work.ts'
import type { PageForms } from './page-forms.ts'
import type { SignInTickets } from './sign-in-tickets.ts'
import { waitInWords } from './views/form-parts.ts'
import { sendPage } from './views/layout.ts'
import { checkYourMailPage, deadLinkPage, noticePage } from './views/notice-page.ts'
import { forgotPasswordPage, type NewPasswordFaults, resetPasswordPage } from './views/password-pages.ts'

type Options = {
  db: Kysely<Tables>
  clock: Pick<Clock, 'now'>
  passwords: Passwords
  limiter: RateLimiter
  tickets: SignInTickets
  forms: PageForms
  accountMail: AccountMail
  background: BackgroundWork
}

const perAddress = { points: 25, seconds: 30 * 60 }

/** Choosing a new password by a link that is sent by mail. */
export function addPasswordResetPages(server: FastifyInstance, options: Options): void {
  const { db, clock, passwords, limiter, tickets, forms, accountMail, background } = options

  server.get(pagePaths.forgotPassword, async (request, reply) => {
    const token = forms.token(request, reply, 'forgot-password')
    return sendPage(reply, 200, forgotPasswordPage({ token, email: '' }))
  })

  server.post(pagePaths.forgotPassword, async (request, reply) => {
    const typed = forms.read(request, 'forgot-password')
    const email = parseMailAddress(typed('email'))
    const again = (status: number, fault: string) => {
      const token = forms.token(request, reply, 'forgot-password')
      return sendPage(reply, status, forgotPasswordPage({ token, email: typed('email'), fault }))
    }
    if (email === undefined) return again(400, 'Enter an e-mail address, like name@example.com.')
    const taken = await limiter.take(`forgot:address:${addressKey(request.ip)}`, perAddress)
    if (!taken.allowed) {
      reply.header('Retry-After', taken.retryAfterSeconds)
      return again(
        429,
        `Too many requests from your network. Try again ${waitInWords(taken.retryAfterSeconds)}.`,
      )
    }
    // After the answer, which takes as long for an address that nobody has.
    background.run(async () => {
      const account = await findAccountByEmail(db, email)
      if (account) await accountMail.resetPassword(account)
    })
    return sendPage(reply, 200, checkYourMailPage())
  })

  server.get<{ Querystring: { code?: unknown } }>(pagePaths.resetPassword, async (request, reply) => {
    const { code } = request.query
    const found = typeof code === 'string' && (await findCode(db, 'reset-password', code, clock.now()))
    if (typeof code !== 'string' || !found) return sendPage(reply, 410, deadLinkPage())
    const token = forms.token(request, reply, 'reset-password')
    return sendPage(reply, 200, resetPasswordPage({ token, code, faults: {} }))
  })

  server.post(pagePaths.resetPassword, async (request, reply) => {
    const typed = forms.read(request, 'reset-password')
    const code = typed('code')
    const found = await findCode(db, 'reset-password', code, clock.now())
    const account = found && (await findAccount(db, found.accountId))
    if (!account) return sendPage(reply, 410, deadLinkPage())
    const faults: NewPasswordFaults = {}
    const weak = passwordFault(typed('password'), account)
    if (weak !== undefined) faults.password = weak
    else if (typed('confirmation') !== typed('password'))
      faults.confirmation = 'The password and confirmation password do not match.'
    if (Object.keys(faults).length > 0) {
      const token = forms.token(request, reply, 'reset-password')
      return sendPage(reply, 400, resetPasswordPage({ token, code, faults }))
    }
    const passwordHash = await passwords.hash(typed('password'))
    const done = await inTransaction(db, async (trx) => {
      if (!(await takeCode(trx, 'reset-password', code, clock.now()))) return false
      await changePassword(trx, account.id, passwordHash)
      // Whoever opened the link reads the mail of this address.
      await confirmAccountEmail(trx, account.id)
      await removeCodes(trx, account.id)
      await removeRecordsOfAccount(trx, account.id)
      return true
    })
    if (!done) return sendPage(reply, 410, deadLinkPage())
    await accountMail.passwordChanged(account)
    await tickets.give(reply, account.id)
    return sendPage(
      reply,
      200,
      noticePage({
        title: 'Your password is changed',
        text: ['You were signed out on all your devices.'],
        link: { text: 'Go on to Player Pool', path: '/' },
      }),
    )
  })
}
