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
    const section = page.getByRole('region', { name: 'Send results' })
    await section.getByText(/^Available once .* has ended\.$/).waitFor()
    await instance.end()
    await page.reload()
    await section.getByText(/^Not sent yet: \d+ people will get them\.$/).waitFor()
    await section.getByRole('button', { name: 'Preview and send' }).click()
    const dialog = page.getByRole('dialog')
    const email = dialog.getByRole('article', { name: 'The email' })
    await email.getByText('The top ten').waitFor()
    await dialog.getByRole('button', { name: 'Yes' }).click()
    await section.getByText(/^Since .*: \d+ sent\.$/).waitFor()
    expect(await section.getByRole('button').count()).toBe(0)
    const { email: address } = await instance.account('player')
    expect(sink.emails.filter(({ to }) => to.includes(address))).toHaveLength(1)
  })
})
