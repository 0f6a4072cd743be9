import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { replaceSetupLink, setRole } from '#built/harness.mjs'
import { addUser } from '#test/support/add-user.ts'
import { findAxeViolations } from '../support/e2e-axe.ts'
import { it } from '../support/e2e-test.ts'

it('the first admin comes through the link to the admin screen, downloads their data and deletes their account', async ({
  open,
  openPage,
}) => {
  const instance = await open({ withoutTournament: true })
  const { database, clock, config } = instance.app
  const { page } = await openPage(instance, { expect: [/status of 400/, /status of 409/, /status of 401/] })
  await page.goto((await replaceSetupLink({ database, clock, config })) ?? '')
  expect(await findAxeViolations(page)).toEqual([])
  const password = 'long drive into rough'
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByLabel('Password', { exact: true }).fill('a drive')
  await page.getByRole('button', { name: 'Create the admin account' }).click()
  await page.getByText('Use at least 8 characters.').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.org')
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create the admin account' }).click()
  await page.getByRole('link', { name: 'Create your first tournament' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/admin')

  await page.goto('/Identity/Account/Manage')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ])
  const data = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(data).toMatchObject({ profile: { name: 'Ada', email: 'ada@example.org', isAdmin: true } })

  await page.getByRole('link', { name: 'Delete my account' }).click()
  await page.getByRole('heading', { name: 'You are the only admin' }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await setRole(database.db, await addUser(database.db), 'admin', true)
  await page.goto('/Identity/Account/Delete')
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByLabel('Current password').fill('wrong')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByText('This is not your current password.').waitFor()
  await page.getByLabel('Current password').fill(password)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('heading', { name: 'Your account has been deleted' }).waitFor()
  // Nothing of them is left in the browser, so they sign in anew, and the user does not come back.
  await page.getByRole('link', { name: 'Back to Player Pool' }).click()
  await page.getByLabel('Password').waitFor()
  const users = await database.db.selectFrom('users').select('name').orderBy('id').execute()
  expect(users.map(({ name }) => name)).toEqual(expect.arrayContaining(['Former player', 'Somebody']))
  expect(users.filter(({ name }) => name === 'Ada')).toEqual([])
})
