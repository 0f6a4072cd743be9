import { identityPaths } from '#contract/identity-page-paths.ts'
import { type Html, html } from '#server/http/html.ts'
import type { CredentialCheck } from '#server/identity/accounts/credentials.ts'
import { formatRetryDelay } from './form-parts.ts'

/** Why a sign-in was refused. The text never depends on whether the account exists (docs/security.md, 6.4). */
export function describeRefusal(refusal: Exclude<CredentialCheck, { kind: 'account' }>): Html {
  if (refusal.kind === 'refused') return html`Wrong email or password.`
  const wait = formatRetryDelay(refusal.retryAfterSeconds)
  if (refusal.scope === 'network') return html`Too many attempts from your network. Try again ${wait}.`
  return html`Too many attempts for this address. Try again ${wait}, use a device on which you have signed in before, or
<a href="${identityPaths.forgotPassword}">choose a new password</a>.`
}
