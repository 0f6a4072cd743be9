import { identityPaths } from '#contract/identity-page-paths.ts'
import { type Html, html } from '#server/http/html.ts'
import { type Errors, form } from './form-parts.ts'
import { layout } from './layout.ts'
import { registrationFields } from './register-page.ts'

export function setUpPage(page: { code: string; typed: { name: string; email: string }; errors: Errors }): Html {
  return layout({
    title: 'Set up your pool',
    body: html`
<p>Create the account of the first admin. You can then create a tournament and invite the others.</p>
${form({
  path: identityPaths.setUp,
  button: 'Create the admin account',
  hidden: { code: page.code },
  fields: registrationFields(page.typed, []),
  errors: page.errors,
  focus: 'name',
})}`,
  })
}
