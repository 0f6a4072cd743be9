import { identityPaths } from '#contract/identity-paths.ts'
import { type Html, html } from '#server/http/html.ts'
import { field, findFirstInvalidField, form, formError } from './form-parts.ts'
import { layout } from './layout.ts'

const order = ['name', 'email', 'password', 'confirmation'] as const

export type RegistrationErrors = Partial<Record<(typeof order)[number], string>>

export function registerPage(page: {
  token: string
  returnUrl: string
  typed: { name: string; email: string }
  errors: RegistrationErrors
  error?: string | undefined
}): Html {
  const { typed, errors } = page
  const focus = findFirstInvalidField(errors, order) ?? 'name'
  return layout({
    title: 'Create an account',
    body: html`
${formError(page.error)}
${form({
  path: identityPaths.register,
  token: page.token,
  button: 'Create account',
  body: html`
<input type="hidden" name="returnUrl" value="${page.returnUrl}">
${field({
  name: 'name',
  label: 'Name',
  type: 'text',
  autocomplete: 'name',
  value: typed.name,
  hint: 'The name that others in the pool see.',
  error: errors.name,
  focus: focus === 'name',
})}
${field({
  name: 'email',
  label: 'E-mail',
  type: 'email',
  autocomplete: 'username',
  value: typed.email,
  error: errors.email,
  focus: focus === 'email',
})}
${field({
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'new-password',
  hint: 'At least 8 characters. A few words in a row make a good password.',
  error: errors.password,
  focus: focus === 'password',
})}
${field({
  name: 'confirmation',
  label: 'Confirm password',
  type: 'password',
  autocomplete: 'new-password',
  error: errors.confirmation,
  focus: focus === 'confirmation',
})}`,
})}
<p class="links"><a href="/">Already have an account? Sign in</a></p>`,
  })
}
