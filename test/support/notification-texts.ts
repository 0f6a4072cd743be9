import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { User } from '#domain/permissions.ts'
import { mergeMessage } from '#server/admin/merge-message.ts'
import { noTournamentMessage } from '#server/audit-mail/audit-mail-message.ts'
import * as account from '#server/mail/account-messages.ts'
import type { MailMessage } from '#server/mail/mail-queue.ts'
import { testMessage } from '#server/mail/mail-test.ts'
import { reminderMessage } from '#server/organiser-mails/reminders.ts'
import { resultMessage } from '#server/organiser-mails/result-message.ts'
import { withdrawalMessage } from '#server/organiser-mails/withdrawal-message.ts'
import { fillPoolName } from '#server/pool-name.ts'
import { deadDeviceMessage } from '#server/user-notifications/dead-device-mails.ts'
import * as notifications from '#server/user-notifications/notification-texts.ts'
import { toExamplePosts, toTestPost } from '#server/webhooks/post.ts'
import { deadWebhookMessage } from '#server/webhooks/webhook-message.ts'

/** The texts that docs/operations/notifications.md lists, made by the program itself. */

const publicUrl = 'https://pool.example.org'
const pool = 'Office Pool'
const timeZone = 'UTC'
const url = `${publicUrl}/…`
const name = 'Ann Ash'
const provider = 'Example ID'
const at = new Date('2026-04-01T10:00:00Z')
const tournament = { name: 'Spring Open', start: '2026-04-09T11:00:00.000Z' }

function buildUser(userName: string, of: string): User {
  return { id: 1, name: of, userName, isAdmin: false, isPowerUser: false }
}

/** By the name of the function that writes it. */
const mails: Readonly<Record<string, MailMessage | readonly MailMessage[]>> = {
  confirmEmailMessage: account.confirmEmailMessage({ url }),
  alreadyRegisteredMessage: account.alreadyRegisteredMessage({ name, url }),
  finishRegistrationMessage: account.finishRegistrationMessage({ url }),
  signUpRefusedMessage: account.signUpRefusedMessage({ reason: 'New accounts need an invitation link.' }),
  confirmUpstreamEmailMessage: account.confirmUpstreamEmailMessage({ provider, url }),
  resetPasswordMessage: account.resetPasswordMessage({ name, url }),
  passwordChangedMessage: account.passwordChangedMessage({ name, url }),
  secondFactorChangedMessage: [true, false].map((isOn) => account.secondFactorChangedMessage({ name, isOn, url })),
  signInChangedMessage: [true, false].map((isConnected) =>
    account.signInChangedMessage({ name, provider, isConnected, url }),
  ),
  changeEmailMessage: account.changeEmailMessage({ name, url }),
  emailChangedMessage: account.emailChangedMessage({ name, email: 'ann@example.org' }),
  accountDeletedMessage: account.accountDeletedMessage({ name, at, url: publicUrl }, timeZone),
  mergeMessage: mergeMessage(buildUser('ann@example.com', name), buildUser('ann@example.org', name), at, {
    publicUrl,
    timeZone,
  }),
  reminderMessage: reminderMessage({ name }, tournament, { publicUrl, timeZone }),
  withdrawalMessage: withdrawalMessage(
    {
      name,
      golfers: [{ name: 'Rory McIlroy', tier: 0, status: 'WD', entriesText: 'entries 1 and 3' }],
      entryUrl: url,
      timeZone,
    },
    tournament,
  ),
  resultMessage: resultMessage({
    subject: `Results of ${tournament.name}`,
    greeting: `Hello ${name},`,
    intro: `${tournament.name} at ${pool} is over. Bo Birch wins by 3.`,
    own: [{ position: 'T2', name: 'Entry 1', toPar: '-21', golfers: 'four golfers' }],
    best: [{ position: '1', name: 'Bo Birch 2', toPar: '-24', golfers: 'four golfers' }],
    more: null,
    url,
    closing:
      'Golfers in brackets do not count. An entry is out if two of its golfers missed the cut, withdrew or were disqualified.',
  }),
  noTournamentMessage: noTournamentMessage(),
  deadWebhookMessage: deadWebhookMessage({
    chat: 'Slack (hooks.slack.com, ending in wxyz)',
    pool,
    reason: 'The webhook no longer exists (status 404).',
    url: `${publicUrl}/admin`,
  }),
  deadDeviceMessage: deadDeviceMessage({
    name,
    device: 'Firefox on Android',
    ...notifications.noEntryText('no-entry-2h', { id: 1, ...tournament }, 'America/New_York'),
    publicUrl,
  }),
  testMessage: testMessage({ publicUrl }),
}

/** Subject and text of every mail whose text does not consist of a table. */
export function listMailTexts(): string[][] {
  return Object.values(mails)
    .flat()
    .map(({ subject, text }) => [subject, text].map((part) => toCell(fillPoolName(part, pool))))
}

/** Functions of the server that write a mail, and those of which there is an example here. */
export function listMailWriters(): { written: string[]; shown: string[] } {
  const folder = 'src/server'
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  )
  const written = files.flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('): MailMessage {')
      .slice(0, -1)
      .map((before) => [...before.matchAll(/function (\w+)\(/g)].at(-1)?.[1] ?? file),
  )
  return { written: written.sort(), shown: Object.keys(mails).sort() }
}

/** Title, text and link of every post. */
export function listPostTexts(): string[][] {
  const posts = [...toExamplePosts({ publicUrl, timeZone }).map(({ post }) => post), toTestPost(pool, { publicUrl })]
  return posts.map(({ title, lines, link }) => [title, lines.join('\n'), `${link.text}: ${link.url}`].map(toCell))
}

/** Title, text and link of every notification on devices. */
export function listNotificationTexts(): string[][] {
  const about = { id: 1, ...tournament }
  const zone = 'America/New_York'
  const best = { position: 'T3', place: 3, toPar: '-14' }
  const first = { position: '1', place: 1, toPar: '-19' }
  const texts = [
    notifications.noEntryText('no-entry-24h', about, zone),
    notifications.noEntryText('no-entry-2h', about, zone),
    notifications.golferOutText(['Rory McIlroy'], about, { entryId: 7, timeZone: zone }),
    notifications.golferOutText(['Rory McIlroy', 'Scottie Scheffler'], about, { entryId: 7, timeZone: zone }),
    notifications.cutText(about, { best, golfers: 9, out: 2 }),
    notifications.cutText(about, { best: null, golfers: 9, out: 6 }),
    notifications.leadText('taken', about, { best: first, isShared: false }),
    notifications.leadText('taken', about, { best: { ...first, position: 'T1' }, isShared: true }),
    notifications.leadText('lost', about, { best, isShared: false }),
    notifications.resultsText(about, 'Bo Birch wins by 3.', { best }),
    notifications.testText,
  ]
  return texts.map(({ title, body, path }) => [title, body, `${publicUrl}${path}`].map(toCell))
}

function toCell(text: string): string {
  return text.trim().replaceAll(/\n+/g, '<br>').replaceAll(/\s+/g, ' ')
}
