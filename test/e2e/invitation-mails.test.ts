import { expect, onTestFinished } from 'vitest'
import { openAdminSection } from '../support/e2e-admin.ts'
import { findAxeViolations } from '../support/e2e-axe.ts'
import { it } from '../support/e2e-test.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'

it('an organiser pastes a list, sees what each gets and how many, and the link shares itself by WhatsApp', async ({
  open,
  openPage,
}) => {
  const sink = await startSmtpSink()
  onTestFinished(() => sink.close())
  const instance = await open({
    startAt: 'scheduled',
    startsInMs: 3 * 60 * 60_000,
    signUp: { mode: 'invite', domains: [] },
    mail: { kind: 'smtp', url: sink.url, from: 'pool@example.org' },
  })
  const { page } = await openPage(instance, { as: 'power' })
  await page.goto('/admin')
  await openAdminSection(page, 'Invitations')
  const section = page.getByRole('region', { name: 'Invitations' })
  await section.getByRole('button', { name: 'Invite by email' }).click()
  const form = page.getByRole('dialog', { name: /^Invite to / })
  const field = form.getByLabel('Email addresses')
  await form.getByText('Nobody has been invited by email yet.').waitFor()
  await form.getByRole('article', { name: 'The email' }).getByText('invites you to the golf pool').waitFor()
  // The address of this pool is one of this machine.
  await form.getByText(/^Nobody else can open this link: it leads to (localhost|127\.0\.0\.1)/).waitFor()
  await form.getByRole('button', { name: 'Invite', exact: true }).click()
  await form.getByText('Paste at least one email address.').waitFor()
  await field.fill('Ann Ash <ann@example.org>, BO@example.org\nCleo\nbo@example.org')
  await form.getByText('“Cleo” is not an address and is left out.').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await form.getByRole('button', { name: 'Invite 2 addresses' }).click()
  await page.getByText('2 addresses are being invited by email.').waitFor()
  await section.getByText('Sent by email. Created by').waitFor()
  const mails = [await sink.nextMailTo('ann@example.org'), await sink.nextMailTo('bo@example.org')]
  const url = await section.getByLabel('Link', { exact: true }).inputValue()
  for (const { data } of mails) expect(data.replaceAll('=\r\n', '')).toContain(url)
  const share = await section.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
  expect(new URL(share ?? '').searchParams.get('text')).toContain(url)

  await section.getByRole('button', { name: 'Invite by email' }).click()
  await form.getByText('2 addresses have been invited by email so far.').waitFor()
})
