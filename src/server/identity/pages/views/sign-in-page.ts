import { identityPaths } from '#contract/identity-paths.ts'
import { type Html, html } from '#server/http/html.ts'
import { field, form, formError } from './form-parts.ts'
import { layout } from './layout.ts'

export function signInPage(page: { path: string; token: string; email: string; error?: Html }): Html {
  const known = page.email !== ''
  return layout({
    title: 'Sign in',
    body: html`
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
<a href="${identityPaths.register}">Create an account</a></p>`,
  })
}
