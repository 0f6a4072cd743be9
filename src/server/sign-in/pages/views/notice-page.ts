import { identityPaths } from '#contract/identity-page-paths.ts'
import { type Html, html } from '#server/platform/http/html.ts'
import type { Problem } from '#server/platform/http/problem.ts'
import { poolName } from '#server/platform/text/pool-name.ts'
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

/** Shown whether or not the account exists (docs/security.md, 6.4). */
export const checkYourMailPage = noticePage({
  title: 'Check your email',
  text: [
    'If this address can be used, we have sent an email to it. Open the link in the email to continue.',
    'No email after a few minutes? Check your spam folder, then try again.',
  ],
})

export const expiredLinkPage = noticePage({
  title: 'This link no longer works',
  text: [
    'It has already been used, has expired, or was replaced by a newer one. Request a new link, or ask the organiser who gave it to you.',
    'If it was to confirm the address of a new account, sign in if you have confirmed it. If not, register again.',
  ],
  link: { text: 'Request a new link', path: identityPaths.forgotPassword },
})

/** Shown to people who open a link that changes an account, but are not signed in to that account. */
export const openInOwnBrowserPage = noticePage({
  title: 'Sign in first',
  text: [
    'Open this link in the browser in which you asked for the change, or sign in to that account here and open the link again.',
    'If you did not ask, close this page. Nothing has changed.',
  ],
  link: { text: 'Sign in', path: identityPaths.manage },
})

export const expiredSignInPage = noticePage({
  title: 'This sign-in has expired',
  text: ['It was already completed, or it was started too long ago.'],
  link: { text: 'Start again', path: '/' },
})

/** Explains why a page cannot be shown. The log has the id of the request. */
export function errorPage(problem: Problem, requestId = ''): Html {
  if (problem.code === 'antiforgery' || problem.code === 'cross-site') {
    return noticePage({
      title: 'Please try again',
      text: ['The page was open for too long, or cookies are disabled. Nothing was changed.'],
    })
  }
  return noticePage({
    title: problem.status >= 500 ? 'That did not work' : 'Page not found',
    text: [explainError(problem), ...(problem.status >= 500 && requestId ? [`Request ID: ${requestId}`] : [])],
  })
}

function explainError({ code, status }: Problem): string {
  if (code === 'unavailable') return 'The server is busy. Please try again in a moment.'
  if (status >= 500) return 'Something went wrong on the server. Try again in a moment.'
  return 'The address is wrong, or the request could not be understood.'
}
