import { pagePaths } from '#contract/identity-paths.ts'
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
    title: 'Check your mail',
    text: [
      'If the address can be used, we have sent a mail to it. Open the link in it to go on.',
      'Nothing after a few minutes? Look into the spam folder, then try again.',
    ],
    link: { text: 'Back to Player Pool', path: '/' },
  })
}

export function deadLinkPage(): Html {
  return noticePage({
    title: 'This link no longer works',
    text: ['It was used before, or is too old, or a newer one was sent. Ask for a new one.'],
    link: { text: 'Ask for a new link', path: pagePaths.forgotPassword },
  })
}
