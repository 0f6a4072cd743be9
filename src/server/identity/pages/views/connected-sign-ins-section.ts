import { identityPaths } from '#contract/identity-page-paths.ts'
import { type Html, html } from '#server/http/html.ts'
import type { ConnectedSignIn } from '#server/identity/accounts/connected-sign-in-store.ts'
import { formatShortTime } from '#server/time-format.ts'
import type { UpstreamLink } from './upstream-pages.ts'

export type SignInList = {
  connected: readonly (ConnectedSignIn & { provider: string; isRemovable: boolean })[]
  /** The configured providers. Several accounts of one provider can be connected. */
  available: readonly UpstreamLink[]
}

/** The part of the account page about upstream providers. Nothing if none is configured or connected. */
export function connectedSignInsSection({ connected, available }: SignInList): Html {
  if (connected.length === 0 && available.length === 0) return html``
  return html`
<section>
<h2>Connected sign-ins</h2>
${
  connected.length === 0
    ? html`<p>None yet. Connect one to sign in without your password.</p>`
    : html`<ul class="sessions">${connected.map(connectedItem)}</ul>`
}
<p class="actions">${available.map(
    ({ name, path }) => html`<a class="button secondary" href="${path}">Connect ${name}</a>`,
  )}</p>
</section>`
}

function connectedItem({ id, provider, email, lastUsedAt, isRemovable }: SignInList['connected'][number]): Html {
  return html`<li>
<p><strong>${provider}</strong>${email !== null && ` ${email}`}</p>
<p class="hint">Last used ${formatShortTime(lastUsedAt)}.${!isRemovable && ' Your only way to sign in.'}</p>
${isRemovable && html`<a class="button secondary" href="${identityPaths.disconnect}?id=${id}" aria-label="Disconnect ${provider}">Disconnect</a>`}
</li>`
}
