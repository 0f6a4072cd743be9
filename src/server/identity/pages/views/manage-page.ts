import { pagePaths } from '#contract/identity-paths.ts'
import { type Html, html } from '#server/http/html.ts'
import type { Account } from '#server/identity/accounts/account-store.ts'
import { field, form } from './form-parts.ts'
import { layout } from './layout.ts'
import { type NewPasswordFaults, newPasswordFields } from './password-pages.ts'

export type ManageFaults = {
  name?: string
  email?: string
  emailPassword?: string
  oldPassword?: string
} & NewPasswordFaults

/** `typed`: what stands in the fields when it is not what is saved. */
export function managePage(page: {
  token: string
  account: Account
  typed?: { name?: string; email?: string }
  faults: ManageFaults
  said?: string | undefined
}): Html {
  const { token, account, typed = {}, faults, said } = page
  return layout({
    title: 'Your account',
    body: html`
${said !== undefined && html`<p class="said" role="status">${said}</p>`}
<section>
<h2>Name</h2>
${form({
  path: `${pagePaths.manage}/Name`,
  token,
  button: 'Save name',
  body: field({
    name: 'name',
    label: 'Name',
    type: 'text',
    autocomplete: 'name',
    value: typed.name ?? account.name,
    hint: 'As the others in the pool see it, from within a few minutes.',
    fault: faults.name,
    focus: faults.name !== undefined,
  }),
})}
</section>
<section>
<h2>E-mail</h2>
${form({
  path: `${pagePaths.manage}/Email`,
  token,
  button: 'Change e-mail',
  body: html`
${field({
  name: 'email',
  label: 'E-mail',
  type: 'email',
  autocomplete: 'email',
  value: typed.email ?? account.email,
  fault: faults.email,
  focus: faults.email !== undefined,
})}
${field({
  name: 'emailPassword',
  label: 'Current password',
  type: 'password',
  autocomplete: 'current-password',
  fault: faults.emailPassword,
  focus: faults.email === undefined && faults.emailPassword !== undefined,
})}`,
})}
</section>
<section>
<h2>Password</h2>
${form({
  path: `${pagePaths.manage}/Password`,
  token,
  button: 'Change password',
  body: html`
<input type="hidden" name="username" value="${account.email}" autocomplete="username">
${field({
  name: 'oldPassword',
  label: 'Current password',
  type: 'password',
  autocomplete: 'current-password',
  fault: faults.oldPassword,
  focus: faults.oldPassword !== undefined,
})}
${newPasswordFields(faults, false)}`,
})}
</section>
<section>
<h2>Devices</h2>
<p>Ends every sign-in of this account, this one too. Windows that are open elsewhere may go on for ten minutes.</p>
${form({ path: `${pagePaths.manage}/SignOut`, token, button: 'Sign out everywhere', body: html`` })}
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
  path: pagePaths.confirmNewEmail,
  token: page.token,
  button: 'Use this address',
  body: html`<input type="hidden" name="code" value="${page.code}">`,
})}`,
  })
}
