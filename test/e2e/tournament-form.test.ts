import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { api } from '#contract/paths.ts'
import { tournament, tournamentList } from '#contract/tournament-contract.ts'
import { toTierLists } from '#simulator/simulated-entries.ts'
import { behindPopup, findAxeViolations } from '../support/e2e-axe.ts'
import type { SharedInstance } from '../support/e2e-instance.ts'
import { eventually, it } from '../support/e2e-test.ts'

/** Browsers log refused requests to the console. */
const refusals = { expect: [/status of (4|5)\d\d/] }
const tierLabels = ['Tier A', 'Tier B', 'Tier C', 'Tier D'] as const
const nothingYet = { startAt: 'scheduled', withoutTournament: true } as const
const inAnHour = { startAt: 'scheduled', startsInMs: 60 * 60_000 } as const

const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true })
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)

/** The names of the field in four tiers, favourites first. */
function listsOf(instance: SharedInstance): string[][] {
  return toTierLists(instance.simulator.listGolfers()).map((list) => list.map(({ name }) => name))
}

/** Takes two out of a list who share their first name. */
function takeTwoSimilarNames(names: string[]): string[] {
  const byFirstName = Map.groupBy(names, (name) => name.split(' ')[0])
  const alike = [...byFirstName.values()].find((same) => same.length > 1)?.slice(0, 2) ?? []
  for (const name of alike) names.splice(names.indexOf(name), 1)
  return alike
}

async function enterId(page: Page, espnId: string): Promise<void> {
  await field(page, 'Tournament Id').fill(espnId)
  await field(page, 'Name').focus()
}

/** Leaves each tier, so that it is checked. */
async function fillTiers(page: Page, lists: readonly string[][]): Promise<void> {
  for (const [tier, label] of tierLabels.entries()) {
    await field(page, label).fill((lists[tier] ?? []).join('\n'))
    await field(page, 'Tiebreaker 1').focus()
  }
}

async function fillDetails(page: Page): Promise<void> {
  await field(page, 'Day').fill('2031-04-10')
  await field(page, 'Time').fill('07:45')
  await field(page, 'Tiebreaker 1').fill('What will the winning score be?')
  await field(page, 'Tiebreaker 2').fill('How many golfers will make the cut?')
}

async function closeMessage(page: Page, title: string, ...texts: string[]): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title, exact: true })
  for (const text of texts) await dialog.getByText(text).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

describe('the id of a new tournament', () => {
  it('is required, is checked once when it is left, and enables the lists when it is valid', async ({
    shared,
    openPage,
  }) => {
    const instance = await shared(nothingYet)
    const { page } = await openPage(instance, { as: 'power' })
    const requests: string[] = []
    page.on('request', (request) => request.url().includes('/verify/') && requests.push(request.url()))
    await page.goto('/tournament/new')
    await page.getByRole('heading', { name: 'Create Tournament', exact: true }).waitFor()
    await page.getByText('Enter a valid Tournament Id before entering players.', { exact: true }).waitFor()
    for (const label of tierLabels) expect(await field(page, label).isDisabled()).toBe(true)
    expect(await findAxeViolations(page)).toEqual([])

    // What is missing is marked, and nothing is sent.
    await button(page, 'Create').click()
    await page.getByText('Enter the id of the tournament.', { exact: true }).waitFor()
    await page.getByText('Enter a question.', { exact: true }).first().waitFor()
    expect(await isFocused(field(page, 'Tournament Id'))).toBe(true)
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(6)
    expect(await findAxeViolations(page)).toEqual([])

    await enterId(page, '123')
    await page.getByText('The id must have at least 4 digits.', { exact: true }).waitFor()
    expect(requests).toEqual([])
    await enterId(page, '499999999')
    const { host } = new URL(instance.simulator.url)
    await page.getByText(`Could not find Tournament ID on ${host}`, { exact: true }).waitFor()
    await enterId(page, instance.simulator.eventId)
    await eventually(() => field(page, 'Name').inputValue()).toBe(instance.simulator.name)
    expect(await field(page, 'Day').inputValue()).toMatch(/\d{4}$/)

    // An own start no longer follows the feed.
    const follows = page.getByRole('checkbox', { name: /^Move it when the feed moves it/ })
    expect(await follows.isChecked()).toBe(true)
    await field(page, 'Time').fill('05:00')
    expect(await follows.isChecked()).toBe(false)
    await page.getByText(/^The feed says /).waitFor()
    await follows.check()
    expect(await field(page, 'Time').inputValue()).not.toBe('05:00')
    for (const label of tierLabels) expect(await field(page, label).isEnabled()).toBe(true)
    await field(page, 'Tournament Id').focus()
    await field(page, 'Name').focus()
    expect(requests).toHaveLength(2)

    // The lists are split from one table of four columns.
    const lists = listsOf(instance)
    const rows = Array.from({ length: 61 }, (_, row) => lists.map((list) => list[row] ?? '').join('\t'))
    await field(page, 'Tier A').fill(['Tier A\tTier B\tTier C\tTier D', ...rows].join('\n'))
    await button(page, 'Split into four tiers').click()
    for (const [tier, label] of tierLabels.entries()) {
      expect((await field(page, label).inputValue()).split('\n')).toEqual(lists[tier])
    }
    await page.getByText('None: all 156 golfers in the field are listed.').waitFor()
  })

  it('can be checked again after the feed has failed; what was typed stays', async ({ open, openPage }) => {
    const instance = await open(nothingYet)
    const { page } = await openPage(instance, { as: 'power', ...refusals })
    await page.goto('/tournament/new')
    await field(page, 'Name').fill('Our own name')
    instance.simulator.faults.set('error-500')
    await enterId(page, instance.simulator.eventId)
    await page.getByText(/^The id could not be checked\./).waitFor()
    instance.simulator.faults.set(null)
    await button(page, 'Try again').click()
    await page.getByText(`Found: ${instance.simulator.name}`, { exact: true }).waitFor()
    expect(await field(page, 'Name').inputValue()).toBe('Our own name')
    await page.getByText(`The event is called ${instance.simulator.name}.`).waitFor()
  })
})

describe('the lists', () => {
  it('with a misspelled, a duplicate, an unknown and a missing golfer are fixed by one tap each, and saved', async ({
    open,
    openPage,
  }) => {
    const instance = await open(nothingYet)
    const { page } = await openPage(instance, { as: 'power' })
    await page.goto('/tournament/new')
    await enterId(page, instance.simulator.eventId)
    await fillDetails(page)
    const lists = listsOf(instance)
    const [a = [], b = [], c = [], d = []] = lists
    const [twice = '', , misspelt = ''] = a
    const [meant = '', alike = ''] = takeTwoSimilarNames(c)
    c.push(meant.split(' ')[0] ?? '')
    a[2] = misspelt.slice(0, -1)
    b.push(twice)
    d.unshift('Zz Qq')
    await fillTiers(page, lists)

    await button(page, 'Create').click()
    await page.getByText('Invalid tournament', { exact: true }).waitFor()
    await eventually(() => isFocused(page.getByRole('heading', { name: 'Warnings and errors' }))).toBe(true)
    const duplicates = 'The following players where found in in more than one tier.'
    await page.getByRole('heading', { name: duplicates }).waitFor()
    await page.getByText(`${a[2]} → ${misspelt}`).waitFor()
    await page.getByText(`Tier A: 20 of 20 matched, 1 spelled differently`).waitFor()
    expect(await findAxeViolations(page, ['[data-dense] > :nth-child(n+5)'])).toEqual([])

    await button(page, `Remove from tier B ${twice}`).click()
    await button(page, 'Remove Zz Qq').click()
    await button(page, `Use ${meant}`).click()
    await button(page, `Add ${alike} to tier C`).click()
    // Nothing is left in the group, so the heading gets the focus.
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
    await button(page, `Use this name ${misspelt}`).click()
    await page.getByText('None: all 156 golfers in the field are listed.').waitFor()
    expect((await field(page, 'Tier C').inputValue()).split('\n').slice(-2)).toEqual([meant, alike])

    await button(page, 'Create').click()
    await closeMessage(page, 'Success', 'Tournament was successfully saved.')
    await page.waitForURL('**/admin')
    const [saved] = await instance.read(api.tournamentAll(), tournamentList)
    // Half past seven in New York, in summer.
    expect(saved).toMatchObject({
      name: instance.simulator.name,
      start: '2031-04-10T11:45:00.000Z',
      active: true,
    })
  })
})

describe('unsaved changes', () => {
  it('survive a reload and a failed save, and belong to their owner', async ({ shared, openPage }) => {
    const instance = await shared(nothingYet)
    const { page } = await openPage(instance, { as: 'power', ...refusals })
    await page.goto('/tournament/new')
    await enterId(page, instance.simulator.eventId)
    await fillDetails(page)
    await fillTiers(page, listsOf(instance))
    await page.reload()
    await page.getByText('Unsaved changes restored').waitFor()
    await page.getByText('None: all 156 golfers in the field are listed.').waitFor()
    expect(await field(page, 'Day').inputValue()).toBe('Thu, Apr 10, 2031')
    await page.route('**/api/tournament', (route) => route.fulfill({ status: 503 }))
    await button(page, 'Create').click()
    await closeMessage(page, 'Error', 'There was an error saving the tournament.', 'Your changes are still here.')
    expect((await field(page, 'Tier D').inputValue()).split('\n')).toHaveLength(61)
    const draftKeys = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))
    const { userId } = await instance.account('power')
    expect(draftKeys).toEqual([`player-pool:draft:${userId}:tournament:0`])
    await button(page, 'Start over').click()
    await button(page, 'Yes').click()
    expect(await field(page, 'Tier D').inputValue()).toBe('')
  })
})

describe('what is typed during a save', () => {
  it('stays, is not saved yet, and is saved by the next save, also of a new tournament', async ({ open, openPage }) => {
    const instance = await open(nothingYet)
    const { page } = await openPage(instance, { as: 'power' })
    await page.goto('/tournament/new')
    await enterId(page, instance.simulator.eventId)
    await fillDetails(page)
    await fillTiers(page, listsOf(instance))
    await page.getByText('None: all 156 golfers in the field are listed.').waitFor()
    const { promise, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/tournament', async (route) => {
      await promise
      await route.continue()
    })
    const request = page.waitForRequest('**/api/tournament')
    await button(page, 'Create').click()
    await request
    await field(page, 'Name').fill('The Open of the village')
    release()
    await closeMessage(
      page,
      'Success',
      'Tournament was successfully saved.',
      'You have changes that are not saved. You made them during the save.',
    )
    await page.waitForURL('**/tournament/edit/*')
    await page.getByText('Unsaved changes restored').waitFor()
    expect(await field(page, 'Name').inputValue()).toBe('The Open of the village')
    await page.getByText('Not saved yet. Stored as a draft.').waitFor()
    await button(page, 'Update').click()
    await closeMessage(page, 'Success', 'Tournament was successfully saved.')
    await page.waitForURL('**/admin')
    const [saved] = await instance.read(api.tournamentAll(), tournamentList)
    expect(saved?.name).toBe('The Open of the village')
  })
})

describe('the day of the start', () => {
  it('is chosen from a calendar with the keyboard; weeks begin on Monday', async ({ shared, openPage }) => {
    const instance = await shared(nothingYet)
    const { page } = await openPage(instance, { as: 'power' })
    await page.goto('/tournament/new')
    await field(page, 'Day').fill('4/9/2031')
    await page.keyboard.press('Tab')
    expect(await field(page, 'Day').inputValue()).toBe('Wed, Apr 9, 2031')
    await page.keyboard.press('Enter')
    const calendar = page.getByRole('dialog', { name: 'Calendar' })
    await calendar.waitFor()
    const weekdays = await calendar.getByRole('columnheader', { includeHidden: true }).allTextContents()
    expect(weekdays[0]).toMatch(/^Mo/)
    const years = await calendar.getByRole('combobox').last().getByRole('option').allTextContents()
    const year = new Date().getFullYear()
    expect([years[0], years.at(-1)]).toEqual([String(year - 10), String(year + 10)])
    await eventually(() => isFocused(calendar.getByRole('button', { name: /April 9/ }))).toBe(true)
    expect(await findAxeViolations(page, [behindPopup])).toEqual([])
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await calendar.waitFor({ state: 'hidden' })
    expect(await field(page, 'Day').inputValue()).toBe('Thu, Apr 10, 2031')
    await page.getByText('Times in America/New York (UTC−4).').waitFor()
    await field(page, 'Day').fill('2031-11-02')
    await field(page, 'Time').fill('01:30')
    await field(page, 'Second (UTC−5)').check()
  })
})

describe('editing', () => {
  it('the id is locked, entries lock the tiers, other changes are saved, and the end locks everything', async ({
    open,
    openPage,
  }) => {
    const instance = await open(inAnHour)
    const { page } = await openPage(instance, { as: 'power', ...refusals })
    await page.goto('/tournament/new')
    await page.getByRole('heading', { name: `${instance.simulator.name} is active` }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('link', { name: `Edit ${instance.simulator.name}` }).click()
    await page.getByRole('heading', { name: 'Edit Tournament', exact: true }).waitFor()
    expect(await field(page, 'Tournament Id').isEditable()).toBe(false)
    await page.getByText('4 people have entered', { exact: true }).waitFor()
    await page.getByText('golfers in the field are listed').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    const [first = '', ...others] = (await field(page, 'Tier A').inputValue()).split('\n')
    // What the server would refuse is not offered, and says why.
    await page.getByText(/^Not possible any more: 4 people have entered/).waitFor()
    await page.getByText('Stays in A').first().waitFor()
    await page.getByText(/^4 people have entered, so golfers stay in their tiers/).waitFor()
    expect(await page.getByRole('group', { name: `Tier of ${first}`, exact: true }).count()).toBe(0)
    await field(page, 'Tier A').fill(others.join('\n'))
    await field(page, 'Name').fill('Another name')
    await page.getByText(`${first} cannot be removed: 4 people have entered.`).waitFor()
    await button(page, 'Update').click()
    await page.getByText('Invalid tournament', { exact: true }).waitFor()
    await button(page, `Move ${first} back to tier A`).click()
    await button(page, 'Update').click()
    await closeMessage(page, 'Success', 'Tournament was successfully saved.')
    await page.waitForURL('**/admin')
    const [saved] = await instance.read(api.tournamentAll(), tournamentList)
    expect(saved).toMatchObject({ name: 'Another name', active: true })

    // A new start says whom it tells before it is saved; that cannot be declined, but the save can.
    await page.goto(`/tournament/edit/${instance.tournamentId}`)
    await page.getByText('golfers in the field are listed').waitFor()
    await field(page, 'Day').fill('2031-04-10')
    await button(page, 'Update').click()
    const question = page.getByRole('dialog', { name: 'Save the new start' })
    await question.getByText(/^It reaches nobody\. 4 people get nothing/).waitFor()
    await question.getByText(/^Another name now starts on \d+ April 2031, .* later than before/).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await question.getByRole('button', { name: 'No' }).click()
    await question.waitFor({ state: 'hidden' })
    expect((await instance.read(api.tournamentAll(), tournamentList))[0]?.start).toBe(saved?.start)
    await button(page, 'Update').click()
    await question.getByRole('button', { name: 'Yes' }).click()
    await closeMessage(page, 'Success', 'Tournament was successfully saved.')
    await page.waitForURL('**/admin')
    expect((await instance.read(api.tournamentAll(), tournamentList))[0]?.start).toMatch(/^2031-04-1/)

    // An ended tournament cannot be edited, and an unknown one is not found.
    await instance.end()
    await page.goto(`/tournament/edit/${instance.tournamentId}`)
    await page.getByRole('heading', { name: 'Another name has ended' }).waitFor()
    for (const id of ['999', 'x']) {
      await page.goto(`/tournament/edit/${id}`)
      await page.getByRole('heading', { name: 'Tournament not found' }).waitFor()
    }
    expect(await findAxeViolations(page)).toEqual([])
  })

  it('from the start on, start, questions and tiers are read-only and say why; the rest is saved', async ({
    open,
    openPage,
  }) => {
    const instance = await open({ startAt: 'round-2-middle' })
    const { page } = await openPage(instance, { as: 'power', ...refusals })
    await page.goto(`/tournament/edit/${instance.tournamentId}`)
    await page.getByText('Its start, questions and tiers are fixed').waitFor()
    const fixed = ['Day', 'Time', 'Tiebreaker 1', 'Tiebreaker 2', ...tierLabels]
    for (const label of fixed) expect(await field(page, label).isEditable(), label).toBe(false)
    const reason = 'The tournament has started, so this can’t be changed any more.'
    expect(await page.getByText(reason).count()).toBe(7)
    expect(await field(page, 'Tier A').inputValue()).not.toBe('')
    expect(await page.getByRole('button', { name: 'Choose a date' }).count()).toBe(0)
    expect(await page.getByRole('list', { name: 'Golfers' }).count()).toBe(0)

    await page.getByText('Fee, payouts and house rules').click()
    await field(page, 'Fee').fill('20 USD')
    await field(page, 'Payouts').fill('1st: 60%\n2nd: 1 000\nlast $5')
    const understood = page.getByRole('list', { name: 'The pool understands:' })
    expect(await understood.getByRole('listitem').allTextContents()).toEqual([
      '1st: 60% of the pot',
      '2nd: 1 000: not understood',
      'Last: 5 USD',
    ])
    await field(page, 'Name').focus()
    await page.getByText('“2nd: 1 000” is not understood.').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await field(page, 'Payouts').fill('1st: 60%\n2nd: 40%')
    await button(page, 'Update').click()
    await closeMessage(page, 'Success', 'Tournament was successfully saved.')
    const read = await instance.read(
      api.tournament(instance.tournamentId, { players: false, entries: true }),
      tournament,
    )
    expect(read.lockedChanges?.map(({ kind, details }) => [kind, details?.map((detail) => detail.field)])).toEqual([
      ['details-changed', ['fee', 'payouts']],
    ])
  })
})

it('whoever creates a tournament that has begun reads that nobody can be invited any more', async ({
  open,
  openPage,
}) => {
  const instance = await open({ startAt: 'round-2-middle', withoutTournament: true })
  const { page } = await openPage(instance, { as: 'power', ...refusals })
  await page.goto('/tournament/new')
  await enterId(page, instance.simulator.eventId)
  await fillTiers(page, listsOf(instance))
  await field(page, 'Tiebreaker 2').fill('How many golfers will make the cut?')
  await field(page, 'Tiebreaker 1').fill('What will the winning score be?')
  await page.getByText('None: all 156 golfers in the field are listed.').waitFor()
  await button(page, 'Create').click()
  await closeMessage(page, 'Success', 'The tournament has started, so nobody can be invited to enter.')
})
