import { expect, onTestFinished } from 'vitest'
import { poolEventKinds } from '#domain/notifications/pool-events.ts'
import { startChatReceiver, testAddresses } from '../support/chat-receiver.ts'
import { openAdminSection } from '../support/e2e-admin.ts'
import { findAxeViolations } from '../support/e2e-axe.ts'
import { it } from '../support/e2e-test.ts'

it('an organiser adds a chat, chooses its posts, tries it out, and sees that it has died', async ({
  open,
  openPage,
}) => {
  const kinds = poolEventKinds.length
  const chat = await startChatReceiver()
  onTestFinished(() => chat.close())
  const instance = await open()
  const { page } = await openPage(instance, { as: 'power' })
  await page.goto('/admin')
  await openAdminSection(page, 'Chat posts')
  const section = page.getByRole('region', { name: 'Chat posts' })
  await section.getByText('No chat has been added yet.').waitFor()
  await section.getByRole('button', { name: 'Add a chat' }).click()
  const form = page.getByRole('dialog', { name: 'Add a chat' })
  const address = form.getByLabel('Address of the incoming webhook')
  await address.fill('https://example.org/hook')
  await form.getByRole('button', { name: 'Add the chat' }).click()
  await form.getByText('The address must be an incoming webhook of Slack, Discord or Microsoft Teams.').waitFor()
  expect(await address.inputValue()).toBe('https://example.org/hook')
  await address.fill(testAddresses.slack)
  await form.getByText('This is a Slack webhook.').waitFor()
  await form.getByLabel('The cut').uncheck()
  await form.getByRole('button', { name: 'Add the chat' }).click()
  await section.getByText('hooks.slack.com … cret').waitFor()
  await section.getByText('Nothing posted yet.').waitFor()
  await section.getByText(`${kinds - 1} of ${kinds} kinds of posts`).click()
  await section.getByLabel('Results').uncheck()
  await section.getByText(`${kinds - 2} of ${kinds} kinds of posts`).waitFor()
  await page.getByText('The posts were changed.').waitFor()

  await section.getByRole('button', { name: /^Send a test post/ }).click()
  await section.getByText(/^Last post: /).waitFor()
  expect(chat.posts).toMatchObject([{ body: { text: expect.stringContaining('Test post from') } }])
  await section.getByText('What each post says').click()
  await section.getByText('Less than 2 hours left to enter: Spring Open').waitFor()
  expect(await findAxeViolations(page)).toEqual([])

  await instance.app.database.db.deleteFrom('outbox').where('channel', '=', 'webhook').execute()
  chat.answerWith(() => ({ status: 410, text: 'channel_is_archived' }))
  await section.getByRole('button', { name: /^Send a test post/ }).click()
  await section.getByText(/^Posting stopped .*410/).waitFor()
  await section.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await section.getByText('No chat has been added yet.').waitFor()
})
