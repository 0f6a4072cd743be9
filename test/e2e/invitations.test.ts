import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { openAdminSection } from '../support/e2e-admin.ts'
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
  await openAdminSection(page, 'Invitations')
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
  // The address of this pool is one of this machine.
  await section.getByText(/^Nobody else can open this link: it leads to (localhost|127\.0\.0\.1)/).waitFor()
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
    await target.page().keyboard.type(typed)
  }
  async function saveEntry(phone: Page) {
    await tap(pickField(phone, 'Entry 1', 'Tier A'))
    for (const [number, group] of entryGroups.entries()) {
      for (const [index, tier] of tierLabels.entries()) {
        const sheet = phone.getByRole('dialog', { name: `${group} · ${tier} · ${index + 1} of 4` })
        await tap(sheet.getByRole('option').nth(number))
      }
    }
    await phone.getByText('12 of 12 picked, 0 of 2 answered').waitFor()
    // The last pick leads there.
    const first = phone.getByLabel('What will the winning score be?')
    await expect.poll(() => first.evaluate((field) => field === document.activeElement)).toBe(true)
    await expect.poll(() => first.evaluate((field) => field.getBoundingClientRect().bottom < innerHeight)).toBe(true)
    await phone.keyboard.type('-17')
    await tap(phone.getByLabel('How many golfers will make the cut?'), '65')
    await tap(phone.getByRole('button', { name: 'Create', exact: true }))
    await phone.getByText('Entry was successfully saved.').waitFor()
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
  await saveEntry(newcomer)
  expect(taps).toBeLessThanOrEqual(20)

  await page.goto('/admin')
  await openAdminSection(page, 'Invitations')
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

  // Somebody without an address, by the code that the organiser shows.
  const users = page.getByRole('region', { name: 'Users' })
  await users.getByRole('button', { name: 'Add a person' }).click()
  const person = page.getByRole('dialog', { name: 'Add a person' })
  await person.getByLabel('Name').fill('Uncle Bob')
  await person.getByRole('button', { name: 'Make the link' }).click()
  const made = page.getByRole('dialog', { name: 'Link for Uncle Bob' })
  await made.getByRole('img', { name: 'QR code of the link' }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  const link = new URL(await made.getByLabel('Link', { exact: true }).inputValue())
  await made.getByRole('button', { name: 'Done' }).click()
  await users.getByText('1 person without a confirmed address').waitFor()

  const { page: phone } = await openPage(instance, { viewport: { width: 390, height: 844 }, hasTouch: true })
  taps = 0
  await phone.goto(link.pathname + link.search)
  expect(await findAxeViolations(phone)).toEqual([])
  await tap(phone.getByRole('button', { name: 'Enter' }))
  await phone.getByRole('heading', { name: /^Uncle Bob Entry/ }).waitFor()
  await saveEntry(phone)
  expect(taps).toBe(16)
  await phone.getByRole('button', { name: 'Close' }).tap()
  // A passkey is offered once the other offers are answered.
  const offers = phone.getByRole('region', { name: 'Offers' })
  await offers.getByRole('button', { name: 'Hide these offers' }).tap()
  await offers.getByText('sign in with your fingerprint').waitFor()
  expect(await findAxeViolations(phone)).toEqual([])
  await offers.getByRole('button', { name: 'Not now' }).tap()
  await offers.getByText('sign in with your fingerprint').waitFor({ state: 'detached' })
  expect(await phone.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Offers')
  await phone.getByRole('button', { name: 'Menu' }).click()
  expect(await phone.getByRole('link', { name: 'Uncle Bob', exact: true }).getAttribute('href')).toBe(
    '/authentication/profile',
  )
})
