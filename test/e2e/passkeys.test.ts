import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished } from 'vitest'
import { findAxeViolations } from '../support/e2e-axe.ts'
import { it } from '../support/e2e-test.ts'

/**
 * The authenticator of a device, whose owner always agrees. It goes with the test: in a later one with the same tab, it would
 * answer whenever a page offers passkeys.
 */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  onTestFinished(() => session.detach().catch(() => undefined))
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

describe('a passkey', () => {
  it('is added, signs in from the address field and with the button, and is removed', async ({ open, openPage }) => {
    const instance = await open()
    const { password } = await instance.account('player')
    const { page } = await openPage(instance, { as: 'player', signedIn: 'at the provider' })
    await addAuthenticator(page)
    await page.goto('/Identity/Account/Manage')
    await page.getByRole('link', { name: 'Add a passkey' }).click()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByLabel('Name').fill('Test laptop')
    await page.getByLabel('Current password').fill(password)
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Create the passkey' }).click()
    await page.getByText('The passkey has been added.').waitFor()
    await page.getByText('Passkey “Test laptop”').waitFor()
    expect(await findAxeViolations(page)).toEqual([])

    // Without a click: the browser offers it in the address field, and its owner agrees.
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.goto('/pool')
    await page.getByRole('table', { name: 'Pool standings' }).waitFor()

    // A browser that offers none in the field.
    await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
    await page.goto('/Identity/Account/Manage')
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.goto('/pool')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('table', { name: 'Pool standings' }).waitFor()

    await page.goto('/Identity/Account/Manage')
    await page.getByRole('link', { name: 'Disconnect Passkey “Test laptop”' }).click()
    await page.getByLabel('Current password').fill(password)
    await page.getByRole('button', { name: 'Disconnect Passkey “Test laptop”' }).click()
    await page.getByText('The sign-in has been disconnected.').waitFor()
    await page.getByText('Passkey “Test laptop”').waitFor({ state: 'detached' })
  })
})
