import { pagePaths } from '#contract/identity-paths.ts'
import { type Html, html } from '#server/http/html.ts'
import { field, firstFault, form, formFault } from './form-parts.ts'
import { layout } from './layout.ts'

const order = ['name', 'email', 'password', 'confirmation'] as const

export type RegisterFaults = Partial<Record<(typeof order)[number], string>>

export function registerPage(page: {
  token: string
  returnUrl: string
  typed: { name: string; email: string }
  faults: RegisterFaults
  fault?: string | undefined
}): Html {
  const { typed, faults } = page
  const focus = firstFault(faults, order) ?? 'name'
  return layout({
    title: 'Create an account',
    body: html`
${formFault(page.fault)}
${form({
  path: pagePaths.register,
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
  hint: 'As the others in the pool see it.',
  fault: faults.name,
  focus: focus === 'name',
})}
${field({
  name: 'email',
  label: 'E-mail',
  type: 'email',
  autocomplete: 'username',
  value: typed.email,
  fault: faults.email,
  focus: focus === 'email',
})}
${field({
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'new-password',
  hint: '8 characters or more. A few words in a row make a good one.',
  fault: faults.password,
  focus: focus === 'password',
})}
${field({
  name: 'confirmation',
  label: 'Confirm password',
  type: 'password',
  autocomplete: 'new-password',
  fault: faults.confirmation,
  focus: focus === 'confirmation',
})}`,
})}
<p class="links"><a href="/">I have an account: sign in</a></p>`,
  })
}
