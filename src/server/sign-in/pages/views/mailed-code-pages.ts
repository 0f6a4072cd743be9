import { identityPaths } from '#contract/identity-page-paths.ts'
import { type Html, html } from '#server/platform/http/html.ts'
import { poolName } from '#server/platform/text/pool-name.ts'
import { form } from './form-parts.ts'
import { layout } from './layout.ts'
import { newPasswordField } from './password-pages.ts'

type Page = { path: string; email: string; code: string; isFromLink: boolean; error: string | undefined }

/** Reads the same for every address: nobody learns whether it has an account (docs/security.md, 6.4). */
export function mailedCodePage({ path, email, code, isFromLink, error }: Page): Html {
  const links = html`<p class="links"><a href="${path}">Get a new code, or sign in another way</a></p>`
  const action = `${path}/Code`
  // Asks for a click, because mail programs open links automatically.
  if (isFromLink)
    return layout({
      title: `Sign in to ${poolName}`,
      body: html`
<p>Continue as <strong>${email}</strong>.</p>
${form({ path: action, hidden: { code }, button: html`<button class="button" autofocus>Sign in</button>` })}
${links}`,
    })
  return layout({
    title: 'Check your email',
    body: html`
<p>If <strong>${email}</strong> has an account here, we have sent a code to it. It works once, within 10 minutes, in this
browser.</p>
${form({
  path: action,
  button: 'Sign in',
  fields: [
    {
      name: 'code',
      label: 'Code from the email',
      type: 'text',
      inputmode: 'numeric',
      autocomplete: 'one-time-code',
      value: code,
      hint: 'Six digits. No email after a few minutes? Check your spam folder.',
    },
  ],
  errors: { code: error },
  focus: 'code',
})}
${links}`,
  })
}

/** Shows the code in a browser that did not ask for it, and signs nobody in (docs/security.md, 6.7). */
export function codeElsewherePage(code: string): Html {
  return layout({
    title: `Your code: ${code}`,
    body: html`
<p>Type it in the browser in which you asked for it. You are not signed in here, because this browser did not ask.</p>
<p class="aside">If you did not ask for a code, close this page and tell nobody the code.</p>
<p class="links"><a href="/">Sign in here instead</a></p>`,
  })
}

/** Shown when a code has proved the address for the first time and has removed the password (docs/security.md, 6.5). */
export function lostPasswordPage({ uid, email, error }: { uid: string; email: string; error?: string }): Html {
  return layout({
    title: 'Your old password no longer works',
    body: html`
<p>The code has confirmed that <strong>${email}</strong> is yours. Nobody had confirmed it before, so somebody else could have
chosen the password of this account: it has been removed.</p>
${form({
  path: `${identityPaths.signIn}/${uid}/NewPassword`,
  // The first button is the one of the Enter key.
  button: html`<button class="button">Save password and continue</button>
<p><button class="button-text" name="action" value="skip">Continue without a password</button></p>`,
  hidden: { username: email },
  fields: [newPasswordField('New password')],
  errors: { password: error },
  focus: 'password',
})}
<p class="small-print">Without a password, you sign in with a code by email. You can also choose a password later, on your account page.</p>`,
  })
}
