import { identityPaths } from '#contract/identity-paths.ts'
import type { SignUpConfig } from '#server/config.ts'
import { type Html, html } from '#server/http/html.ts'
import { field, form, formError } from './form-parts.ts'
import { layout } from './layout.ts'

type Page = {
  path: string
  token: string
  email: string
  isPlainHttp: boolean
  error?: Html
  /** Can this visitor create an account? If not, how do they get in? */
  signUp: 'offered' | SignUpConfig['mode']
}

export function signInPage(page: Page): Html {
  const known = page.email !== ''
  return layout({
    title: 'Sign in',
    body: html`
${page.isPlainHttp && html`<p class="warning">This connection is not encrypted. Anyone on the network between you and the server can read what you type, including your password.</p>`}
${formError(page.error)}
${form({
  path: page.path,
  token: page.token,
  button: 'Sign in',
  body: html`
${field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', value: page.email, focus: !known })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', focus: known })}`,
})}
<p class="links"><a href="${identityPaths.forgotPassword}">Forgot your password?</a>
${signUpLink(page.signUp)}</p>`,
  })
}

function signUpLink(signUp: Page['signUp']): Html {
  if (signUp === 'offered') return html`<a href="${identityPaths.register}">Create an account</a>`
  if (signUp === 'closed') return html`<span>New accounts are closed. Ask the organiser.</span>`
  return html`<span>New here? Ask the organiser for an invitation link.</span>`
}
