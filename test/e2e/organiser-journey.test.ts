import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { pick, pickAll } from '../support/e2e-entry-form.ts'
import type { TestInstance } from '../support/e2e-instance.ts'
import { it as base, eventually } from '../support/e2e-test.ts'
import { listRecordedFolders } from '../support/recorded-bodies.ts'
import {
  type ScriptedFeed,
  type ScriptedGolfer,
  startScriptedFeed,
  toRecordedScript,
  toSimulatedScript,
} from '../support/scripted-feed.ts'
import { buildClock } from '../support/test-clock.ts'

/** Shorter than the lifetime of a token. */
const minutesToStart = 6
const tierLetters = ['A', 'B', 'C', 'D'] as const

const recorded = (await listRecordedFolders()).map((folder) => ({
  title: folder.title,
  feedScript: () => toRecordedScript(folder),
}))
/** Real fields have all that the simulated one has. */
const feedScripts =
  recorded.length > 0 ? recorded : [{ title: 'a simulated field', feedScript: () => toSimulatedScript() }]

const it = base.extend<{
  startFeed: (feedScript: ReturnType<typeof toSimulatedScript>) => Promise<ScriptedFeed>
}>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of what a fixture needs.
  startFeed: async ({}, use) => {
    const feeds: ScriptedFeed[] = []
    await use(async (feedScript) => {
      const feed = await startScriptedFeed(feedScript)
      feeds.push(feed)
      return feed
    })
    for (const feed of feeds) await feed.close()
  },
})

describe.each(feedScripts)('from an empty installation to the results, with $title', ({ feedScript }) => {
  it('an organiser completes the whole journey through the UI', async ({ startFeed, open, openPage }) => {
    const feed = await startFeed(feedScript())
    const now = new Date()
    const clock = buildClock(now)
    const start = new Date(Math.ceil(now.getTime() / 60_000) * 60_000 + minutesToStart * 60_000)
    const instance = await open({ withoutTournament: true, feedUrl: feed.url, clock })
    const expected = { expect: [/status of 404/] }
    const { page: organiser } = await openPage(instance, { as: 'admin', ...expected })
    const { page: player } = await openPage(instance, { as: 'newcomer', ...expected })
    for (const page of [organiser, player]) await page.clock.install({ time: now })
    await player.goto('/home')
    const nothing = 'The are no tournaments at this time. Please check back later.'
    await player.getByText(nothing, { exact: true }).waitFor()

    await organiser.goto('/home')
    await link(organiser, 'Admin').click()
    await link(organiser, 'New').click()
    const lists = introduceMistakes(feed.golfers)
    await fillDetails(organiser, feed, start)
    for (const [tier, letter] of tierLetters.entries()) {
      await field(organiser, `Tier ${letter}`).fill((lists.typed[tier] ?? []).join('\n'))
      await field(organiser, 'Tiebreaker 1').focus()
    }
    await button(organiser, 'Create').click()
    await organiser.getByText('Invalid tournament', { exact: true }).waitFor()
    const twice = 'The following players where found in in more than one tier.'
    await organiser.getByRole('heading', { name: twice }).waitFor()
    await organiser.getByText(`${lists.misspelt.typed} → ${lists.misspelt.golfer.name}`).waitFor()
    await button(organiser, `Remove from tier D ${lists.twice.name}`).click()
    await button(organiser, `Add ${lists.missing.name} to tier D`).click()
    await button(organiser, 'Create').click()
    await organiser.getByRole('img', { name: /^QR code of the link to join/ }).waitFor()
    await closeMessage(organiser, 'Tournament was successfully saved.')
    await organiser.waitForURL('**/admin')
    expect(await button(organiser, 'New').isDisabled()).toBe(true)

    await player.reload()
    await link(player, 'Create your entry').click()
    const gone = lists.sorted[0]?.[3] ?? lists.twice
    await pickAll(player)
    await pick(player, 'Entry 1', 'Tier A', gone.name)
    await player.getByLabel('How low?').fill('-21')
    await player.getByLabel('How many make the cut?').fill('65')
    await button(player, 'Create').click()
    await closeMessage(player, 'Entry was successfully saved.')

    feed.withdraw(gone.espnId)
    // Expires the cached field.
    clock.set(new Date(now.getTime() + 60_000))
    await organiser.reload()
    const withdrawn = organiser.getByRole('table', { name: 'Withdrawn golfers' })
    await withdrawn.getByRole('rowheader', { name: gone.name }).waitFor()
    expect(await withdrawn.textContent()).not.toContain('newcomer')
    await button(organiser, 'Notify players').click()
    await button(organiser, 'Yes').click()
    // With a single entrant, a number would reveal the pick.
    expect(await withdrawn.textContent()).toContain('Hidden')
    await organiser.getByText('Everyone who picked one of these golfers is being notified.').waitFor()
    const { email } = await instance.account('newcomer')
    await eventually(
      () => readEmails(instance).filter((mail) => mail.includes(`To: `) && mail.includes(email)).length,
    ).toBe(1)

    await player.goto('/home')
    await link(player, 'Edit your entry').click()
    const instead = lists.sorted[0]?.[4] ?? lists.twice
    await pick(player, 'Entry 1', 'Tier A', instead.name)
    await button(player, 'Update').click()
    await closeMessage(player, 'Entry was successfully saved.')

    clock.set(new Date(start.getTime() + 1000))
    for (const page of [organiser, player]) await page.clock.fastForward(start.getTime() - now.getTime() + 1000)
    feed.finish()
    await instance.app.feed.refreshTarget()
    await instance.ask()
    await link(player, 'Pool').click()
    const own = player.getByRole('row').filter({ hasText: 'The newcomer' })
    await eventually(() => own.count()).toBe(3)
    await eventually(() => player.title()).toMatch(/ - Player Pool$/)

    await organiser.reload()
    await organiser.getByRole('button', { name: `End ${feed.name}` }).click()
    const dialog = organiser.getByRole('dialog')
    await dialog.getByText('Are you sure the tournament has concluded?', { exact: true }).waitFor()
    const preview = await dialog.getByRole('table', { name: 'Final places' }).getByRole('row').allTextContents()
    expect(preview).toHaveLength(4)
    await button(organiser, 'Yes').click()
    await organiser.getByText(`${feed.name} was ended.`, { exact: true }).waitFor()
    await link(organiser, 'New').waitFor()

    await player.goto('/results')
    const row = player.getByRole('row').filter({ hasText: feed.name })
    await row.waitFor()
    const places = (await row.getByRole('cell').allTextContents()).map((text) => /\d+|--/.exec(text)?.[0])
    const previewPlaces = preview.slice(1).map((text) => /^T?(\d+|--)/.exec(text)?.[1])
    expect(places.toSorted()).toEqual(previewPlaces.toSorted())
    await player.getByText(instead.name).first().waitFor()
    await link(player, feed.name).click()
    await player.getByText('Final', { exact: true }).first().waitFor()
    await feed.close()
    await player.locator('tbody').getByRole('button').first().click()
    await player.getByRole('dialog').getByRole('table').first().waitFor()
  })
})

const link = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true })
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true })

/** Lists with one misspelled name, one amateur mark, one missing golfer and one duplicate. */
function introduceMistakes(golfers: readonly ScriptedGolfer[]) {
  const quarter = Math.ceil(golfers.length / 4)
  const sorted = tierLetters.map((_, tier) =>
    golfers.slice(tier * quarter, (tier + 1) * quarter).toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
  )
  const [a = [], b = [], , d = []] = sorted
  const [twice] = a
  const missing = d.at(-1)
  // A long name is still matched if one of its letters is missing.
  const golfer = b.toSorted((first, second) => second.name.length - first.name.length)[0]
  if (twice === undefined || missing === undefined || golfer === undefined) throw new Error('The field is too small.')
  const misspelt = { golfer, typed: golfer.name.slice(0, -2) + golfer.name.slice(-1) }
  const typed = sorted.map((list) =>
    list
      .filter((listed) => listed !== missing)
      .map((listed) => (listed === golfer ? misspelt.typed : listed.name + (listed.isAmateur ? ' (a)' : ''))),
  )
  typed[3]?.push(twice.name)
  return { sorted, typed, twice, missing, misspelt }
}

async function fillDetails(page: Page, { eventId, name, url }: ScriptedFeed, start: Date): Promise<void> {
  await field(page, 'Tournament Id').fill('499999999')
  await field(page, 'Name').focus()
  await page.getByText(`Could not find Tournament ID on ${new URL(url).host}`, { exact: true }).waitFor()
  await field(page, 'Tournament Id').fill(eventId)
  await field(page, 'Name').focus()
  await eventually(() => field(page, 'Name').inputValue()).toBe(name)
  const inNewYork = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', ...options }).format(start)
  await field(page, 'Day').fill(inNewYork({ year: 'numeric', month: '2-digit', day: '2-digit' }))
  await field(page, 'Time').fill(inNewYork({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }))
  await field(page, 'Tiebreaker 1').fill('How low?')
  await field(page, 'Tiebreaker 2').fill('How many make the cut?')
}

async function closeMessage(page: Page, text: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Success', exact: true })
  await dialog.getByText(text, { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** The emails in the outbox folder. */
function readEmails({ app }: TestInstance): string[] {
  const folder = join(app.config.dataFolder, 'outbox')
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
}
