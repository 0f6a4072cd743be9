import { describe, expect, onTestFinished } from 'vitest'
import { it } from '../support/e2e-test.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'

describe('the results', () => {
  it('an organiser previews them and sends them once', async ({ open, openPage }) => {
    const sink = await startSmtpSink()
    onTestFinished(() => sink.close())
    const instance = await open({ mail: { kind: 'smtp', url: sink.url, from: 'pool@example.org' } })
    const { page } = await openPage(instance, { as: 'power' })
    await page.goto('/admin')
    const button = page.getByRole('button', { name: 'Send results of' })
    await page.getByRole('button', { name: /^End / }).waitFor()
    expect(await button.count()).toBe(0)
    await instance.end()
    await page.reload()
    await button.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^Not sent yet: \d+ people will get them\.$/).waitFor()
    const email = dialog.getByRole('article', { name: 'The email' })
    await email.getByText('The top ten').waitFor()
    await dialog.getByText(/^It reaches \d+ people: \d+ by email\.$/).waitFor()
    await dialog.getByRole('button', { name: 'Yes' }).click()
    await page.getByText(/^\d+ people are being notified\.$/).waitFor()
    await button.click()
    await dialog.getByText(/^Since .*: \d+ sent\.$/).waitFor()
    expect(await dialog.getByRole('button', { name: 'Yes' }).isDisabled()).toBe(true)
    const { email: address } = await instance.account('player')
    expect(sink.emails.filter(({ to }) => to.includes(address))).toHaveLength(1)
  })
})
