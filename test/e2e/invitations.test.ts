import { expect } from 'vitest'
import { findAxeViolations } from '../support/e2e-axe.ts'
import { it } from '../support/e2e-test.ts'

const password = 'long drive into rough'

it('an organiser makes a link, a newcomer follows it to the entry form, and the organiser sees who came', async ({
  open,
  openPage,
}) => {
  const instance = await open({
    startAt: 'scheduled',
    startsInMs: 3 * 60 * 60_000,
    signUp: { mode: 'invite', domains: [] },
  })
  const { page } = await openPage(instance, { as: 'power' })
  await page.goto('/admin')
  const section = page.getByRole('region', { name: 'Invitations' })
  await section.getByText('There are no links to').waitFor()
  await section.getByRole('button', { name: 'New link' }).click()
  const form = page.getByRole('dialog', { name: 'New invitation link' })
  const uses = form.getByLabel('Maximum number of new accounts')
  await uses.fill('none')
  await form.getByRole('button', { name: 'Create the link' }).click()
  await form.getByText('Enter a number from 1 to 10,000.').waitFor()
  await uses.fill('2')
  await form.getByRole('button', { name: 'Create the link' }).click()
  await section.getByText('0 opened, 0 registered, 0 entered').waitFor()
  await section.getByRole('img', { name: /^QR code of the link/ }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  const url = await section.getByLabel('Link', { exact: true }).inputValue()
  expect(await section.getByLabel('Message', { exact: true }).inputValue()).toContain(url)

  await page.goto('/pool?view=wall')
  await page.getByRole('img', { name: 'QR code of the link to join' }).waitFor()

  const { page: newcomer } = await openPage(instance)
  await newcomer.goto(new URL(url).pathname)
  await newcomer.getByText('invites you to').waitFor()
  await newcomer.getByLabel('Name').fill('Nora Newcomer')
  await newcomer.getByLabel('Email').fill('nora@example.org')
  await newcomer.getByLabel('Password', { exact: true }).fill(password)
  await newcomer.getByRole('button', { name: 'Create account' }).click()
  await newcomer.waitForURL('**/entry/new')
  await newcomer.getByRole('heading', { name: /^Nora Newcomer Entry/ }).waitFor()

  await page.goto('/admin')
  await section.getByText('1 opened, 1 registered, 0 entered').waitFor()
  await section.getByText('Who used it').click()
  await section.getByText('Nora Newcomer').waitFor()
  await section.getByRole('button', { name: /^Revoke/ }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await section.getByText('Revoked.').waitFor()
})
