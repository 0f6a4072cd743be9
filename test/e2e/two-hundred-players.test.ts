import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { replaceSetupLink } from '#built/harness.mjs'
import { api } from '#contract/paths.ts'
import { tournamentList } from '#contract/tournament-contract.ts'
import { findThursday } from '#simulator/calendar-body.ts'
import { startChatReceiver, testAddresses } from '../support/chat-receiver.ts'
import { openAdminSection } from '../support/e2e-admin.ts'
import { enterThroughApi } from '../support/e2e-entrants.ts'
import { eventually, it } from '../support/e2e-test.ts'
import { buildClock } from '../support/test-clock.ts'

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true })
const toDayText = (day: Date) => new Intl.DateTimeFormat('en-US', { ...dayText, timeZone: 'UTC' }).format(day)
const dayText = { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' } as const
const password = 'long drive into rough'
const playerCount = 200
/** Shorter than the lifetime of a token. */
const minutesToStart = 6

it('from an empty installation to two hundred players and their board, the organiser uses only the screen', async ({
  open,
  openPage,
}) => {
  const now = new Date()
  const clock = buildClock(now)
  const start = new Date(Math.ceil(now.getTime() / 60_000) * 60_000 + minutesToStart * 60_000)
  const nextWeek = findThursday(new Date(now.getTime() + 7 * 24 * 60 * 60_000))
  const chat = await startChatReceiver()
  onTestFinished(() => chat.close())
  const empty = { withoutTournament: true, rivals: 0 }
  const instance = await open({ ...empty, startAt: 'scheduled', day: nextWeek, clock })
  const { app, simulator } = instance
  const { page } = await openPage(instance, { expect: [/status of 404/] })
  await page.clock.install({ time: now })

  await page.goto((await replaceSetupLink(app)) ?? '')
  await field(page, 'Name').fill('Ada Organiser')
  await field(page, 'Email').fill('ada@example.org')
  await field(page, 'Password').fill(password)
  await button(page, 'Create the admin account').click()
  await page.getByRole('link', { name: 'Create your first tournament' }).click()

  await field(page, 'Find an event').fill(simulator.name)
  await page.getByRole('button', { name: new RegExp(`^${simulator.name}`) }).click()
  await page.getByText(`Found: ${simulator.name}`, { exact: true }).waitFor()
  await eventually(() => field(page, 'Day').inputValue()).toBe(toDayText(new Date(nextWeek)))

  const golfers = simulator.listGolfers()
  const ranked = golfers.slice(0, 140).map(({ name }, index) => `${index + 1};${name}`)
  const file = { name: 'ranking.csv', mimeType: 'text/csv', buffer: Buffer.from(['Rank;Name', ...ranked].join('\r\n')) }
  await page.getByRole('radio', { name: 'A ranking file' }).check()
  await field(page, 'File with rank and name (CSV)').setInputFiles(file)
  await button(page, 'Propose tiers').click()
  await page.getByText('All 156 golfers of the field are listed: 140 by the file, 16 by name.').waitFor()
  await page.getByText('None: all 156 golfers in the field are listed.').waitFor()
  const corrections = [
    [golfers[9]?.name, 'B'],
    [golfers[30]?.name, 'C'],
    [golfers[150]?.name, 'C'],
  ] as const
  for (const [name = '', tier] of corrections) {
    await page
      .getByRole('group', { name: `Tier of ${name}` })
      .getByRole('button', { name: tier })
      .click()
    await page.getByText(`${name} moved to tier ${tier}.`).waitFor()
  }
  await field(page, 'Tiebreaker 1').fill('What will the winning score be?')
  await field(page, 'Tiebreaker 2').fill('How many golfers will make the cut?')
  const inNewYork = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', ...options }).format(start)
  await field(page, 'Day').fill(inNewYork({ year: 'numeric', month: '2-digit', day: '2-digit' }))
  await field(page, 'Time').fill(inNewYork({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }))
  await button(page, 'Create').click()
  const saved = page.getByRole('dialog', { name: 'Success', exact: true })
  await saved.getByRole('img', { name: /^QR code of the link to join/ }).waitFor()
  await saved.getByRole('button', { name: 'Close' }).click()
  await page.waitForURL('**/admin')

  const invitations = page.getByRole('region', { name: 'Invitations' })
  await openAdminSection(page, 'Invitations')
  // The one that was shown after the first save.
  await invitations.getByText('0 opened, 0 registered, 0 entered').waitFor()
  await invitations.getByRole('button', { name: 'New link' }).click()
  await page.getByLabel('Maximum number of new accounts').fill(String(playerCount))
  await button(page, 'Create the link').click()
  await eventually(() => invitations.getByText('0 opened, 0 registered, 0 entered').count()).toBe(2)

  const chats = page.getByRole('region', { name: 'Chat posts' })
  await openAdminSection(page, 'Chat posts')
  await chats.getByRole('button', { name: 'Add a chat' }).click()
  await field(page, 'Address of the incoming webhook').fill(testAddresses.discord)
  await button(page, 'Add the chat').last().click()
  await chats.getByRole('button', { name: /^Send a test post/ }).click()
  await chats.getByText(/^Last post: /).waitFor()
  expect(chat.posts).toHaveLength(1)

  const [{ id: tournamentId } = { id: 0 }] = await instance.read(api.tournamentAll(), tournamentList)
  const numbers = Array.from({ length: playerCount }, (_, index) => index + 1)
  expect(new Set(await enterThroughApi(instance, tournamentId, numbers))).toEqual(new Set([200]))
  await page.reload()
  await page.getByRole('heading', { name: `Users ${playerCount + 2}` }).waitFor()
  await button(page, `Email List for ${simulator.name}`).click()
  await page.getByLabel(`${playerCount} addresses`).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: simulator.name, exact: true }).click()
  await page.getByText(`${playerCount} players so far`, { exact: true }).waitFor()
  const entered = page.getByRole('region', { name: 'Entered' })
  await eventually(() => entered.getByRole('listitem').count()).toBe(playerCount)

  clock.set(new Date(start.getTime() + 1000))
  await page.clock.fastForward(start.getTime() - now.getTime() + 1000)
  expect(await enterThroughApi(instance, tournamentId, [playerCount + 1])).toEqual([409])
  simulator.advanceTo('round-2-middle')
  await app.feed.refreshTarget()
  await instance.ask()
  const board = page.getByRole('table', { name: 'Pool standings' })
  await eventually(() => board.getAttribute('aria-rowcount')).toBe(String(3 * playerCount + 1))
  await board.getByText('Entrant', { exact: false }).first().waitFor()
})
