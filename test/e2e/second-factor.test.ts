import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished } from 'vitest'
import { findAxeViolations } from '../support/e2e-axe.ts'
import { it } from '../support/e2e-test.ts'
import { getLink, startSmtpSink } from '../support/smtp-sink.ts'

async function readAuthenticatorApp(page: Page): Promise<TOTP> {
  const key = await page.locator('.key').textContent()
  return new TOTP({ secret: key?.replaceAll(' ', '') ?? '' })
}

describe('the second factor', () => {
  it('is turned on, asked for after the password and after an emailed code, and turned off', async ({
    open,
    openPage,
  }) => {
    const sink = await startSmtpSink()
    onTestFinished(() => sink.close())
    const instance = await open({ mail: { kind: 'smtp', url: sink.url, from: 'pool@example.org' } })
    const { email, password } = await instance.account('player')
    const { page } = await openPage(instance, { as: 'player', signedIn: 'at the provider', expect: [/status of 400/] })
    await page.goto('/Identity/Account/Manage')
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Turn on' }).click()
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    const app = await readAuthenticatorApp(page)
    await page.getByLabel('Current password').fill(password)
    await page.getByRole('textbox', { name: 'Code' }).fill('12')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('This code is wrong or has already been used.').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByLabel('Current password').fill(password)
    // The previous code, so that this one is still unused when signing in.
    const now = Date.now()
    await page.getByRole('textbox', { name: 'Code' }).fill(app.generate({ timestamp: now - 30_000 }))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    const recoveryCodes = await page.getByRole('listitem').allTextContents()

    const enterPassword = async (tab: Page) => {
      await tab.goto('/pool')
      await tab.getByLabel('Email').fill(email)
      await tab.getByLabel('Password').fill(password)
      await tab.getByRole('button', { name: 'Sign in' }).click()
      await tab.getByRole('heading', { name: 'Enter your code' }).waitFor()
    }
    const session = await openPage(instance)
    const { page: second } = session
    await enterPassword(second)
    expect(await findAxeViolations(second)).toEqual([])
    await second.getByRole('textbox', { name: 'Code' }).fill(app.generate({ timestamp: now }))
    await second.getByRole('button', { name: 'Sign in' }).click()
    await second.getByRole('table', { name: 'Pool standings' }).waitFor()
    await session.close()

    // In place of the password, by the link in the browser that asked; another browser shows the code.
    const { page: third } = await openPage(instance)
    await third.goto('/pool')
    await third.getByLabel('Email').fill(email)
    await third.getByRole('button', { name: 'Email me a code instead' }).click()
    await third.getByRole('heading', { name: 'Check your email' }).waitFor()
    expect(await third.getByLabel('Code from the email').evaluate((field) => field === document.activeElement)).toBe(
      true,
    )
    expect(await findAxeViolations(third)).toEqual([])
    let mail = await sink.nextMailTo(email)
    while (!mail.data.includes('Subject: Your code')) mail = await sink.nextMailTo(email)
    const link = getLink(mail)
    const elsewhere = await openPage(instance)
    await elsewhere.page.goto(link.href)
    await elsewhere.page.getByRole('heading', { name: `Your code: ${link.searchParams.get('code')}` }).waitFor()
    expect(await findAxeViolations(elsewhere.page)).toEqual([])
    await elsewhere.close()
    await third.goto(link.href)
    await third.getByText(`Continue as ${email}.`).waitFor()
    expect(await findAxeViolations(third)).toEqual([])
    await third.keyboard.press('Enter')
    await third.getByRole('heading', { name: 'Enter your code' }).waitFor()
    await third.getByRole('link', { name: 'Lost your phone? Use a recovery code' }).click()
    expect(await findAxeViolations(third)).toEqual([])
    await third.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
    await third.getByRole('button', { name: 'Sign in' }).click()
    await third.getByRole('table', { name: 'Pool standings' }).waitFor()

    await page.getByRole('link', { name: 'Back to your account' }).click()
    await page.getByRole('link', { name: 'Change' }).click()
    await page.getByText('You have 9 recovery codes left.').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByLabel('Current password').fill(password)
    await page.getByLabel('Code from your app, or a recovery code').fill(recoveryCodes[1] ?? '')
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('The second factor has been turned off.').waitFor()
  })
})
