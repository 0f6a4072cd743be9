import { pagePaths } from '#contract/identity-paths.ts'
import { type Html, html } from '#server/http/html.ts'
import { field, firstFault, form, formFault } from './form-parts.ts'
import { layout } from './layout.ts'

export function forgotPasswordPage(page: { token: string; email: string; fault?: string }): Html {
  return layout({
    title: 'Forgot your password?',
    body: html`
<p>Enter the address of your account. We send a link to choose a new password.</p>
${form({
  path: pagePaths.forgotPassword,
  token: page.token,
  button: 'Send the link',
  body: field({
    name: 'email',
    label: 'E-mail',
    type: 'email',
    autocomplete: 'username',
    value: page.email,
    fault: page.fault,
    focus: true,
  }),
})}
<p class="links"><a href="/">Back to sign-in</a></p>`,
  })
}

const order = ['password', 'confirmation'] as const

export type NewPasswordFaults = Partial<Record<(typeof order)[number], string>>

export function resetPasswordPage(page: { token: string; code: string; faults: NewPasswordFaults }): Html {
  return layout({
    title: 'Choose a new password',
    body: html`
<p>You will be signed out on all your devices.</p>
${form({
  path: pagePaths.resetPassword,
  token: page.token,
  button: 'Save password',
  body: html`
<input type="hidden" name="code" value="${page.code}">
${newPasswordFields(page.faults, true)}`,
})}`,
  })
}

export function newPasswordFields(faults: NewPasswordFaults, takesFocus: boolean): Html {
  const focus = takesFocus ? (firstFault(faults, order) ?? 'password') : firstFault(faults, order)
  return html`
${field({
  name: 'password',
  label: 'New password',
  type: 'password',
  autocomplete: 'new-password',
  hint: '8 characters or more. A few words in a row make a good one.',
  fault: faults.password,
  focus: focus === 'password',
})}
${field({
  name: 'confirmation',
  label: 'Confirm new password',
  type: 'password',
  autocomplete: 'new-password',
  fault: faults.confirmation,
  focus: focus === 'confirmation',
})}`
}

export function confirmEmailPage(page: { token: string; code: string; email: string; fault?: string }): Html {
  return layout({
    title: 'Confirm your address',
    body: html`
<p>Enter the password that you chose for <strong>${page.email}</strong>.</p>
${formFault(page.fault)}
${form({
  path: pagePaths.confirmEmail,
  token: page.token,
  button: 'Confirm and sign in',
  body: html`
<input type="hidden" name="code" value="${page.code}">
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', focus: true })}`,
})}
<p class="links"><a href="${pagePaths.forgotPassword}">Forgot your password?</a></p>`,
  })
}
