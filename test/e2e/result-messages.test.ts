import { describe, expect, onTestFinished } from 'vitest'
import { chooseTournamentAction, openTournamentMenu } from '../support/e2e-admin.ts'
import { it } from '../support/e2e-test.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'

describe('the results', () => {
  it('an organiser previews them and sends them once', async ({ open, openPage }) => {
    const sink = await startSmtpSink()
    onTestFinished(() => sink.close())
    const instance = await open({ mail: { kind: 'smtp', url: sink.url, from: 'pool@example.org' } })
    const { page } = await openPage(instance, { as: 'power' })
    await page.goto('/admin')
    const { name } = instance.simulator
    const button = page.getByRole('button', { name: 'Send results of' })
    await openTournamentMenu(page, name)
    await page.getByRole('button', { name: 'Message to players of' }).waitFor()
    expect(await button.count()).toBe(0)
    await instance.end()
    await page.reload()
    // The one thing to do now.
    const next = page.getByRole('region', { name: `Send the results of ${name}` })
    await next.getByText(/^\d+ people have not got them\.$/).waitFor()
    await next.getByRole('button', { name: 'Read the message' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'No' }).click()
    await chooseTournamentAction(page, name, 'Send results')
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^Not sent yet: \d+ people will get them\.$/).waitFor()
    const email = dialog.getByRole('article', { name: 'The email' })
    await email.getByText('The top ten').waitFor()
    await dialog.getByText(/It reaches \d+ people: \d+ by email\./).waitFor()
    await dialog.getByRole('button', { name: 'Yes' }).click()
    await page.getByText(/^\d+ people are being notified\.$/).waitFor()
    await next.waitFor({ state: 'hidden' })
    await chooseTournamentAction(page, name, 'Send results')
    await dialog.getByText(/^Since .*: \d+ sent\.$/).waitFor()
    expect(await dialog.getByRole('button', { name: 'Yes' }).isDisabled()).toBe(true)
    const { email: address } = await instance.account('player')
    expect(sink.emails.filter(({ to }) => to.includes(address))).toHaveLength(1)
  })
  it('are not the next step without a mail server if nobody has a device, and their dialog says why', async ({
    open,
    openPage,
  }) => {
    const instance = await open({})
    const { page } = await openPage(instance, { as: 'power' })
    await instance.end()
    await page.goto('/admin')
    await page.getByText('Emails are not sent: they become files').waitFor()
    await page.getByRole('region', { name: 'Set up the next tournament' }).waitFor()
    await chooseTournamentAction(page, instance.simulator.name, 'Send results')
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^\d+ people get nothing for now, because no mail server is set up\./).waitFor()
    expect(await dialog.getByRole('button', { name: 'Yes' }).isDisabled()).toBe(true)
  })
})
