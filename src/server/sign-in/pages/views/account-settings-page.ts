import { toDeviceName } from '#contract/device-name.ts'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { toAddress, toSignInName } from '#server/delivery/mail/email-address.ts'
import { type Html, html } from '#server/platform/http/html.ts'
import { poolName } from '#server/platform/text/pool-name.ts'
import type { Account } from '#server/sign-in/accounts/account-store.ts'
import type { ConnectedSignIn } from '#server/sign-in/accounts/connected-sign-in-store.ts'
import type { SecondFactorStatus } from '#server/sign-in/accounts/second-factors.ts'
import type { SessionSummary } from '#server/sign-in/provider/provider-sessions.ts'
import { currentPassword, type Errors, form, nameField, time } from './form-parts.ts'
import { layout } from './layout.ts'
import { newPasswordField } from './password-pages.ts'
import { personalDataSection } from './personal-data-pages.ts'
import type { UpstreamLink } from './upstream-pages.ts'

/** `typed`: field values that differ from the saved ones. */
export function accountSettingsPage(page: {
  account: Account
  secondFactor: SecondFactorStatus | undefined
  signIns: SignInList
  sessions: readonly SessionSummary[]
  /** The uid of the session in this browser. */
  ownSession: string
  typed?: { name?: string; email?: string }
  errors: Errors
  successText?: string | undefined
}): Html {
  const { account, secondFactor, signIns, sessions, ownSession, typed = {}, errors, successText } = page
  const hasPassword = account.passwordHash !== undefined
  const email = typed.email ?? toAddress(account.email)
  const username = toSignInName(account.email)
  return layout({
    title: 'Your account',
    body: html`
${successText !== undefined && html`<p class="aside" role="status">${successText}</p>`}
<section>
<h2>Name</h2>
${form({
  path: `${identityPaths.manage}/Name`,
  button: 'Save name',
  fields: [nameField(typed.name ?? account.name, ' A change appears within a few minutes.')],
  errors,
})}
</section>
<section aria-label="Change email">
<h2>Email</h2>
${form({
  path: `${identityPaths.manage}/Email`,
  button: 'Change email',
  fields: [
    { name: 'email', label: 'Email', type: 'email', autocomplete: 'email', value: email },
    currentPassword({ name: 'emailPassword', hasPassword }),
  ],
  errors,
})}
</section>
<section aria-label="Change password">
<h2>Password</h2>
${form({
  path: `${identityPaths.manage}/Password`,
  button: hasPassword ? 'Change password' : 'Set a password',
  hidden: { username },
  intro: !hasPassword && html`<p>You have no password. With one, you can also sign in as ${username}.</p>`,
  fields: [currentPassword({ name: 'oldPassword', hasPassword }), newPasswordField('New password')],
  errors,
})}
</section>
${connectedSignInsSection(signIns)}
<section aria-label="Second factor">
<h2>Second factor</h2>
<p>${
      secondFactor
        ? 'On: you sign in with your password and a code from an authenticator app.'
        : 'Off. If you turn it on, nobody can sign in with your password alone.'
    }</p>
<p><a class="button-secondary" href="${identityPaths.secondFactor}">${secondFactor ? 'Change' : 'Turn on'}</a></p>
</section>
<section aria-label="Notifications">
<h2>Notifications</h2>
<p>Choose which notifications you get, by email or on your devices.</p>
<p><a class="button-secondary" href="/notifications">Choose notifications</a></p>
</section>
<section aria-label="Devices">
<h2>Devices</h2>
<ul class="sessions">${sessions.map((session) => sessionItem(session, session.uid === ownSession))}</ul>
<p>“Sign out everywhere” signs you out on every device, including this one.</p>
${form({ path: `${identityPaths.manage}/SignOut`, button: 'Sign out everywhere' })}
</section>
${personalDataSection}
<p class="links"><a href="/">Back to ${poolName}</a></p>`,
  })
}

function sessionItem({ uid, signedInAt, lastUse }: SessionSummary, isOwn: boolean): Html {
  const device = toDeviceName(lastUse?.userAgent ?? '')
  return html`<li>
<div><p><strong>${device}</strong>${isOwn && ' (this device)'}</p>
<p class="small-print">Signed in ${time(signedInAt)}.${lastUse && html` Last used ${time(lastUse.at)} from ${lastUse.address}.`}</p></div>
${form({
  path: `${identityPaths.manage}/EndSession`,
  hidden: { session: uid },
  button: html`<button class="button" aria-label="Sign out ${device}">Sign out</button>`,
})}
</li>`
}

export function confirmNewEmailPage(page: { code: string; email: string }): Html {
  return layout({
    title: 'Confirm your new address',
    body: html`
<p>From now on you will sign in as <strong>${page.email}</strong>.</p>
${form({ path: identityPaths.confirmNewEmail, button: 'Use this address', hidden: { code: page.code } })}`,
  })
}

/** `email`: the old address, whose reader has opened the link. */
export function undoEmailChangePage(page: { code: string; email: string }): Html {
  return layout({
    title: 'Undo the change of address',
    body: html`
<p>Your account will use <strong>${page.email}</strong> again. Everybody is signed out, connected sign-ins and a second factor that was turned on since the change are removed, and you choose a new password.</p>
${form({ path: identityPaths.undoEmailChange, button: 'Undo the change', hidden: { code: page.code } })}`,
  })
}

export type SignInList = {
  connected: readonly (ConnectedSignIn & { provider: string; isRemovable: boolean })[]
  /** The configured providers. Several accounts of one provider can be connected. */
  available: readonly UpstreamLink[]
  /** The address of the pool, if browsers allow no passkeys there. */
  passkeysBlockedAt: string | undefined
}

/** The part of the account page about passkeys and upstream providers. */
function connectedSignInsSection({ connected, available, passkeysBlockedAt }: SignInList): Html {
  return html`
<section aria-label="Connected sign-ins">
<h2>Passkeys and connected sign-ins</h2>
${
  connected.length === 0
    ? html`<p>None yet. With a passkey, you sign in with your fingerprint, your face or the PIN of your device.</p>`
    : html`<ul class="sessions">${connected.map(connectedItem)}</ul>`
}
${passkeysBlockedAt !== undefined && html`<p>Browsers allow passkeys only at an https address with a name, like https://pool.example.org. This pool’s address is ${passkeysBlockedAt}.</p>`}
<p class="buttons">${passkeysBlockedAt === undefined && html`<a class="button-secondary" href="${identityPaths.passkeys}">Add a passkey</a>`}
${available.map(({ name, path }) => html`<a class="button-secondary" href="${path}">Connect ${name}</a>`)}</p>
</section>`
}

function connectedItem({ id, provider, email, lastUsedAt, isRemovable }: SignInList['connected'][number]): Html {
  return html`<li>
<div><p><strong>${provider}</strong>${email !== null && ` ${email}`}</p>
<p class="small-print">Last used ${time(lastUsedAt)}.${!isRemovable && ' Your only way to sign in.'}</p></div>
${isRemovable && html`<a class="button-secondary" href="${identityPaths.disconnect}?id=${id}" aria-label="Disconnect ${provider}">Disconnect</a>`}
</li>`
}
