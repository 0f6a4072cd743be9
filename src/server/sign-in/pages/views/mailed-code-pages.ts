import { type Html, html } from '#server/platform/http/html.ts'
import { poolName } from '#server/platform/text/pool-name.ts'
import { form } from './form-parts.ts'
import { layout } from './layout.ts'

type Page = { path: string; email: string; code: string; isFromLink: boolean; error: string | undefined }

/** The same for every address: nobody learns whether it has an account (docs/security.md, 6.4). */
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

/** In a browser that did not ask for the code: signs nobody in (docs/security.md, 6.7). */
export function codeElsewherePage(code: string): Html {
  return layout({
    title: `Your code: ${code}`,
    body: html`
<p>Type it in the browser in which you asked for it. You are not signed in here, because this browser did not ask.</p>
<p class="aside">If you did not ask for a code, close this page and tell nobody the code.</p>
<p class="links"><a href="/">Sign in here instead</a></p>`,
  })
}
