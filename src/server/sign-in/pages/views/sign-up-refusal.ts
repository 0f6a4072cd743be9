import { identityPaths } from '#contract/identity-page-paths.ts'
import { appSignInPath } from '#contract/identity-paths.ts'
import { formatChoice } from '#domain/text/format.ts'
import { type Html, html } from '#server/platform/http/html.ts'
import type { SignUpDecision, SignUpRefusal } from '#server/sign-in/accounts/sign-up-policy.ts'
import { layout } from './layout.ts'

type Refused = Extract<SignUpDecision, { isAllowed: false }>

type Text = { title: string; text: string }

/** Explains why no account can be created, and whom to ask. */
function describe({ reason, invitation }: Omit<Refused, 'isAllowed'>): Text {
  const organiser = invitation?.creator.name ?? 'the organiser'
  const texts: Record<SignUpRefusal, Text> = {
    closed: {
      title: 'New accounts are closed',
      text: `Nobody can create an account here at the moment. If you want to play, ask ${organiser}.`,
    },
    'invitation-needed': {
      title: 'You need an invitation link',
      text: 'Only people who were invited can create an account. Ask the organiser for an invitation link.',
    },
    'invitation-invalid': {
      title: 'This invitation link does not work',
      text: `It was revoked, or part of its address is missing. Ask ${organiser} for a new link.`,
    },
    'invitation-expired': {
      title: 'This invitation link has expired',
      text: `Ask ${organiser} for a new link.`,
    },
    'invitation-used-up': {
      title: 'This invitation link is used up',
      text: `The maximum number of accounts has been created with it. Ask ${organiser} for another link.`,
    },
    'entries-closed': describeClosed(invitation, organiser),
    'email-domain': {
      title: 'This address cannot be used',
      text: `New accounts need an email address at a different domain. Ask ${organiser} which one.`,
    },
    'email-unproven': {
      title: 'This address cannot be used',
      text: `New accounts need a confirmed email address, and nobody has confirmed yours. Ask ${organiser}.`,
    },
  }
  return texts[reason]
}

function describeClosed(invitation: Refused['invitation'], organiser: string): Text {
  const next = `If you want to play in the next one, ask ${organiser}.`
  const isActive = invitation?.tournament.active ?? true
  if (invitation?.isAnnounced && !isActive)
    return { title: 'This event is no longer planned', text: `The organisers have withdrawn it. ${next}` }
  return {
    title: `Entries for ${invitation?.tournament.name ?? 'this tournament'} are closed`,
    text: `The tournament has ${isActive ? 'started' : 'ended'}. ${next}`,
  }
}

/** Reasons that belong to the email field of the form. */
export function isAboutEmail(reason: SignUpRefusal): reason is 'email-domain' | 'email-unproven' {
  return reason === 'email-domain' || reason === 'email-unproven'
}

export function describeEmailRefusal(reason: 'email-domain' | 'email-unproven', domains: readonly string[]): string {
  if (reason === 'email-domain') return `Use an address at ${formatChoice(domains)}.`
  return 'This server cannot confirm addresses, so it cannot accept yours. Ask the organiser.'
}

export function describeSignUpRefusal(refused: Omit<Refused, 'isAllowed'>): string {
  return describe(refused).text
}

/** `canReturn`: people from earlier years, whose results were imported, can create an account. */
export function refusalPage(refused: Omit<Refused, 'isAllowed'>, { canReturn = false } = {}): Html {
  const { title, text } = describe(refused)
  const { reason, invitation } = refused
  const next = reason === 'invitation-used-up' || reason === 'closed' ? invitation?.leadsTo : undefined
  const signIn = `${appSignInPath}?${new URLSearchParams({ returnUrl: next ?? '/' })}`
  return layout({
    title,
    body: html`
<p>${text}</p>
<p>If you already have an account, you can still sign in.</p>
<p><a class="button" href="${signIn}">Sign in</a></p>
${canReturn && html`<p class="links"><a href="${identityPaths.register}?returning=">Did you play here in earlier years?</a></p>`}`,
  })
}
