import { identityPaths } from '#contract/identity-page-paths.ts'
import { type Html, html } from '#server/http/html.ts'
import { field } from './form-parts.ts'

/** Confirms a change: the current password, or for an account without one a recent sign-in (docs/security.md, 21.4). */
export function currentPasswordField(parts: {
  name: string
  hasPassword: boolean
  error: string | undefined
  focus: boolean
}): Html {
  const { name, hasPassword, error, focus } = parts
  if (hasPassword)
    return field({
      name,
      label: 'Current password',
      type: 'password',
      autocomplete: 'current-password',
      error,
      focus,
    })
  if (error === undefined) return html``
  return html`<p class="error form-error" role="alert">${error} <a href="${identityPaths.signInAgain}">Sign in again</a></p>`
}
