import { identityPaths } from '#contract/identity-page-paths.ts'
import { toSignInName } from '#server/delivery/mail/email-address.ts'
import { type Html, html } from '#server/platform/http/html.ts'
import { adminCommandOnPages } from '#server/platform/start/operator-commands.ts'
import { poolName } from '#server/platform/text/pool-name.ts'
import type { Account } from '#server/sign-in/accounts/account-store.ts'
import type { ConnectedSignIn } from '#server/sign-in/accounts/connected-sign-in-store.ts'
import { type Field, form, time } from './form-parts.ts'
import { layout } from './layout.ts'

export function forgotPasswordPage(page: { email: string; error?: string }): Html {
  return layout({
    title: 'Forgot your password?',
    body: html`
<p>Enter the address of your account. We will send you a link to choose a new password.</p>
${form({
  path: identityPaths.forgotPassword,
  button: 'Send the link',
  fields: [{ name: 'email', label: 'Email', type: 'email', autocomplete: 'username', value: page.email }],
  errors: { email: page.error },
  focus: 'email',
})}
<p class="links"><a href="/">Back to sign-in</a></p>`,
  })
}

/** Reads the same for every address: nobody learns whether it has an account (docs/security.md, 6.4). */
export const noMailPage = layout({
  title: 'Forgot your password?',
  body: html`
<p>This pool does not send emails, so it cannot send you a link. Ask the organiser of your pool for a link to choose a new password.</p>
<p class="small-print">Organisers: the operator of the server can create this link with <code>${adminCommandOnPages} reset-password EMAIL</code>.</p>
<p class="links"><a href="/">Back to sign-in</a></p>`,
})

type ResetSignIn = ConnectedSignIn & { provider: string; isDisconnected: boolean }
/**
 * `isEntrant`: an organiser has given them the link, and they may enter without a password. `lender`: who else is signed in on
 * this device, and is signed out then.
 */
type ResetPage = {
  account: Account
  isEntrant: boolean
  lender?: string | undefined
  code: string
  signIns: readonly ResetSignIn[]
  error?: string
}

/** `signIns`: connected sign-ins that the person can disconnect, because somebody else may have connected them. */
export function resetPasswordPage({ account, isEntrant, lender, code, signIns, error }: ResetPage): Html {
  return layout({
    title: isEntrant ? `Welcome, ${account.name}` : 'Choose a new password',
    body: html`
<p>${isEntrant ? html`This link signs you in to ${poolName} on this device. It works once.` : 'You will be signed out on all your devices.'}</p>
${lender !== undefined && lenderNotice(lender, account.name)}
${form({
  path: identityPaths.resetPassword,
  button: html`${signIns.length > 0 && html`<p>These sign-ins need no password. Disconnect those that you do not know.</p>`}
${signIns.map(signInBox)}
<button class="button">${isEntrant ? 'Enter' : 'Save password'}</button>`,
  hidden: { code },
  fields: [isEntrant ? optionalPassword(account) : newPasswordField('New password')],
  errors: { password: error },
  focus: isEntrant ? undefined : 'password',
})}
${isEntrant && html`<p class="small-print">Without a password or a passkey, you need a new link from an organiser if you lose this device. You can also add one later, on your account page.</p>`}`,
  })
}

/** Somebody lends their device: they are signed out on it. */
function lenderNotice(lender: string, name: string): Html {
  return html`<p><strong>This device is signed in as ${lender}.</strong> “Enter” signs ${lender} out here. Afterwards, ${name} chooses “Logout” in the menu, and ${lender} signs in again.</p>
<p class="links"><a href="/">Back to ${poolName} as ${lender}</a></p>`
}

function optionalPassword({ email }: Account): Field {
  const hint = `At least 8 characters. You then also sign in as ${toSignInName(email)}.`
  return { ...newPasswordField('Password (optional)'), isOptional: true, hint }
}

function signInBox({ id, provider, email, lastUsedAt, isDisconnected }: ResetSignIn): Html {
  return html`<label class="choice"><input type="checkbox" name="disconnect-${id}"${isDisconnected && html` checked`}>
<span>Disconnect ${provider}${email !== null && html`, <strong>${email}</strong>`}, last used ${time(lastUsedAt)}</span></label>`
}

/** A password that is chosen. It is typed once, because it can be shown. */
export function newPasswordField(label: string): Field {
  return {
    name: 'password',
    label,
    type: 'password',
    autocomplete: 'new-password',
    hint: 'At least 8 characters. Several words are best.',
  }
}

export function confirmEmailPage(page: { code: string; email: string; error?: Html | undefined }): Html {
  return layout({
    title: 'Confirm your address',
    body: html`
<p>Enter the password that you chose for <strong>${page.email}</strong>.</p>
${form({
  path: identityPaths.confirmEmail,
  button: 'Confirm and sign in',
  hidden: { code: page.code },
  fields: [{ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' }],
  error: page.error,
  focus: 'password',
})}
<p class="links"><a href="${identityPaths.forgotPassword}">Forgot your password?</a></p>`,
  })
}
