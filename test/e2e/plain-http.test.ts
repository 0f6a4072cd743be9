import { expect } from 'vitest'
import { remoteHost } from '../support/browser.ts'
import { copyPicks } from '../support/e2e-entry-form.ts'
import { eventually, it } from '../support/e2e-test.ts'

it('over plain http, under a name that is not localhost, people sign in, stay signed in and save an entry', async ({
  open,
  openPage,
}) => {
  const instance = await open({ startAt: 'scheduled', startsInMs: 60 * 60_000, publicHost: remoteHost })
  const { page, context } = await openPage(instance)
  const scripts: string[] = []
  const authorizations: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.startsWith('/assets/')) scripts.push(pathname)
    if (pathname === '/connect/authorize') authorizations.push(searchParams.get('code_challenge_method'))
  })
  await page.clock.install()
  await page.goto('/entry/new')
  const { email, password } = await instance.account('newcomer')
  await page.getByText('This connection is not encrypted.').waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).waitFor()
  expect(await page.evaluate(() => ({ isSecureContext, randomUUID: typeof crypto.randomUUID }))).toEqual({
    isSecureContext: false,
    randomUUID: 'undefined',
  })
  expect(scripts.filter((path) => path.includes('insecure-context'))).not.toEqual([])
  expect((await context.cookies()).filter(({ name, secure }) => secure || name.startsWith('__'))).toEqual([])

  for (const tier of ['Tier A', 'Tier B', 'Tier C', 'Tier D']) {
    await page.getByRole('group', { name: 'Entry 1', exact: true }).getByLabel(tier, { exact: true }).click()
    await page.getByRole('option').first().click()
    await page.getByRole('listbox').waitFor({ state: 'hidden' })
  }
  for (const group of ['Entry 2', 'Entry 3']) await copyPicks(page, 'Entry 1', group)
  await page.getByLabel('What will the winning score be?').fill('-17')
  await page.getByLabel('How many golfers will make the cut?').fill('64')

  // Past the renewal of the token, which lives for ten minutes. Renewal begins once the page has been open for a while.
  const before = authorizations.length
  await eventually(async () => {
    await page.clock.fastForward('01:00')
    return authorizations.length
  }).toBeGreaterThan(before)
  expect(new Set(authorizations)).toEqual(new Set(['S256']))
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('dialog', { name: 'The same golfers' }).getByRole('button', { name: 'Yes' }).click()
  await page.getByText('Entry was successfully saved.', { exact: true }).waitFor()
})
