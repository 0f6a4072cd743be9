import { identityPaths } from '#contract/identity-page-paths.ts'
import { type Html, html } from '#server/platform/http/html.ts'
import { currentPassword, type Errors, form } from './form-parts.ts'
import { layout } from './layout.ts'
import { codeOrRecoveryCode } from './second-factor-pages.ts'

type Page = { name: string; hasPassword: boolean; hasSecondFactor: boolean; errors: Errors }

/** The first step: the owner confirms that they want one. */
export function addPasskeyPage({ name, hasPassword, hasSecondFactor, errors }: Page): Html {
  return passkeyPage(html`
<p>You can then sign in with your fingerprint, your face or the PIN of your device.${hasPassword && ' Your password stays.'}</p>
${form({
  path: identityPaths.passkeys,
  button: 'Continue',
  fields: [
    { name: 'name', label: 'Name', type: 'text', autocomplete: 'off', value: name, hint: 'By which you recognise it.' },
    currentPassword({ name: 'password', hasPassword }),
    hasSecondFactor && codeOrRecoveryCode,
  ],
  error: errors['passkey'],
  errors,
  focus: 'password',
})}`)
}

/** The second step. `options`: JSON for the script of the page, which asks the browser for the passkey. */
export function createPasskeyPage({ name, options }: { name: string; options: string }): Html {
  return passkeyPage(html`
<p>Your browser asks where to keep <strong>${name}</strong>: on this device, on a phone or on a security key.</p>
<p class="aside" data-no-passkey>This browser cannot add passkeys. Try another one, or a newer version.</p>
${form({
  path: `${identityPaths.passkeys}/Create`,
  hidden: { response: '' },
  button: html`<button class="button" data-passkey="${options}" hidden>Create the passkey</button>`,
})}`)
}

function passkeyPage(content: Html): Html {
  const cancel = html`<p class="links"><a href="${identityPaths.manage}">Cancel</a></p>`
  return layout({ title: 'Add a passkey', body: html`${content}${cancel}` })
}
