import { renderSVG } from 'uqr'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { formatCount } from '#domain/text/format.ts'
import { type Html, html, trustedHtml } from '#server/platform/http/html.ts'
import { poolName } from '#server/platform/text/pool-name.ts'
import type { CodeCheck, SecondFactorProposal, SecondFactorStatus } from '#server/sign-in/accounts/second-factors.ts'
import { currentPassword, type Errors, type Field, form, formatRetryDelay, time } from './form-parts.ts'
import { layout } from './layout.ts'

/** The second step of a sign-in. With `isRecovery`, it asks for a recovery code. */
export function codePage(page: { path: string; isRecovery: boolean; error?: string | undefined }): Html {
  const { path, isRecovery, error } = page
  return layout({
    title: isRecovery ? 'Enter a recovery code' : 'Enter your code',
    body: html`
<p>${
      isRecovery
        ? 'Enter one of the recovery codes that you saved when you turned on the second factor. Each works once.'
        : `Open your authenticator app and enter the code that it shows for ${poolName}.`
    }</p>
${form({
  path,
  button: 'Sign in',
  hidden: isRecovery ? { recovery: 'yes' } : {},
  fields: [isRecovery ? { name: 'code', label: 'Recovery code', type: 'text', autocomplete: 'off' } : code],
  errors: { code: error },
  focus: 'code',
})}
<p class="links">${
      isRecovery
        ? html`<a href="?code">Use your authenticator app</a>`
        : html`<a href="?recovery">Lost your phone? Use a recovery code</a>`
    }
<a href="/">Cancel</a></p>`,
  })
}

/** The page on which an organiser without a second factor has to set one up. */
export function requiredSetUpPage(page: {
  path: string
  proposal: SecondFactorProposal
  error?: string | undefined
}): Html {
  return layout({
    title: 'Set up your second factor',
    body: html`
<p>Organisers of this pool sign in with a password and a code from an authenticator app on their phone.</p>
${setUpForm({ ...page, errors: { code: page.error } })}
<p class="links"><a href="/">Cancel</a></p>`,
  })
}

/** The page for an account without a second factor. */
export function turnOnPage(page: { proposal: SecondFactorProposal; hasPassword: boolean; errors: Errors }): Html {
  return layout({
    title: 'Turn on the second factor',
    body: html`
<p>You will then sign in with your password and a code from an authenticator app on your phone.</p>
${setUpForm({ ...page, path: identityPaths.secondFactor })}
${backToAccount}`,
  })
}

/** The page for an account with a second factor. */
export function secondFactorPage(page: {
  status: SecondFactorStatus
  isRequired: boolean
  hasPassword: boolean
  errors: Errors
}): Html {
  const { status, isRequired, hasPassword, errors } = page
  const { createdAt, recoveryCodes } = status
  return layout({
    title: 'Second factor',
    body: html`
<p>On since ${time(createdAt)}. You have ${formatCount(recoveryCodes, 'recovery code')} left.</p>
${form({
  path: identityPaths.secondFactor,
  fields: [currentPassword({ name: 'password', hasPassword }), codeOrRecoveryCode],
  errors,
  button: html`<p class="buttons">
<button class="button" name="action" value="renew">New recovery codes</button>
${!isRequired && html`<button class="button-secondary" name="action" value="off">Turn off</button>`}
</p>`,
})}
${isRequired && html`<p class="small-print">Organisers of this pool cannot turn it off.</p>`}
${backToAccount}`,
  })
}

/** Shown once: only digests are stored. `next`: the link to continue. */
export function recoveryCodesPage(page: { codes: readonly string[]; next: { text: string; path: string } }): Html {
  return layout({
    title: 'Your recovery codes',
    body: html`
<p>Keep these codes where you will find them without your phone: print them or save them in your password manager. Each
signs you in once. They are not shown again.</p>
<ul class="codes">${page.codes.map((code) => html`<li>${code}</li>`)}</ul>
<p><a class="button" href="${page.next.path}">${page.next.text}</a></p>`,
  })
}

export function describeCodeRefusal(check: Exclude<CodeCheck, { kind: 'right' }>): string {
  return check.kind === 'wrong'
    ? 'This code is wrong or has already been used.'
    : `Too many attempts. Try again ${formatRetryDelay(check.retryAfterSeconds)}.`
}

const backToAccount = html`<p class="links"><a href="${identityPaths.manage}">Back to your account</a></p>`

function setUpForm(page: {
  path: string
  proposal: SecondFactorProposal
  errors: Errors
  /** Undefined during a sign-in, which has just verified the first factor. */
  hasPassword?: boolean
}): Html {
  const { path, proposal, errors, hasPassword } = page
  return html`
<p>Scan this QR code with your authenticator app. If you cannot, open <a href="${proposal.url}">this link</a> on your phone
or type the key into the app.</p>
<div class="qr" role="img" aria-label="QR code for your authenticator app">${trustedHtml(renderSVG(proposal.url, { border: 4 }))}</div>
<p>Key: <span class="key">${proposal.secret.replace(/.{4}(?=.)/g, '$& ')}</span></p>
${form({
  path,
  button: 'Turn on',
  hidden: { secret: proposal.sealedSecret },
  fields: [hasPassword !== undefined && currentPassword({ name: 'password', hasPassword }), code],
  errors,
  focus: hasPassword === undefined ? 'code' : undefined,
})}`
}

const code: Field = {
  name: 'code',
  label: 'Code',
  type: 'text',
  inputmode: 'numeric',
  autocomplete: 'one-time-code',
  hint: 'Six digits. The app shows a new code every 30 seconds.',
}

export const codeOrRecoveryCode: Field = {
  name: 'code',
  label: 'Code from your app, or a recovery code',
  type: 'text',
  autocomplete: 'one-time-code',
}
