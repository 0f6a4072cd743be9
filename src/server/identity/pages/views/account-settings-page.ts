import { identityPaths } from '#contract/identity-paths.ts'
import { type Html, html } from '#server/http/html.ts'
import type { Account } from '#server/identity/accounts/account-store.ts'
import { field, form } from './form-parts.ts'
import { layout } from './layout.ts'
import { type NewPasswordErrors, newPasswordFields } from './password-pages.ts'

export type AccountSettingsErrors = {
  name?: string
  email?: string
  emailPassword?: string
  oldPassword?: string
} & NewPasswordErrors

/** `typed`: field values that differ from the saved ones. */
export function accountSettingsPage(page: {
  token: string
  account: Account
  typed?: { name?: string; email?: string }
  errors: AccountSettingsErrors
  successText?: string | undefined
}): Html {
  const { token, account, typed = {}, errors, successText } = page
  return layout({
    title: 'Your account',
    body: html`
${successText !== undefined && html`<p class="said" role="status">${successText}</p>`}
<section>
<h2>Name</h2>
${form({
  path: `${identityPaths.manage}/Name`,
  token,
  button: 'Save name',
  body: field({
    name: 'name',
    label: 'Name',
    type: 'text',
    autocomplete: 'name',
    value: typed.name ?? account.name,
    hint: 'The name that others in the pool see. A change appears within a few minutes.',
    error: errors.name,
    focus: errors.name !== undefined,
  }),
})}
</section>
<section>
<h2>E-mail</h2>
${form({
  path: `${identityPaths.manage}/Email`,
  token,
  button: 'Change e-mail',
  body: html`
${field({
  name: 'email',
  label: 'E-mail',
  type: 'email',
  autocomplete: 'email',
  value: typed.email ?? account.email,
  error: errors.email,
  focus: errors.email !== undefined,
})}
${field({
  name: 'emailPassword',
  label: 'Current password',
  type: 'password',
  autocomplete: 'current-password',
  error: errors.emailPassword,
  focus: errors.email === undefined && errors.emailPassword !== undefined,
})}`,
})}
</section>
<section>
<h2>Password</h2>
${form({
  path: `${identityPaths.manage}/Password`,
  token,
  button: 'Change password',
  body: html`
<input type="hidden" name="username" value="${account.email}" autocomplete="username">
${field({
  name: 'oldPassword',
  label: 'Current password',
  type: 'password',
  autocomplete: 'current-password',
  error: errors.oldPassword,
  focus: errors.oldPassword !== undefined,
})}
${newPasswordFields(errors, false)}`,
})}
</section>
<section>
<h2>Devices</h2>
<p>Signs you out on every device, including this one. Windows open elsewhere may keep working for up to ten minutes.</p>
${form({ path: `${identityPaths.manage}/SignOut`, token, button: 'Sign out everywhere', body: html`` })}
</section>
<p class="links"><a href="/">Back to Player Pool</a></p>`,
  })
}

export function confirmNewEmailPage(page: { token: string; code: string; email: string }): Html {
  return layout({
    title: 'Confirm your new address',
    body: html`
<p>From now on you will sign in as <strong>${page.email}</strong>.</p>
${form({
  path: identityPaths.confirmNewEmail,
  token: page.token,
  button: 'Use this address',
  body: html`<input type="hidden" name="code" value="${page.code}">`,
})}`,
  })
}
