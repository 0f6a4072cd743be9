import { identityPaths } from '#contract/identity-page-paths.ts'
import { type Html, html } from '#server/http/html.ts'
import { adminCommand } from '#server/operator-commands.ts'
import { field, findFirstInvalidField, form, formError } from './form-parts.ts'
import { layout } from './layout.ts'

export function forgotPasswordPage(page: { token: string; email: string; error?: string }): Html {
  return layout({
    title: 'Forgot your password?',
    body: html`
<p>Enter the address of your account. We will send you a link to choose a new password.</p>
${form({
  path: identityPaths.forgotPassword,
  token: page.token,
  button: 'Send the link',
  body: field({
    name: 'email',
    label: 'Email',
    type: 'email',
    autocomplete: 'username',
    value: page.email,
    error: page.error,
    focus: true,
  }),
})}
<p class="links"><a href="/">Back to sign-in</a></p>`,
  })
}

/** The same for every address: nobody learns whether it has an account (docs/security.md, 6.4). */
export function noMailPage(): Html {
  return layout({
    title: 'Forgot your password?',
    body: html`
<p>This pool does not send emails, so it cannot send you a link. Ask the organiser of your pool for a link to choose a new password.</p>
<p class="hint">Organisers: the operator of the server can create this link with <code>${adminCommand} reset-password EMAIL</code>.</p>
<p class="links"><a href="/">Back to sign-in</a></p>`,
  })
}

const order = ['password', 'confirmation'] as const

export type NewPasswordErrors = Partial<Record<(typeof order)[number], string>>

export function resetPasswordPage(page: { token: string; code: string; errors: NewPasswordErrors }): Html {
  return layout({
    title: 'Choose a new password',
    body: html`
<p>You will be signed out on all your devices.</p>
${form({
  path: identityPaths.resetPassword,
  token: page.token,
  button: 'Save password',
  body: html`
<input type="hidden" name="code" value="${page.code}">
${newPasswordFields(page.errors, { takesFocus: true })}`,
})}`,
  })
}

/** With `takesFocus`, the first field has the focus if none is invalid. */
export function newPasswordFields(errors: NewPasswordErrors, { takesFocus }: { takesFocus: boolean }): Html {
  const focus = findFirstInvalidField(errors, order) ?? (takesFocus ? 'password' : undefined)
  return passwordFields('new password', errors, focus)
}

/** A password that is chosen, twice. `label`: "new password". `focus`: the name of the field that has it. */
export function passwordFields(label: string, errors: NewPasswordErrors, focus: string | undefined): Html {
  return html`
${field({
  name: 'password',
  label: `${label.charAt(0).toUpperCase()}${label.slice(1)}`,
  type: 'password',
  autocomplete: 'new-password',
  hint: 'At least 8 characters. Several words in a row make a good password.',
  error: errors.password,
  focus: focus === 'password',
})}
${field({
  name: 'confirmation',
  label: `Confirm ${label}`,
  type: 'password',
  autocomplete: 'new-password',
  error: errors.confirmation,
  focus: focus === 'confirmation',
})}`
}

export function confirmEmailPage(page: { token: string; code: string; email: string; error?: Html }): Html {
  return layout({
    title: 'Confirm your address',
    body: html`
<p>Enter the password that you chose for <strong>${page.email}</strong>.</p>
${formError(page.error)}
${form({
  path: identityPaths.confirmEmail,
  token: page.token,
  button: 'Confirm and sign in',
  body: html`
<input type="hidden" name="code" value="${page.code}">
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', focus: true })}`,
})}
<p class="links"><a href="${identityPaths.forgotPassword}">Forgot your password?</a></p>`,
  })
}
