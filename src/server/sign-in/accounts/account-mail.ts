import { randomUUID } from 'node:crypto'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { addMail, composeMail } from '#server/delivery/mail/mail.ts'
import type { MailContent } from '#server/delivery/mail/mail-content.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { poolName } from '#server/platform/text/pool-name.ts'
import type { Account } from './account-store.ts'
import type { ConnectedSignIn } from './connected-sign-in-store.ts'
import { addEmailChange } from './email-change-store.ts'
import { createCode } from './one-time-code-store.ts'

type Options = { clock: Pick<Clock, 'now'>; publicUrl: string }

type AccountMessage = Omit<MailContent, 'action'> & {
  /** The text of the link. */
  action?: string
  /** The one-time code in the link. */
  code?: { purpose: keyof typeof codePaths; account: Pick<Account, 'id'>; email?: string }
  /** The path of a link without a one-time code. Default: the page that asks for a new password. */
  path?: string
}

const codePaths = {
  'confirm-email': identityPaths.confirmEmail,
  'reset-password': identityPaths.resetPassword,
  'change-email': identityPaths.confirmNewEmail,
} as const

const secondFactorChanges = {
  'second factor turned on': ['The second factor', 'was turned on'],
  'second factor turned off': ['The second factor', 'was turned off'],
  'recovery codes renewed': ['The recovery codes', 'were renewed'],
} as const

/** A change of the second factor, by its name in the audit log. */
export type SecondFactorChange = keyof typeof secondFactorChanges

/** A placeholder for the account of an unknown address. Its email is never sent (`mailer`). */
const nobody = { id: 'nobody', name: 'Nobody', email: 'nobody@player-pool.invalid' }

const unconfirmed = 'If this wasn’t you, ignore this email. Without your confirmation the account cannot be used.'
const unchanged = 'If this wasn’t you, ignore this email. Nothing has changed.'

const askForHelp = 'ask the organiser of the pool for help'

export type AccountMail = ReturnType<typeof createAccountMail>

/**
 * The emails about accounts. Each is added in the transaction of its cause: the handling of a request, which is limited
 * (`createAccountRequestChannel`), or a completed change, whose notice is never dropped. To an address that nobody has
 * confirmed they do not repeat the name, because anyone can enter any text together with someone else's address.
 */
export function createAccountMail({ clock, publicUrl }: Options) {
  /** An email with the same key is added once. */
  async function send(trx: Db, recipient: string, message: AccountMessage, requestKey = `account:${randomUUID()}`) {
    const { action, code, path: pathWithoutCode = identityPaths.forgotPassword, ...content } = message
    let path: string = pathWithoutCode
    if (code) {
      const about = { accountId: code.account.id, email: code.email }
      path = `${codePaths[code.purpose]}?code=${await createCode(trx, code.purpose, about, clock.now())}`
    }
    const link = action === undefined ? undefined : { text: action, url: publicUrl + path }
    const mail = { requestKey, recipient, isHighPriority: true }
    await addMail(trx, { ...mail, message: composeMail({ ...content, action: link }) }, clock.now())
  }

  /** Tells the owner what has happened. `advice`: what else to do, if it was not them, than choose a new password. */
  function warn(trx: Db, { email, name }: Account, subject: string, text: string, advice = '', requestKey?: string) {
    const paragraphs = [`Hello ${name},`, text, `If this wasn’t you, choose a new password now${advice}:`]
    return send(trx, email, { subject, paragraphs, action: 'Choose a new password' }, requestKey)
  }

  return {
    /** `provider`: an upstream provider at which the account was created, and which has not verified the address. */
    confirmEmail(trx: Db, account: Account, provider?: string) {
      const [done, next] =
        provider === undefined
          ? [`An account at ${poolName} was created with this address.`, 'enter your password']
          : [`This address was used to sign in to ${poolName} with ${provider}.`, `continue with ${provider}`]
      return send(trx, account.email, {
        subject: 'Confirm your email address',
        paragraphs: ['Hello,', `${done} Open this page within 24 hours and ${next} to start playing:`],
        action: 'Confirm your email address',
        code: { purpose: 'confirm-email', account },
        closing: unconfirmed,
      })
    },

    alreadyRegistered: (trx: Db, { email, name }: Account) =>
      send(trx, email, {
        subject: 'You already have an account',
        paragraphs: [
          `Hello ${name},`,
          `This address already has an account at ${poolName}. Sign in, or choose a new password here:`,
        ],
        action: 'Choose a new password',
        closing: unchanged,
      }),

    /** Sent to an address that was registered but never confirmed: the reader of this email chooses the password. */
    finishRegistration: (trx: Db, account: Account) =>
      send(trx, account.email, {
        subject: 'Finish your registration',
        paragraphs: [
          'Hello,',
          `An account at ${poolName} was created with this address but never confirmed. Choose a password here within an hour to start playing:`,
        ],
        action: 'Choose a password',
        code: { purpose: 'reset-password', account },
        closing: unconfirmed,
      }),

    /** `reason`: a sentence that says whom to ask. */
    signUpRefused: (trx: Db, email: string, reason: string) =>
      send(trx, email, {
        subject: 'Your account could not be created',
        paragraphs: ['Hello,', `An account at ${poolName} could not be created with this address.`, reason],
        closing: 'If this wasn’t you, ignore this email. No account was created.',
      }),

    /** Does the same work for an address without an account, so that other requests take as long (docs/security.md, 6.4). */
    resetPassword(trx: Db, account: Account | undefined) {
      const owner = account ?? nobody
      return send(trx, owner.email, {
        subject: 'Choose a new password',
        paragraphs: [
          `Hello ${owner.name},`,
          `A new password was requested for your account at ${poolName}. This link works once, within an hour:`,
        ],
        action: 'Choose a new password',
        code: { purpose: 'reset-password', account: owner },
        closing: 'If this wasn’t you, ignore this email. Your password has not changed.',
      })
    },

    /** Does the same work for an address without an account. The code proves an address that nobody has proved before. */
    signInCode(trx: Db, account: Account | undefined, { uid, code }: { uid: string; code: string }) {
      const confirms = 'Nobody has confirmed this address yet. The code does, and ends the password chosen with it.'
      return send(trx, (account ?? nobody).email, {
        subject: `Your code to sign in: ${code}`,
        paragraphs: [
          'Hello,',
          `Your code to sign in to ${poolName} is ${code}.`,
          ...(account?.emailVerified === false ? [confirms] : []),
          'It works once, within 10 minutes, and only in the browser in which you asked for it. Type it there, or open this page there:',
        ],
        action: 'Sign in',
        path: `${identityPaths.signIn}/${uid}/Code?code=${code}`,
        closing: 'If this wasn’t you, ignore this email and tell nobody the code. Nothing has changed.',
      })
    },

    /** `isFromOther`: with a link that an admin or the operator made. */
    passwordChanged(trx: Db, account: Account, isFromOther = false) {
      const how = isFromOther ? ' with a link that the organisers of the pool made' : ''
      const text = `The password for your account at ${poolName} was changed${how}, and you were signed out on all other devices.`
      return warn(trx, account, 'Your password was changed', text, isFromOther ? ` and ${askForHelp}` : '')
    },

    /** Warns about wrong codes of the second factor, at most once a day. */
    wrongCodes: (trx: Db, account: Account) =>
      warn(
        trx,
        account,
        'Wrong codes for your account',
        `Someone got past the password, or another first step, of signing in to your account at ${poolName}, and then entered several wrong codes.`,
        ', which also ends this sign-in',
        `wrong-codes:${account.id}:${clock.now().toISOString().slice(0, 10)}`,
      ),

    /** Warns about wrong emailed codes, at most once a day. Nobody has got in. */
    wrongMailedCodes: (trx: Db, account: Account | undefined) =>
      send(
        trx,
        (account ?? nobody).email,
        {
          subject: 'Wrong codes for your account',
          paragraphs: [
            'Hello,',
            `Someone asked for a code to sign in to your account at ${poolName}, and then entered several wrong codes.`,
          ],
          closing:
            'If this wasn’t you, they did not get in, and you need not do anything. Tell nobody a code from an email.',
        },
        `wrong-mailed-codes:${(account ?? nobody).id}:${clock.now().toISOString().slice(0, 10)}`,
      ),

    secondFactorChanged(trx: Db, account: Account, change: SecondFactorChange) {
      const [thing, verb] = secondFactorChanges[change]
      const text = `${thing} for your account at ${poolName} ${verb}.`
      return warn(trx, account, `${thing} for your account ${verb}`, text, ` and ${askForHelp}`)
    },

    /** Warns about a passkey that may have been copied, at most once a day for each passkey. */
    passkeyCopied(trx: Db, account: Account, { id, passkeyName }: Pick<ConnectedSignIn, 'id' | 'passkeyName'>) {
      const text = `The passkey “${passkeyName}” of your account at ${poolName} was refused. It counted fewer uses than before, as a copy does.`
      const requestKey = `passkey-copied:${id}:${clock.now().toISOString().slice(0, 10)}`
      const advice = ' and remove the passkey on your account page'
      return warn(trx, account, 'A passkey of your account may have been copied', text, advice, requestKey)
    },

    /** `provider`: the name of an upstream provider, from the settings, or of a passkey. */
    signInChanged(trx: Db, account: Account, { provider, isConnected }: { provider: string; isConnected: boolean }) {
      const subject = isConnected ? `You can now sign in with ${provider}` : `${provider} was disconnected`
      const text = isConnected
        ? `Your account at ${poolName} was connected to ${provider}. From now on you can sign in with ${provider}.`
        : `Your account at ${poolName} is no longer connected to ${provider}.`
      const advice = `, check the connected sign-ins on your account page, and ${askForHelp}`
      return warn(trx, account, subject, text, advice)
    },

    changeEmail: (trx: Db, account: Account, email: string) =>
      send(trx, email, {
        subject: 'Confirm your new email address',
        paragraphs: [
          'Hello,',
          `You asked to use this address for your account at ${poolName}. Open this page within 24 hours to confirm it, in the browser in which you are signed in:`,
        ],
        action: 'Confirm your new address',
        code: { purpose: 'change-email', account, email },
        closing: unchanged,
      }),

    /** Tells the old address. An address that was never confirmed may be a stranger's, so it cannot undo the change. */
    async emailChanged(trx: Db, account: Account, { email, canUndo }: { email: string; canUndo: boolean }) {
      const change = { accountId: account.id, email: account.email }
      const code = canUndo && account.emailVerified && (await addEmailChange(trx, change, clock.now()))
      return send(trx, account.email, {
        subject: 'Your email address was changed',
        paragraphs: [
          `Hello ${account.name},`,
          `Your account at ${poolName} now uses the address ${email} instead of this one.`,
          code
            ? 'If this wasn’t you, undo the change within 7 days. Everybody is then signed out, and you choose a new password:'
            : 'If this wasn’t you, contact the organiser of your pool.',
        ],
        ...(code && { action: 'Undo the change', path: `${identityPaths.undoEmailChange}?code=${code}` }),
      })
    },
  }
}
