import { identityPaths } from '#contract/identity-page-paths.ts'
import { type Html, html } from '#server/platform/http/html.ts'
import type { UpstreamErrorKind } from '#server/sign-in/upstream/upstream-error.ts'
import { currentPassword, type Errors, form } from './form-parts.ts'
import { layout } from './layout.ts'
import { noticePage } from './notice-page.ts'

/** A button that leads to an upstream provider. It is a link, so the policy for forms need not name the provider. */
export type UpstreamLink = { name: string; path: string }

export function upstreamLinks(upstreams: readonly UpstreamLink[]): Html {
  return html`
<div class="upstreams">
<p class="or">or</p>
${upstreams.map(({ name, path }) => html`<a class="button-secondary" href="${path}">Continue with ${name}</a>`)}
</div>`
}

/** Explains the error and offers the other ways to sign in. It never echoes the provider's response. */
export function upstreamFailurePage(kind: UpstreamErrorKind, name: string, back: string): Html {
  const pages = {
    unreachable: {
      title: `${name} cannot be reached`,
      text: [`${name} did not respond. Try again in a moment, or sign in another way.`],
    },
    denied: {
      title: `You were not signed in by ${name}`,
      text: ['The sign-in there was cancelled or refused. Nothing has changed here.'],
    },
    rejected: {
      title: `The sign-in with ${name} failed`,
      text: [
        `The response from ${name} was not valid. Try again. If it happens again, tell the organiser: the reason is in the server’s log.`,
      ],
    },
  }
  return noticePage({ ...pages[kind], link: { text: 'Go back', path: back } })
}

export function noAddressPage(name: string, back: string): Html {
  return noticePage({
    title: `${name} did not share your email address`,
    text: ['An account needs one. Sign in again and allow it to be shared, or ask the organiser.'],
    link: { text: 'Go back', path: back },
  })
}

/** An account has the address, but it is not proven to belong to the same person. */
export function addressTakenPage(name: string, back: string): Html {
  return noticePage({
    title: 'This address already has an account',
    text: [
      `Sign in to it the way you did before. Then you can connect ${name} on your account page.`,
      'It is not connected automatically, because the address has not been confirmed on both sides.',
    ],
    link: { text: 'Go back', path: back },
  })
}

export function otherPersonPage(name: string): Html {
  return noticePage({
    title: 'That was another account',
    text: [`Open the link in the email again and continue with the ${name} account that you signed in with first.`],
  })
}

export function tooManyPage(wait: string, back = '/'): Html {
  return noticePage({
    title: 'Too many sign-ins',
    text: [`Too many sign-ins from your network. Try again ${wait}.`],
    link: { text: 'Go back', path: back },
  })
}

/** The page of a mailed link, for an account without a password. */
export function confirmUpstreamEmailPage(page: { email: string; providers: readonly UpstreamLink[] }): Html {
  const { email, providers } = page
  return layout({
    title: 'Confirm your address',
    body: html`
<p>To confirm that <strong>${email}</strong> is your address, continue with the provider that you signed in with first.</p>
<div class="upstreams">${providers.map(
      ({ name, path }) => html`<a class="button" href="${path}">Continue with ${name}</a>`,
    )}</div>`,
  })
}

type Connection = { provider: string; email: string | null; hasPassword: boolean; errors: Errors }

export function connectPage({ code, ...page }: Connection & { code: string }): Html {
  const text = 'From now on, you can'
  return connectionPage({ ...page, verb: 'Connect', text, path: identityPaths.connect, hidden: { code } })
}

export function disconnectPage({ id, ...page }: Connection & { id: string }): Html {
  const text = 'You will no longer be able to'
  return connectionPage({ ...page, verb: 'Disconnect', text, path: identityPaths.disconnect, hidden: { id } })
}

/** A page that confirms one change of the connected sign-ins. */
function connectionPage(
  page: Connection & { verb: string; text: string; path: string; hidden: Readonly<Record<string, string>> },
): Html {
  const { verb, text, path, hidden, provider, email, hasPassword, errors } = page
  return layout({
    title: `${verb} ${provider}`,
    body: html`
<p>${text} sign in with ${provider}${email !== null && html`, <strong>${email}</strong>`}.</p>
${form({
  path,
  button: `${verb} ${provider}`,
  hidden,
  fields: [currentPassword({ name: 'password', hasPassword })],
  errors,
  focus: 'password',
})}
<p class="links"><a href="${identityPaths.manage}">Cancel</a></p>`,
  })
}

export function connectedElsewherePage(name: string): Html {
  return noticePage({
    title: `This ${name} account is in use`,
    text: [
      'It is connected to another account in this pool. Disconnect it there first, or ask the organiser to merge the two.',
    ],
    link: { text: 'Back to your account', path: identityPaths.manage },
  })
}

export function onlySignInPage(name: string): Html {
  return noticePage({
    title: `${name} is your only way to sign in`,
    text: ['Choose a password or connect another sign-in first.'],
    link: { text: 'Back to your account', path: identityPaths.manage },
  })
}
