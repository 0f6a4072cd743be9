import { expect } from 'vitest'
import { readConfig } from '#built/harness.mjs'
import { it } from '../support/e2e-test.ts'
import { upstreamProfiles } from '../support/upstream-profiles.ts'
import { startUpstreams, upstreamSettings } from '../support/upstream-server.ts'

/** Browsers do the same at all six providers; `upstream-sign-in.test.ts` signs in through each of them. */
it('a person signs in through another provider, and one that fails leads back to the others', async ({
  open,
  openPage,
  takeAddress,
}) => {
  const address = await takeAddress()
  const providers = await startUpstreams(
    upstreamProfiles.slice(0, 2).map(({ key }) => key),
    `http://localhost:${address.port}`,
  )
  const { upstreams } = readConfig(upstreamSettings(providers))
  const instance = await open({ upstreams }, address)
  const { page, context } = await openPage(instance, {
    alsoFrom: providers.map(({ base }) => base),
    expect: [/status of 400/],
  })
  /** As if the browser were another person's. */
  async function forget(): Promise<void> {
    await context.clearCookies()
    await page.evaluate(() => {
      sessionStorage.clear()
      localStorage.clear()
    })
  }

  for (const { profile, person, faults } of providers) {
    faults.asks = true
    person.email = `jane@${profile.key}.example`
    await page.goto('/')
    await page.getByRole('link', { name: `Continue with ${profile.name}` }).click()
    await page.getByRole('heading', { name: profile.name, exact: true }).waitFor()
    await page.getByRole('link', { name: 'Sign me in' }).click()
    await page.getByRole('heading', { name: 'Welcome Jane Doe' }).waitFor()
    expect(page.url()).toBe(`${instance.url}/home`)
    await page.goto('/Identity/Account/Manage')
    await page.getByText(new RegExp(`^${profile.name} jane@${profile.key}\\.example`)).waitFor()
    await forget()
  }

  const [first, second] = providers
  if (!first || !second) throw new Error('never')
  first.faults.error = 'access_denied'
  await page.goto('/')
  await page.getByRole('link', { name: `Continue with ${first.profile.name}` }).click()
  await page.getByRole('link', { name: 'Sign me in' }).click()
  await page.getByRole('heading', { name: `You were not signed in by ${first.profile.name}` }).waitFor()
  await page.getByRole('link', { name: 'Go back' }).click()
  await page.getByRole('link', { name: `Continue with ${second.profile.name}` }).click()
  await page.getByRole('link', { name: 'Sign me in' }).click()
  await page.getByRole('heading', { name: 'Welcome Jane Doe' }).waitFor()
  for (const provider of providers) await provider.close()
})
