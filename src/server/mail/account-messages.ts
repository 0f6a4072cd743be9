import { type Html, html } from '../http/html.ts'
import { poolName } from '../pool-name.ts'
import { formatPoolTime } from '../time-format.ts'
import type { MailMessage } from './mail-queue.ts'

/** The emails about accounts. `url` points to our own pages. */

type Person = { name: string }

/** Does not repeat the name, because anyone can enter any text together with someone else's address. */
export function confirmEmailMessage({ url }: { url: string }): MailMessage {
  return composeMail({
    subject: 'Confirm your email address',
    paragraphs: [
      'Hello,',
      `Someone, probably you, has created an account at ${poolName} with this address. Open this page within 24 hours and enter your password to start playing:`,
    ],
    action: { text: 'Confirm your email address', url },
    closing: 'If it was not you, ignore this email. Without your confirmation the account cannot be used.',
  })
}

export function alreadyRegisteredMessage({ name, url }: Person & { url: string }): MailMessage {
  return composeMail({
    subject: 'You already have an account',
    paragraphs: [
      `Hello ${name},`,
      `Someone, probably you, has tried to create an account at ${poolName} with this address, but it already has one. Sign in, or choose a new password here:`,
    ],
    action: { text: 'Choose a new password', url },
    closing: 'If it was not you, ignore this email. Nothing has changed.',
  })
}

/** For an address that was registered but never confirmed: the reader of this email chooses the password. */
export function finishRegistrationMessage({ url }: { url: string }): MailMessage {
  return composeMail({
    subject: 'Finish your registration',
    paragraphs: [
      'Hello,',
      `Someone, probably you, has tried again to create an account at ${poolName} with this address, which was never confirmed. Choose a password here within an hour to start playing:`,
    ],
    action: { text: 'Choose a password', url },
    closing: 'If it was not you, ignore this email. Without your confirmation the account cannot be used.',
  })
}

/** Does not repeat the name either. */
export function signUpRefusedMessage({ reason }: { reason: string }): MailMessage {
  return composeMail({
    subject: 'Your account could not be created',
    paragraphs: [
      'Hello,',
      `Someone, probably you, has tried to create an account at ${poolName} with this address.`,
      reason,
    ],
    closing: 'If it was not you, ignore this email. No account was created.',
  })
}

export function resetPasswordMessage({ name, url }: Person & { url: string }): MailMessage {
  return composeMail({
    subject: 'Choose a new password',
    paragraphs: [
      `Hello ${name},`,
      `Someone, probably you, has requested a new password for your account at ${poolName}. This link works once, within an hour:`,
    ],
    action: { text: 'Choose a new password', url },
    closing: 'If it was not you, ignore this email. Your password has not changed.',
  })
}

export function passwordChangedMessage({ name, url }: Person & { url: string }): MailMessage {
  return composeMail({
    subject: 'Your password was changed',
    paragraphs: [
      `Hello ${name},`,
      `The password for your account at ${poolName} was changed, and you were signed out on all other devices.`,
      'If it was not you, choose a new password now:',
    ],
    action: { text: 'Choose a new password', url },
  })
}

export function secondFactorChangedMessage({ name, isOn, url }: Person & { isOn: boolean; url: string }): MailMessage {
  const change = isOn ? 'turned on' : 'turned off'
  return composeMail({
    subject: `The second factor for your account was ${change}`,
    paragraphs: [
      `Hello ${name},`,
      `The second factor for your account at ${poolName} was ${change}.`,
      'If it was not you, choose a new password now and ask the organiser of the pool for help:',
    ],
    action: { text: 'Choose a new password', url },
  })
}

/** `provider`: the name of an upstream provider, from the settings. */
export function signInChangedMessage({
  name,
  provider,
  isConnected,
  url,
}: Person & { provider: string; isConnected: boolean; url: string }): MailMessage {
  return composeMail({
    subject: isConnected ? `You can now sign in with ${provider}` : `${provider} was disconnected`,
    paragraphs: [
      `Hello ${name},`,
      isConnected
        ? `Your account at ${poolName} was connected to ${provider}. From now on you can sign in with ${provider}.`
        : `Your account at ${poolName} is no longer connected to ${provider}.`,
      'If it was not you, choose a new password now, check the connected sign-ins on your account page, and ask the organiser of the pool for help:',
    ],
    action: { text: 'Choose a new password', url },
  })
}

/** For a first sign-in at an upstream provider that has not verified the address. */
export function confirmUpstreamEmailMessage({ provider, url }: { provider: string; url: string }): MailMessage {
  return composeMail({
    subject: 'Confirm your email address',
    paragraphs: [
      'Hello,',
      `Someone, probably you, has signed in to ${poolName} with ${provider} and this address. Open this page within 24 hours and continue with ${provider} to start playing:`,
    ],
    action: { text: 'Confirm your email address', url },
    closing: 'If it was not you, ignore this email. Without your confirmation the account cannot be used.',
  })
}

export function changeEmailMessage({ name, url }: Person & { url: string }): MailMessage {
  return composeMail({
    subject: 'Confirm your new email address',
    paragraphs: [
      `Hello ${name},`,
      `You asked to use this address for your account at ${poolName}. Open this page within 24 hours to confirm it:`,
    ],
    action: { text: 'Confirm your new address', url },
    closing: 'If it was not you, ignore this email. Nothing has changed.',
  })
}

export function emailChangedMessage({ name, email }: Person & { email: string }): MailMessage {
  return composeMail({
    subject: 'Your email address was changed',
    paragraphs: [
      `Hello ${name},`,
      `Your account at ${poolName} now uses the address ${email} instead of this one.`,
      'If it was not you, contact the organiser of your pool.',
    ],
  })
}

/** The last email: the pool then deletes the address. */
export function accountDeletedMessage(
  { name, at, url }: Person & { at: Date; url: string },
  timeZone: string,
): MailMessage {
  return composeMail({
    subject: 'Your account was deleted',
    paragraphs: [
      `Hello ${name},`,
      `Your account at ${poolName}, ${url}, was deleted on ${formatPoolTime(at, timeZone)}.`,
      'Your entries in tournaments that have started remain, under the name “Former player”. You can register again with this address.',
      'If it was not you, contact the organiser of your pool.',
    ],
  })
}

/** The same message as plain text and as simple HTML. */
export function composeMail(parts: {
  subject: string
  paragraphs: readonly string[]
  action?: { text: string; url: string }
  closing?: string
}): MailMessage {
  const { subject, paragraphs, action, closing } = parts
  const lines = [...paragraphs, action?.url, closing].filter((line) => line !== undefined)
  return {
    subject,
    text: `${lines.join('\n\n')}\n`,
    html: page([
      ...paragraphs.map((text) => html`<p>${text}</p>`),
      action ? html`<p><a href="${action.url}">${action.text}</a></p>` : html``,
      closing === undefined ? html`` : html`<p>${closing}</p>`,
    ]).text,
  }
}

function page(parts: readonly Html[]): Html {
  return html`<!doctype html><html lang="en"><body>${parts}</body></html>`
}
