import { identityPaths } from '#contract/identity-paths.ts'
import { type Html, html } from '#server/http/html.ts'
import { layout } from './layout.ts'

/** A page that tells something and leads on. */
export function noticePage(notice: {
  title: string
  text: readonly string[]
  link?: { text: string; path: string }
}): Html {
  const { title, text, link } = notice
  return layout({
    title,
    body: html`
${text.map((paragraph) => html`<p>${paragraph}</p>`)}
${link && html`<p><a class="button" href="${link.path}">${link.text}</a></p>`}`,
  })
}

/** The same whether or not there is such an account. */
export function checkYourMailPage(): Html {
  return noticePage({
    title: 'Check your e-mail',
    text: [
      'If this address can be used, we have sent an e-mail to it. Open the link in the e-mail to continue.',
      'No e-mail after a few minutes? Check your spam folder, then try again.',
    ],
    link: { text: 'Back to Player Pool', path: '/' },
  })
}

export function expiredLinkPage(): Html {
  return noticePage({
    title: 'This link no longer works',
    text: ['It has already been used, has expired, or was replaced by a newer one. Request a new link.'],
    link: { text: 'Request a new link', path: identityPaths.forgotPassword },
  })
}
