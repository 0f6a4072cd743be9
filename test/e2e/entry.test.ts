import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Player } from '#domain/tournament/tournament.ts'
import type { EntryDraft } from '#web/forms/entry-drafts.ts'
import { behindPopup, findAxeViolations } from '../support/e2e-axe.ts'
import { copyPicks, entryGroups, pick, pickAll, pickField, tierLabels } from '../support/e2e-entry-form.ts'
import type { TestInstance } from '../support/e2e-instance.ts'
import { eventually, it } from '../support/e2e-test.ts'
import { listOwnPicks } from '../support/own-picks.ts'
import { buildClock } from '../support/test-clock.ts'
import { startWithdrawingFeed } from '../support/withdrawing-feed.ts'

const questions = ['What will the winning score be?', 'How many golfers will make the cut?'] as const
/** Browsers log refused requests to the console. */
const refusals = { expect: [/status of 4\d\d/] }

/** A few of an open list's options are enough for axe. */
const equalOptions = [behindPopup, '[role=option]:nth-child(n+6):not(:last-child)']

const inAnHour = { startAt: 'scheduled', startsInMs: 60 * 60_000 } as const

function save(page: Page, name: 'Create' | 'Update'): Locator {
  return page.getByRole('button', { name, exact: true })
}

async function answerQuestions(page: Page): Promise<void> {
  await page.getByLabel(questions[0]).fill('-17')
  await page.getByLabel(questions[1]).fill('64')
}

async function closeMessage(page: Page, title: string, ...texts: string[]): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title, exact: true })
  for (const text of texts) await dialog.getByText(text, { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/**
 * Opens the form of a new entry with a draft that only has to be saved. Its entries differ in one golfer, and have
 * the first golfers of each tier apart from these.
 */
async function openWithDraft(page: Page, instance: TestInstance, without: readonly string[] = []): Promise<void> {
  const { pool, tournament } = await instance.now()
  const pickOf = (tier: number, index: number) =>
    pool.players
      .filter((player) => player.tier === tier && !without.includes(player.name))
      .toSorted((a, b) => a.order - b.order)[index]?.id ?? null
  const picks = entryGroups.flatMap((_, index) => tierLabels.map((_, tier) => pickOf(tier, tier === 0 ? index : 0)))
  const draft: EntryDraft = { picks, answers: ['-17', '64'], version: 0, keptAt: new Date().toISOString() }
  const { userId } = await instance.account('newcomer')
  await page.goto('/healthz')
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    `player-pool:draft:${userId}:entry:${tournament.id}`,
    JSON.stringify(draft),
  ] as const)
  await page.goto('/entry/new')
  await page.getByText('Unsaved changes restored').waitFor()
}

function readPicks(page: Page): Promise<string[]> {
  return page.getByRole('combobox').allTextContents()
}

describe('creating an entry', () => {
  it('takes twelve golfers and two answers, which survive a reload and a closed tab, and goes home once they are saved', async ({
    open,
    openPage,
  }) => {
    const instance = await open(inAnHour)
    const { page: first, context } = await openPage(instance, { as: 'newcomer' })
    await first.goto('/entry/new')
    await first.getByRole('heading', { name: `The newcomer Entry - ${instance.simulator.name}`, exact: true }).waitFor()
    expect(await findAxeViolations(first)).toEqual([])
    await pickAll(first)
    // What cannot be compared in a tie is pointed out, and could be saved.
    await first.getByLabel(questions[0]).fill('about 17')
    await first.getByLabel(questions[1]).focus()
    expect(await first.getByLabel(questions[0]).getAttribute('aria-describedby')).toBe('answer-0-caution')
    await first.getByText('This isn’t a number').waitFor()
    expect(await findAxeViolations(first)).toEqual([])
    await answerQuestions(first)
    expect(await first.getByText('This isn’t a number').count()).toBe(0)
    await first.getByText('12 of 12 picked, 2 of 2 answered').waitFor()
    const picked = await readPicks(first)
    await first.reload()
    await first.getByText('Unsaved changes restored').waitFor()
    expect(await readPicks(first), 'after a reload').toEqual(picked)
    await first.close()

    const page = await context.newPage()
    await page.goto('/home')
    await page.getByText('Not saved: 12 of 12 golfers picked.').waitFor()
    await page.getByRole('link', { name: 'Continue your entry' }).click()
    await save(page, 'Create').click()
    const success = page.getByRole('dialog', { name: 'Success', exact: true })
    await success.getByText('Your receipt').click()
    await success.getByText(/^Saved on .* [AP]M, version 1$/).waitFor()
    for (const name of picked) expect(await success.textContent()).toContain(name)
    expect(await findAxeViolations(page)).toEqual([])
    await closeMessage(page, 'Success', 'Entry was successfully saved.')
    await page.waitForURL('**/home')
    const own = page.getByRole('table', { name: 'Your three entries' })
    for (const name of picked) expect(await own.textContent()).toContain(name)
    await page.getByRole('link', { name: 'Edit your entry' }).click()
    await save(page, 'Update').waitFor()
    expect(await readPicks(page)).toEqual(picked)
    expect(await page.getByLabel(questions[0]).inputValue()).toBe('-17')
    expect(await page.getByText('Unsaved changes restored').count(), 'the draft is removed by the save').toBe(0)
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))).toEqual([])

    await page.getByRole('button', { name: 'Withdraw entry' }).click()
    await page.getByRole('dialog', { name: 'Withdraw entry?' }).getByRole('button', { name: 'Yes' }).click()
    await page.getByText('Your entry is withdrawn').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Take it back' }).click()
    await page.waitForURL('**/entry/edit/*')
    await save(page, 'Update').waitFor()
    expect(await readPicks(page)).toEqual(picked)
  })

  it('each pick lists its tier in order, with tee times; an invalid entry is not sent, and its changes are removed when their owner signs out', async ({
    shared,
    openPage,
  }) => {
    const instance = await shared(inAnHour)
    const { page } = await openPage(instance, { as: 'newcomer' })
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await page.goto('/entry/new')
    const { pool } = await instance.now()
    for (const [tier, label] of tierLabels.entries()) {
      await pickField(page, 'Entry 2', label).click()
      await page.getByRole('listbox').waitFor()
      const listed = await page
        .getByRole('option')
        .evaluateAll((options) => options.map(({ children }) => [children[0]?.textContent, children[2]?.textContent]))
      const players = pool.players.filter((player) => player.tier === tier)
      const ordered = players.toSorted((a, b) => a.order - b.order)
      expect(listed).toEqual(ordered.map(({ name }, index) => [`number ${index + 1}`, name]))
      await page
        .getByText(/^Thu \d+:\d\d [AP]M$/)
        .first()
        .waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('listbox').waitFor({ state: 'hidden' })
    }

    await pick(page, 'Entry 1', 'Tier A')
    await page.getByLabel(questions[0]).fill('   ')
    await save(page, 'Create').click()
    await eventually(() => page.locator('[aria-invalid="true"]').count()).toBe(13)
    await page.getByText('Choose a golfer from tier D.').first().waitFor()
    expect(await page.getByText('Answer this question.').count()).toBe(2)
    // The first invalid one gets the focus.
    const second = pickField(page, 'Entry 1', 'Tier B')
    expect(await second.evaluate((element) => element === document.activeElement)).toBe(true)
    const border = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).borderTopColor)
    expect(await border(second)).toBe('rgb(180, 41, 31)')
    expect(await border(pickField(page, 'Entry 1', 'Tier A'))).toBe('rgb(32, 115, 63)')
    expect(sent.filter((address) => address.endsWith('/api/entry'))).toEqual([])
    expect(await findAxeViolations(page)).toEqual([])

    const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')).length)
    expect(await drafts()).toBe(1)
    await page.getByRole('link', { name: 'Logout' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Yes' }).click()
    await page.waitForURL(({ pathname }) => !/^\/(entry|authentication\/logout)/.test(pathname))
    await page.goto('/authentication/logged-out')
    expect(await drafts()).toBe(0)
  })

  it('works with the keyboard alone and finds names without their accents', async ({ open, openPage }) => {
    const instance = await open(inAnHour)
    const { page } = await openPage(instance, { as: 'newcomer' })
    await page.goto('/entry/new')
    const { pool } = await instance.now()
    const accented = pool.players.find(({ name }) => /^\p{ASCII}*[áéíóúäöü]/u.test(name))
    if (accented === undefined) throw new Error('The field has no golfer with an accent.')
    const plain = accented.name.normalize('NFD').replace(/\p{M}/gu, '')
    await pickField(page, 'Entry 1', tierLabels[accented.tier]).focus()
    await page.keyboard.type(plain.toUpperCase())
    await page.getByRole('option').waitFor()
    await page.keyboard.press('Enter')
    const chosen = pickField(page, 'Entry 1', tierLabels[accented.tier])
    await eventually(() => chosen.textContent()).toBe(accented.name)
    expect(await chosen.evaluate((element) => element === document.activeElement)).toBe(true)
    async function choose(group: string, tier: string, index: number): Promise<void> {
      await pickField(page, group, tier).focus()
      await page.keyboard.press('ArrowDown')
      await page.getByRole('listbox').waitFor()
      await page.locator('[role=combobox]:focus').waitFor()
      const highlighted = page.locator('[role=option][data-highlighted]')
      for (let step = 0; step <= index; step += 1) {
        const before = await highlighted.allTextContents()
        await page.keyboard.press('ArrowDown')
        await eventually(() => highlighted.allTextContents()).not.toEqual(before)
      }
      await page.keyboard.press('Enter')
      await page.getByRole('listbox').waitFor({ state: 'hidden' })
    }
    for (const tier of tierLabels) await choose('Entry 1', tier, 0)
    for (const [index, group] of [[1, 'Entry 2'] as const, [2, 'Entry 3'] as const]) {
      await page.getByRole('button', { name: 'Copy from…' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: `Entry 1 into ${group}` }).focus()
      await page.keyboard.press('Enter')
      await page.locator(':focus').getByText('Undo').waitFor()
      await choose(group, 'Tier A', index)
    }
    expect(await readPicks(page)).not.toContain('Choose a golfer')
    await page.getByLabel(questions[0]).focus()
    await page.keyboard.type('-17')
    await page.keyboard.press('Tab')
    await page.keyboard.type('64')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Success' }).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL('**/home')
  })

  it('on a phone the list fills the screen, goes on to the next open tier after a tap, and back', async ({
    shared,
    openPage,
  }) => {
    const instance = await shared(inAnHour)
    const viewport = { width: 390, height: 844 }
    const { page } = await openPage(instance, { as: 'newcomer', viewport, isMobile: true, hasTouch: true })
    await page.route('**/api/tournament/*?*', async (route) => {
      const response = await route.fetch()
      const { players, ...rest } = await response.json()
      const finishes = ['T8', null]
      await route.fulfill({
        response,
        json: {
          ...rest,
          recentTournaments: ['Spring Open', 'Links Open'],
          players: players.map((player: Player) => ({ ...player, finishes })),
        },
      })
    })
    await page.goto('/entry/new')
    await page.getByText('Tier A has the best golfers').waitFor()
    expect((await save(page, 'Create').boundingBox())?.y, 'the save bar is below the fields').toBeGreaterThan(844)
    expect(await page.getByRole('table').count()).toBe(0)
    await pickField(page, 'Entry 1', 'Tier D').tap()
    const first = page.getByRole('dialog', { name: 'Entry 1 · Tier D · 4 of 4' })
    await eventually(() => first.boundingBox()).toEqual({ x: 0, y: 0, ...viewport })
    const option = page.getByRole('option').nth(2)
    const name = await option.locator('> span').nth(2).textContent()
    await option.tap()
    const next = page.getByRole('dialog', { name: 'Entry 2 · Tier A · 1 of 4' })
    await next.getByText('Finishes: Spring Open, Links Open').waitFor()
    await next.getByRole('option', { name: 'T8, –' }).first().tap()
    const last = page.getByRole('dialog', { name: 'Entry 2 · Tier B · 2 of 4' })
    await last.getByRole('button', { name: 'About' }).nth(1).tap()
    await last.getByRole('button', { name: 'Back to the list' }).waitFor()
    await page.goBack()
    // A screen reader reads a text only in a region that stood there before it.
    const region = last.locator('p[role=status]:empty')
    await region.evaluate((element) => element.setAttribute('data-stood', ''))
    await last.getByRole('button', { name: 'Pick for me' }).tap()
    const after = page.getByRole('dialog', { name: 'Entry 2 · Tier C · 3 of 4' })
    await after.locator('[data-stood]', { hasText: 'drawn.' }).waitFor()
    await after.getByRole('button', { name: 'Undo' }).tap()
    await last.getByRole('button', { name: 'Pick for me' }).waitFor()
    expect(await page.getByText('drawn.').count()).toBe(0)
    await last.getByRole('button', { name: 'Back', exact: true }).tap()
    await next.getByRole('option', { selected: true }).waitFor()
    expect(await findAxeViolations(page, equalOptions)).toEqual([])
    await next.getByRole('button', { name: 'Done' }).tap()
    await next.waitFor({ state: 'hidden' })
    await eventually(() => pickField(page, 'Entry 1', 'Tier D').textContent()).toBe(name)
    const second = pickField(page, 'Entry 2', 'Tier A')
    await eventually(() => second.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('a golfer can be looked at before they are picked, and drawn into an empty field without a call to the server', async ({
    shared,
    openPage,
  }) => {
    const instance = await shared(inAnHour)
    const { page } = await openPage(instance, { as: 'newcomer' })
    await page.goto('/entry/new')
    const field = pickField(page, 'Entry 1', 'Tier B')
    await field.focus()
    await page.keyboard.press('ArrowDown')
    await page.locator('[role=combobox]:focus').waitFor()
    await page.keyboard.press('ArrowDown')
    const highlighted = page.locator('[role=option][data-highlighted]')
    const name = (await highlighted.locator('> span').nth(2).textContent()) ?? ''
    await page.keyboard.press('Tab')
    const draw = page.getByRole('button', { name: 'Pick for me', exact: true })
    expect(await draw.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const look = page.getByRole('region', { name: `About ${name}` })
    await look.getByText('Birth Place').waitFor()
    expect(await findAxeViolations(page, [behindPopup])).toEqual([])
    await page.keyboard.press('Escape')
    await look.waitFor({ state: 'hidden' })
    expect(await page.locator(':focus').textContent()).toBe(`About ${name}i`)
    await page.keyboard.press('Enter')
    await look.getByRole('button', { name: `Pick ${name}` }).click()
    await eventually(() => field.textContent()).toBe(name)
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)

    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    const other = pickField(page, 'Entry 2', 'Tier B')
    await other.click()
    await draw.click()
    await page.getByRole('listbox').waitFor({ state: 'hidden' })
    const drawn = (await other.textContent()) ?? ''
    const { pool } = await instance.now()
    expect(pool.players.find((player) => player.name === drawn)?.tier).toBe(1)
    expect(drawn, 'they are in no other entry').not.toBe(name)
    await page.getByText(`${drawn} drawn.`).waitFor()
    await other.click()
    expect(await draw.count(), 'only an empty field is filled').toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Undo the pick for me' }).click()
    await eventually(() => other.textContent()).toBe('Choose a golfer')
    expect(await page.getByText('Choose a golfer from tier').count()).toBe(0)
    expect(requests.filter((url) => url.includes('/api/'))).toEqual([])
  })

  it('golfers in other entries are marked, one tap copies an entry and one more undoes it, and equal entries are questioned', async ({
    open,
    openPage,
  }) => {
    const instance = await open(inAnHour)
    const { page } = await openPage(instance, { as: 'newcomer' })
    await page.goto('/entry/new')
    const name = await pick(page, 'Entry 1', 'Tier A')
    await pickField(page, 'Entry 3', 'Tier A').click()
    await page.getByRole('option', { name }).getByText('in Entry 1').waitFor()
    await page.keyboard.press('Escape')
    await pickField(page, 'Entry 1', 'Tier D').click()
    await page.keyboard.type(name)
    await page.getByText(`No one in tier D matches. ${name} is in tier A.`).waitFor()
    await page.keyboard.press('Escape')

    for (const tier of tierLabels.slice(1)) await pick(page, 'Entry 1', tier)
    // Only what there is to copy is offered.
    await page.getByRole('button', { name: 'Copy from…' }).click()
    expect(await page.getByRole('button', { name: /^Entry \d into Entry \d$/ }).allTextContents()).toEqual([
      'Entry 1 into Entry 2',
      'Entry 1 into Entry 3',
    ])
    await page.keyboard.press('Escape')
    await copyPicks(page, 'Entry 1', 'Entry 3')
    const picks = await readPicks(page)
    expect(picks.slice(8)).toEqual(picks.slice(0, 4))
    await page.getByRole('button', { name: 'Undo the copy into Entry 3' }).click()
    expect((await readPicks(page)).slice(8)).toEqual(Array(4).fill('Choose a golfer'))

    await copyPicks(page, 'Entry 1', 'Entry 2')
    await pick(page, 'Entry 2', 'Tier A', 1)
    await copyPicks(page, 'Entry 1', 'Entry 3')
    await answerQuestions(page)
    await save(page, 'Create').click()
    const question = page.getByRole('dialog', { name: 'The same golfers' })
    await question.getByText('Entries 1 and 3 have the same four golfers').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await question.getByRole('button', { name: 'No' }).click()
    await question.waitFor({ state: 'hidden' })
    await save(page, 'Create').click()
    await question.getByRole('button', { name: 'Yes' }).click()
    await page.getByRole('dialog', { name: 'Success' }).waitFor()
  })
})

describe('a golfer who is unavailable before the start', () => {
  it('is marked where they are picked, comes last in the lists, and can still be chosen and saved', async ({
    open,
    openPage,
    onTestFinished,
  }) => {
    const feed = await startWithdrawingFeed()
    onTestFinished(() => feed.close())
    const instance = await open({ ...inAnHour, feedUrl: feed.url })
    const [lost, second] = await listOwnPicks(instance)
    feed.withdraw(lost.espnId, 'WD')
    feed.withdraw(second.espnId, 'DQ')
    await instance.ask()
    const session = await openPage(instance, { as: 'player' })
    const { page } = session
    await page.goto('/entry/edit/1')
    const first = pickField(page, 'Entry 1', 'Tier A')
    await eventually(() => first.textContent()).toBe(`${lost.name} WD (withdrawn)`)
    const caution = page.getByRole('group', { name: 'Entry 1' }).getByText(`${lost.name} has withdrawn.`)
    expect(await first.getAttribute('aria-describedby')).toBe(await caution.getAttribute('id'))
    expect(await findAxeViolations(page)).toEqual([])

    await pickField(page, 'Entry 2', 'Tier A').click()
    const last = page.getByRole('option').last()
    expect(await last.textContent()).toContain(lost.name)
    expect(await last.textContent()).toMatch(/withdrawn · in Entr/)
    expect(await findAxeViolations(page, equalOptions)).toEqual([])
    // Search results list them last too.
    const [letter = ''] = lost.name
    await page.keyboard.type(letter)
    await eventually(() => page.getByRole('option').last().textContent()).toContain(lost.name)
    await page.keyboard.press('Escape')

    const other = await pick(page, 'Entry 1', 'Tier A')
    expect(other).not.toContain(lost.name)
    expect(await caution.count()).toBe(0)
    await save(page, 'Update').click()
    await closeMessage(page, 'Success', 'Entry was successfully saved.')
    await session.close()

    const { page: late } = await openPage(instance, { as: 'newcomer' })
    await openWithDraft(late, instance, [lost.name, second.name])
    await pickField(late, 'Entry 3', 'Tier B').click()
    await late.getByRole('option', { name: `${second.name} disqualified` }).click()
    await late.getByText(`${second.name} has been disqualified.`).waitFor()
    await save(late, 'Create').click()
    await closeMessage(late, 'Success', 'Entry was successfully saved.')
    await late.getByText(`${second.name} has been disqualified. Choose a replacement`).waitFor()
  })

  it('is not marked while the feed fails or responds late, and the form still works', async ({ open, openPage }) => {
    async function expectSaved(page: Page): Promise<void> {
      await page.getByLabel(questions[0]).fill('-21')
      await save(page, 'Update').click()
      await closeMessage(page, 'Success', 'Entry was successfully saved.')
    }
    const instance = await open({ ...inAnHour, withoutFeed: true })
    const { page } = await openPage(instance, { as: 'player', expect: [/status of (404|500)/] })
    const answers = [
      { status: 404, answer: () => undefined },
      { status: 500, answer: () => page.route('**/api/leaderboard/*', (route) => route.fulfill({ status: 500 })) },
    ]
    for (const { status, answer } of answers) {
      await answer()
      const answered = page.waitForResponse('**/api/leaderboard/*')
      await page.goto('/entry/edit/1')
      expect((await answered).status()).toBe(status)
      await expectSaved(page)
      expect(await page.getByText(/withdrawn|not in the field/).count()).toBe(0)
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.route('**/api/leaderboard/*', () => {})
    await page.goto('/entry/edit/1')
    await expectSaved(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

describe('unsaved changes', () => {
  it('stay when the server cannot be reached or the session has expired, and are saved by the next attempt', async ({
    open,
    openPage,
  }) => {
    const instance = await open(inAnHour)
    const { page, context } = await openPage(instance, {
      as: 'player',
      expect: [/ERR_INTERNET_DISCONNECTED/, ...refusals.expect],
    })
    const loaded: string[] = []
    page.on('requestfinished', (request) => loaded.push(request.url()))
    await page.clock.install()
    await page.goto('/entry/edit/1')
    const second = await pick(page, 'Entry 2', 'Tier B', 6)
    await page.route('**/api/entry', (route) => route.fulfill({ status: 401 }))
    await save(page, 'Update').click()
    await page.getByText('There was an error saving the entry.').waitFor()
    await page.unroute('**/api/entry')
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await page.waitForURL('**/entry/edit/1')
    await page.getByText('Unsaved changes restored').waitFor()
    expect(await pickField(page, 'Entry 2', 'Tier B').textContent()).toBe(second)

    loaded.length = 0
    await page.reload()
    const name = await pick(page, 'Entry 1', 'Tier A', 5)
    // What the page loads once it is idle has arrived before the network goes.
    await page.clock.fastForward('00:06')
    for (const part of ['home-screen', 'golfers-screen', 'results-screen'])
      await eventually(() => loaded.join()).toContain(part)
    await context.setOffline(true)
    await save(page, 'Update').click()
    await closeMessage(page, 'Error', 'There was an error saving the entry.')
    expect(await pickField(page, 'Entry 1', 'Tier A').textContent()).toBe(name)
    expect(await pickField(page, 'Entry 2', 'Tier B').textContent()).toBe(second)
    await context.setOffline(false)
    await save(page, 'Update').click()
    await closeMessage(page, 'Success', 'Entry was successfully saved.')
  })
})

/** Holds saves until the returned function is called. */
async function holdSaves(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

describe('what is typed during a save', () => {
  it('stays, is not saved yet, and is saved by the next save', async ({ open, openPage }) => {
    const instance = await open(inAnHour)
    const { page } = await openPage(instance, { as: 'newcomer' })
    await openWithDraft(page, instance)
    const release = await holdSaves(page, '**/api/entry')
    await save(page, 'Create').click()
    await page.getByText('Saving', { exact: true }).waitFor()
    await page.getByLabel(questions[1]).fill('65')
    release()
    await closeMessage(
      page,
      'Success',
      'Entry was successfully saved.',
      'You have changes that are not saved. You made them during the save.',
    )
    expect(await page.getByLabel(questions[0]).inputValue()).toBe('-17')
    expect(await page.getByLabel(questions[1]).inputValue()).toBe('65')
    await page.getByText('Not saved yet. Stored as a draft.').waitFor()
    await page.reload()
    await page.waitForURL('**/entry/edit/*')
    await page.getByText('Unsaved changes restored').waitFor()
    expect(await page.getByLabel(questions[1]).inputValue()).toBe('65')
    await save(page, 'Update').click()
    await closeMessage(page, 'Success', 'Entry was successfully saved.')
    await page.waitForURL('**/home')
    await page.getByText('65', { exact: true }).waitFor()
  })
})

describe('leaving the form', () => {
  const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })
  const answer = async (page: Page, name: 'Yes' | 'No') => {
    await question(page).getByRole('button', { name }).click()
    await question(page).waitFor({ state: 'hidden' })
  }

  it('is asked while a pick is not saved, by links, Back and closing; home and pool say so', async ({
    open,
    openPage,
  }) => {
    const instance = await open(inAnHour)
    const { page } = await openPage(instance, { as: 'player' })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/home')
    await page.getByRole('link', { name: 'Edit your entry' }).click()
    await save(page, 'Update').waitFor()
    expect(await save(page, 'Update').evaluate(isInSight), 'nothing is unsaved').toBe(false)
    const changed = await pick(page, 'Entry 1', 'Tier A', 5)
    await page.evaluate(() => scrollTo(0, 0))
    expect(await save(page, 'Update').evaluate(isInSight)).toBe(true)
    await page.getByText('Not saved yet. Stored as a draft.').waitFor()

    await page.goBack()
    await question(page).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await answer(page, 'No')
    expect(await pickField(page, 'Entry 1', 'Tier A').textContent()).toBe(changed)
    await page.goBack()
    await answer(page, 'Yes')
    await page.waitForURL('**/home')
    await page.getByText('You have changes that are not saved.').waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Pool' }).click()
    await page.getByText('You have changes that are not saved.').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Go on with your entry' }).click()
    await page.getByText('Unsaved changes restored').waitFor()
    expect(await pickField(page, 'Entry 1', 'Tier A').textContent()).toBe(changed)

    await page.getByRole('navigation').getByRole('link', { name: 'Pool' }).click()
    await answer(page, 'No')
    await page.getByRole('navigation').getByRole('link', { name: 'Pool' }).click()
    await answer(page, 'Yes')
    await page.waitForURL('**/pool')
    await page.goBack()
    await page.waitForURL('**/entry/edit/1')
    await page.getByText('Unsaved changes restored').waitFor()
    const asked = page.waitForEvent('dialog')
    const closing = page.close({ runBeforeUnload: true })
    const browserQuestion = await asked
    expect(browserQuestion.type()).toBe('beforeunload')
    await browserQuestion.dismiss()
    await closing

    await save(page, 'Update').click()
    await closeMessage(page, 'Success', 'Entry was successfully saved.')
    await page.waitForURL('**/home')
    expect(await page.getByText('You have changes that are not saved.').count()).toBe(0)
    await page.goBack()
    await page.waitForURL('**/entry/edit/1')
    await save(page, 'Update').waitFor()
    await page.goBack()
    await page.waitForURL('**/pool')
  })
})

it('with the text at 200 %, the three entries stack, and the bar leaves most of a phone to the form', async ({
  shared,
  openPage,
}) => {
  const instance = await shared(inAnHour)
  const { page } = await openPage(instance, { as: 'newcomer' })
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%'
    })
  })
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/entry/new')
  const groups = page.getByRole('group', { name: /^Entry [123]$/ })
  await groups.first().waitFor()
  const edges = await groups.evaluateAll((all) => all.map((group) => group.getBoundingClientRect().left))
  expect(new Set(edges).size, 'one column').toBe(1)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByLabel(questions[0]).fill('-12')
  const top = await save(page, 'Create').evaluate((button) => {
    return button.closest('[data-sticky]')?.getBoundingClientRect().top
  })
  expect(top).toBeGreaterThan(844 * 0.7)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

describe('two tabs with one entry', () => {
  it('the second to save is refused, keeps its input, and can load the saved version or overwrite it', async ({
    open,
    openPage,
  }) => {
    const instance = await open(inAnHour)
    const { page: first, context } = await openPage(instance, { as: 'player', ...refusals })
    const second = await context.newPage()
    for (const page of [first, second]) {
      await page.goto('/entry/edit/1')
      await save(page, 'Update').waitFor()
    }
    await first.getByLabel(questions[0]).fill('-21')
    await save(first, 'Update').click()
    await closeMessage(first, 'Success', 'Entry was successfully saved.')

    await second.getByLabel(questions[0]).fill('-9')
    await save(second, 'Update').click()
    await closeMessage(second, 'Error', 'There was an error saving the entry.')
    await second.getByText('Saved elsewhere: -21', { exact: true }).waitFor()
    expect(await second.getByLabel(questions[0]).inputValue()).toBe('-9')
    // Saving again is not enough: the user must choose.
    await save(second, 'Update').click()
    expect(await second.getByRole('dialog').count()).toBe(0)
    await second.getByRole('button', { name: 'Load the saved version' }).click()
    expect(await second.getByLabel(questions[0]).inputValue()).toBe('-21')

    await first.goto('/entry/edit/1')
    await first.getByLabel(questions[0]).fill('-30')
    await save(first, 'Update').click()
    await closeMessage(first, 'Success', 'Entry was successfully saved.')
    await second.getByLabel(questions[0]).fill('-10')
    await save(second, 'Update').click()
    await closeMessage(second, 'Error', 'There was an error saving the entry.')
    await second.getByRole('button', { name: 'Overwrite with mine' }).click()
    await closeMessage(second, 'Success', 'Entry was successfully saved.')
    await first.goto('/entry/edit/1')
    await eventually(() => first.getByLabel(questions[0]).inputValue()).toBe('-10')
  })
})

describe('at the start', () => {
  it('the form redirects to the home page, which says that the last changes do not count', async ({
    open,
    openPage,
  }) => {
    const clock = buildClock(new Date())
    const start = new Date(clock.now().getTime() + 10 * 60_000)
    const instance = await open({ startAt: 'scheduled', start, clock })
    const { page } = await openPage(instance, { as: 'player' })
    await page.clock.install({ time: clock.now() })
    await page.goto('/entry/edit/1')
    await pick(page, 'Entry 1', 'Tier A', 3)
    clock.advance(10 * 60_000)
    await page.clock.fastForward('10:10')
    await page.waitForURL('**/home')
    await page.getByText('The tournament started before your last changes were saved.').waitFor()
    await page.goto('/entry/new')
    await page.waitForURL('**/home')
  })

  it('the server refuses a late save, whatever the browser’s clock says', async ({ open, openPage }) => {
    const clock = buildClock(new Date())
    const instance = await open({
      startAt: 'scheduled',
      start: new Date(clock.now().getTime() + 5 * 60_000),
      clock,
    })
    const { page } = await openPage(instance, { as: 'player', ...refusals })
    await page.goto('/entry/edit/1')
    const name = await pick(page, 'Entry 1', 'Tier A', 3)
    clock.advance(5 * 60_000)
    await save(page, 'Update').click()
    await closeMessage(page, 'Error', 'There was an error saving the entry.')
    await page.getByText('Entries are closed', { exact: true }).waitFor()
    expect(await pickField(page, 'Entry 1', 'Tier A').textContent()).toBe(name)
    expect(await save(page, 'Update').isDisabled()).toBe(true)
  })

  it('somebody else’s entry is not found', async ({ shared, openPage }) => {
    const instance = await shared(inAnHour)
    const { page } = await openPage(instance, { as: 'newcomer', ...refusals })
    for (const id of ['1', '999', 'x']) {
      await page.goto(`/entry/edit/${id}`)
      await page.getByRole('heading', { name: 'Entry not found' }).waitFor()
    }
  })
})
