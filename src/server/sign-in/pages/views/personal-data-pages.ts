import { identityPaths } from '#contract/identity-page-paths.ts'
import { formatList } from '#domain/text/format.ts'
import { toSignInName } from '#server/delivery/mail/email-address.ts'
import { type Html, html } from '#server/platform/http/html.ts'
import { adminCommandOnPages } from '#server/platform/start/operator-commands.ts'
import type { Account } from '#server/sign-in/accounts/account-store.ts'
import { currentPassword, type Errors, form } from './form-parts.ts'
import { layout } from './layout.ts'
import { noticePage } from './notice-page.ts'
import { codeOrRecoveryCode } from './second-factor-pages.ts'

/** Lists what is removed and what stays when an account is deleted. */
export type DeletionPreview = {
  /** Names of tournaments whose entry is removed, because they have not started. */
  readonly removed: readonly string[]
  /** Names of tournaments that keep the entry or the places under "former player". */
  readonly kept: readonly string[]
  readonly isLastAdmin: boolean
}

/** The part of the account page. */
export const personalDataSection = html`<section id="data" aria-label="Your data">
<h2>Your data</h2>
<p>Everything that the pool stores about you, as a JSON file: profile, entries with your picks, results, sessions and log.</p>
${form({ path: identityPaths.ownData, button: 'Download my data' })}
<p>Deleting your account cannot be undone.</p>
<p><a class="button-danger" href="${identityPaths.deleteAccount}">Delete my account…</a></p>
</section>`

export function deleteAccountPage(page: {
  account: Account
  /** Undefined if they have never opened the app. */
  preview: Pick<DeletionPreview, 'removed' | 'kept'> | undefined
  hasSecondFactor: boolean
  errors: Errors
}): Html {
  const { account, preview, hasSecondFactor, errors } = page
  const { removed = [], kept = [] } = preview ?? {}
  return layout({
    title: 'Delete your account',
    body: html`
<p>This deletes the account of <strong>${toSignInName(account.email)}</strong>, and cannot be undone.</p>
<ul>
<li>Your name, email address, password, connected sign-ins and sessions are deleted. You are signed out on all your devices.</li>
${removed.length > 0 && html`<li>Your entry in ${formatNames(removed)} is removed, because the tournament has not started.</li>`}
${kept.length > 0 && html`<li>Your entries, places and corrections in ${formatNames(kept)} stay on the boards and in the results, under the name “Former player”.</li>`}
<li>The log keeps your actions and their times, without your name and address. Emails that the pool has already sent, and the operator’s backups, may still contain them.</li>
<li>You can register again with the same address. You will be a new player.</li>
</ul>
<p>You may want to <a href="${identityPaths.manage}#data">download your data</a> first.</p>
${form({
  path: identityPaths.deleteAccount,
  button: html`<button class="button-danger">Delete my account</button>`,
  hidden: { username: toSignInName(account.email) },
  fields: [
    currentPassword({ name: 'password', hasPassword: account.passwordHash !== undefined }),
    hasSecondFactor && codeOrRecoveryCode,
  ],
  errors,
})}
<p class="links"><a href="${identityPaths.manage}">Keep my account</a></p>`,
  })
}

export const lastAdminPage = noticePage({
  title: 'You are the only admin',
  text: [
    'A pool needs an admin, so this account cannot be deleted.',
    `Ask the operator to make someone else an admin first: ${adminCommandOnPages} grant EMAIL --admin`,
  ],
  link: { text: 'Back to your account', path: identityPaths.manage },
})

/** "A", "A and B", "A, B, and 3 more". */
function formatNames(names: readonly string[]): string {
  const shown = names.slice(0, 3)
  return formatList(shown, names.length - shown.length)
}
