import { identityPaths } from '#contract/identity-page-paths.ts'
import { type Html, html } from '#server/http/html.ts'
import { poolName } from '#server/pool-name.ts'
import { layout } from './layout.ts'

type Notice = { title: string; text: readonly string[]; link?: { text: string; path: string } }

const backToPool = { text: `Back to ${poolName}`, path: '/' }

/** A page with a message and a link. */
export function noticePage({ title, text, link = backToPool }: Notice): Html {
  return layout({
    title,
    body: html`
${text.map((paragraph) => html`<p>${paragraph}</p>`)}
<p><a class="button" href="${link.path}">${link.text}</a></p>`,
  })
}

/** The same page whether or not the account exists (docs/security.md, 6.4). */
export function checkYourMailPage(): Html {
  return noticePage({
    title: 'Check your email',
    text: [
      'If this address can be used, we have sent an email to it. Open the link in the email to continue.',
      'No email after a few minutes? Check your spam folder, then try again.',
    ],
  })
}

export function expiredLinkPage(): Html {
  return noticePage({
    title: 'This link no longer works',
    text: [
      'It has already been used, has expired, or was replaced by a newer one. Request a new link.',
      'If it was to confirm the address of a new account, sign in if you have confirmed it. If not, register again.',
    ],
    link: { text: 'Request a new link', path: identityPaths.forgotPassword },
  })
}

export function expiredSignInPage(): Html {
  return noticePage({
    title: 'This sign-in has expired',
    text: ['It was already completed, or it was started too long ago.'],
    link: { text: 'Start again', path: '/' },
  })
}
