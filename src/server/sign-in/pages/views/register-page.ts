import { identityPaths } from '#contract/identity-page-paths.ts'
import { appSignInPath } from '#contract/identity-paths.ts'
import { formatChoice } from '#domain/text/format.ts'
import { type Html, html } from '#server/platform/http/html.ts'
import { formatPoolTime } from '#server/platform/text/time-format.ts'
import type { Invitation } from '#server/sign-in/invitations/invitation-store.ts'
import { type Errors, type Field, form, nameField, time } from './form-parts.ts'
import { layout } from './layout.ts'
import { newPasswordField } from './password-pages.ts'
import { upstreamLinks } from './upstream-pages.ts'

export function registerPage(page: {
  returnUrl: string
  typed: { name: string; email: string }
  errors: Errors
  error?: string | undefined
  /** The address must be of one of these domains; if there are none, of any. */
  domains: readonly string[]
  /** The invitation that the visitor opened. */
  invitation: Invitation | undefined
  /** The time zone in which the page says when entries close. */
  timeZone: string
  /** The names of other providers, at which a first sign-in creates an account, too. */
  providers: readonly string[]
}): Html {
  const { typed, errors, domains, invitation, timeZone, providers } = page
  const signIn = invitation ? `${appSignInPath}?${new URLSearchParams({ returnUrl: invitation.leadsTo })}` : '/'
  return layout({
    title: 'Create an account',
    body: html`
${invitation && invitationText(invitation, timeZone)}
${form({
  path: identityPaths.register,
  button: 'Create account',
  hidden: { returnUrl: page.returnUrl },
  fields: registrationFields(typed, domains),
  error: page.error,
  errors,
  focus: 'name',
})}
${providers.length > 0 && upstreamLinks([{ name: formatChoice(providers), path: signIn }])}
<p class="links"><a href="${signIn}">Already have an account? Sign in</a></p>`,
  })
}

/** Name, email address and password, as `parseRegistration` reads them. */
function registrationFields(typed: { name: string; email: string }, domains: readonly string[]): Field[] {
  return [
    nameField(typed.name),
    {
      name: 'email',
      label: 'Email',
      type: 'email',
      autocomplete: 'username',
      value: typed.email,
      hint: domains.length > 0 ? `An address at ${formatChoice(domains)}.` : undefined,
    },
    newPasswordField('Password'),
  ]
}

function invitationText({ creator, tournament, isForWatchers, isAnnounced }: Invitation, timeZone: string): Html {
  if (isForWatchers) return html`<p>${creator.name} invites you to follow the pool. Create an account to watch it.</p>`
  if (isAnnounced)
    return html`
<p>${creator.name} invites you to <strong>${tournament.name}</strong>, which starts on
${time(tournament.start, formatPoolTime(tournament.start, timeZone))}. Create an account now: you can pick your golfers when
its field is out.</p>`
  return html`
<p>${creator.name} invites you to <strong>${tournament.name}</strong>. Entries close on
${time(tournament.start, formatPoolTime(tournament.start, timeZone))}. Create an account, then pick your golfers.</p>`
}

export function setUpPage(page: { code: string; typed: { name: string; email: string }; errors: Errors }): Html {
  return layout({
    title: 'Set up your pool',
    body: html`
<p>Create the account of the first admin. You can then create a tournament and invite the others.</p>
${form({
  path: identityPaths.setUp,
  button: 'Create the admin account',
  hidden: { code: page.code },
  fields: registrationFields(page.typed, []),
  errors: page.errors,
  focus: 'name',
})}`,
  })
}
