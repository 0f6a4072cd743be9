import { identityPaths } from '#contract/identity-page-paths.ts'
import { type Html, html } from '#server/platform/http/html.ts'
import type { SignUpConfig } from '#server/platform/settings/config.ts'
import { poolName } from '#server/platform/text/pool-name.ts'
import type { CredentialCheck } from '#server/sign-in/accounts/password-attempts.ts'
import { type Errors, form, formatRetryDelay } from './form-parts.ts'
import { layout } from './layout.ts'
import { type UpstreamLink, upstreamLinks } from './upstream-pages.ts'

type Page = {
  path: string
  email: string
  isPlainHttp: boolean
  /** JSON for the script of the page, which asks the browser for a passkey. Undefined if browsers allow none here. */
  passkeyOptions: string | undefined
  /** Other ways to sign in. */
  upstreams: readonly UpstreamLink[]
  /** The name of a provider that is connected to the account once its owner has signed in to it here. */
  connecting: string | undefined
  /** Whoever is signed in shows that it is them, before something that needs it. */
  isConfirming: boolean
  error: Html | undefined
  errors: Errors
  /** Whether it can send a code by email. */
  sendsMail: boolean
  /** Can this visitor create an account? If not, how do they get in? */
  signUp: 'offered' | SignUpConfig['mode']
}

export function signInPage(page: Page): Html {
  const { connecting, isConfirming, upstreams, passkeyOptions } = page
  const isSignIn = connecting === undefined && !isConfirming
  return layout({
    title: toTitle(page),
    body: html`
${isSignIn && html`<p>A pool for a golf tournament: pick your golfers before it starts, then follow every entry live.</p>`}
${page.isPlainHttp && html`<p class="aside" data-error>This connection is not encrypted. Anyone on the network between you and the server can read what you type, including your password.</p>`}
${
  connecting !== undefined &&
  html`<p class="aside">An account with the address <strong>${page.email}</strong> already exists. Sign in to it once to connect
${connecting}. After that, you can sign in with ${connecting}.</p>`
}
${form({
  path: page.path,
  hidden: { response: '' },
  // The first button is the one of the Enter key. The script shows the one for passkeys where the field does not offer them.
  button: html`<button class="button">${connecting === undefined ? 'Sign in' : 'Sign in and connect'}</button>
${passkeyOptions !== undefined && html`<button class="button-secondary" formaction="${page.path}/Passkey" data-passkey="${passkeyOptions}" hidden>Sign in with a passkey</button>`}
${page.sendsMail && html`<p><button class="button-text" name="action" value="mail">Email me a code instead</button></p>`}`,
  fields: [
    { name: 'email', label: 'Email', type: 'email', autocomplete: 'username webauthn', value: page.email },
    { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
  ],
  error: page.error,
  errors: page.errors,
  focus: page.email === '' ? 'email' : 'password',
})}
${upstreams.length > 0 && upstreamLinks(upstreams)}
<p class="links"><a href="${identityPaths.forgotPassword}">Forgot your password?</a>
${connecting !== undefined && html`<a href="${page.path}?restart">Sign in to another account</a>`}</p>
${isSignIn && newcomers(page.signUp)}`,
  })
}

function toTitle({ connecting, isConfirming }: Page): string {
  if (connecting !== undefined) return `Connect ${connecting}`
  return isConfirming ? 'Confirm that it is you' : `Sign in to ${poolName}`
}

/** How to get an account. */
function newcomers(signUp: Page['signUp']): Html {
  return html`
<div class="newcomers">
<h2>New here?</h2>
${newcomersText(signUp)}
</div>`
}

function newcomersText(signUp: Page['signUp']): Html {
  if (signUp === 'offered')
    return html`<a class="button-secondary" href="${identityPaths.register}">Create an account</a>`
  if (signUp === 'closed') return html`<p>New accounts are closed. Ask the organiser.</p>`
  return html`<p>Ask the organiser for an invitation link.</p>`
}

/** Why a sign-in was refused. The text never depends on whether the account exists (docs/security.md, 6.4). */
export function describeRefusal(refusal: Exclude<CredentialCheck, { kind: 'account' }>): Html {
  if (refusal.kind === 'refused') return html`Wrong email or password.`
  const wait = formatRetryDelay(refusal.retryAfterSeconds)
  if (refusal.scope === 'network') return html`Too many attempts from your network. Try again ${wait}.`
  return html`Too many attempts for this address. Try again ${wait}, use a device on which you have signed in before, or
<a href="${identityPaths.forgotPassword}">choose a new password</a>.`
}
