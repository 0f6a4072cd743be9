import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { findAxeViolations } from '../support/e2e-axe.ts'
import { entryGroups, pickField, tierLabels } from '../support/e2e-entry-form.ts'
import { it } from '../support/e2e-test.ts'

const password = 'long drive into rough'

it('an organiser makes a link, a newcomer follows it to a saved entry in twenty taps, and the organiser sees who came', async ({
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

  const { page: newcomer } = await openPage(instance, { viewport: { width: 390, height: 844 }, hasTouch: true })
  let taps = 0
  async function tap(target: Locator, typed = '') {
    taps += 1
    await target.tap()
    await newcomer.keyboard.type(typed)
  }
  await newcomer.goto(new URL(url).pathname)
  await newcomer.getByText('invites you to').waitFor()
  // In the time zone of the browser.
  await newcomer.getByText(/^\w{3}, \w{3} \d+, \d{4}, \d+:\d\d\s[AP]M E[SD]T$/).waitFor()
  await tap(newcomer.getByLabel('Name'), 'Nora Newcomer')
  await tap(newcomer.getByLabel('Email'), 'nora@example.org')
  await tap(newcomer.getByLabel('Password', { exact: true }), password)
  await tap(newcomer.getByRole('button', { name: 'Create account' }))
  await newcomer.waitForURL('**/entry/new')
  await newcomer.getByRole('heading', { name: /^Nora Newcomer Entry/ }).waitFor()
  await tap(pickField(newcomer, 'Entry 1', 'Tier A'))
  for (const [number, group] of entryGroups.entries()) {
    for (const [index, tier] of tierLabels.entries()) {
      const sheet = newcomer.getByRole('dialog', { name: `${group} · ${tier} · ${index + 1} of 4` })
      await tap(sheet.getByRole('option').nth(number))
    }
  }
  await newcomer.getByText('12 of 12 picked, 0 of 2 answered').waitFor()
  await tap(newcomer.getByLabel('What will the winning score be?'), '-17')
  await tap(newcomer.getByLabel('How many golfers will make the cut?'), '65')
  await tap(newcomer.getByRole('button', { name: 'Create', exact: true }))
  await newcomer.getByText('Entry was successfully saved.').waitFor()
  expect(taps).toBeLessThanOrEqual(20)

  await page.goto('/admin')
  await section.getByText('1 opened, 1 registered, 1 entered').waitFor()
  await section.getByText('Who used it').click()
  await section.getByText('Nora Newcomer').waitFor()
  await section.getByRole('button', { name: /^Revoke/ }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await section.getByText('Revoked.').waitFor()

  await section.getByRole('button', { name: 'New link' }).click()
  await form.getByLabel('For people who only watch').check()
  await form.getByRole('button', { name: 'Create the link' }).click()
  await section.getByText('For watchers. Valid until it is revoked').waitFor()
})
