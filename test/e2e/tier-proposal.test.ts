import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { type Invitation, invitationList } from '#contract/invitation-contract.ts'
import { api } from '#contract/paths.ts'
import { tournament, tournamentList } from '#contract/tournament-contract.ts'
import { findThursday } from '#simulator/calendar-body.ts'
import { openAdminSection } from '../support/e2e-admin.ts'
import { findAxeViolations } from '../support/e2e-axe.ts'
import { eventually, it } from '../support/e2e-test.ts'

const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true })
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
const golfers = (page: Page): Locator => page.getByRole('list', { name: 'Golfers' })
/** The buttons of a golfer. */
const tierButton = (page: Page, golfer: string, tier: string): Locator =>
  page.getByRole('group', { name: `Tier of ${golfer}`, exact: true }).getByRole('button', { name: tier, exact: true })
const linesOf = async (page: Page, label: string) => (await field(page, label).inputValue()).split('\n')

const publicWatchersLink: Invitation = {
  id: 1,
  url: 'https://pool.example.org/join/link',
  state: 'usable',
  createdAt: '2031-04-01T12:00:00Z',
  creator: { id: 1, name: 'Power' },
  expiresAt: null,
  maxUses: null,
  uses: 0,
  isOnWall: false,
  isForWatchers: true,
  isMailed: false,
  revokedAt: null,
  opened: 0,
  guests: [],
}

describe('a new tournament', () => {
  it('is made from an event of the calendar and tiers by rank, with corrections by button', async ({
    open,
    openPage,
  }) => {
    const day = findThursday(new Date())
    const instance = await open({ startAt: 'scheduled', withoutTournament: true, day })
    const { name, eventId } = instance.simulator
    // There are no scores yet, and the test ends the tournament while its invitation is made.
    const expected = [
      /ERR_FAILED .*\/api\/tournament\//,
      /404 .*\/api\/leaderboard\//,
      /409 .*\/api\/admin\/invitations\//,
    ]
    const viewport = { width: 1440, height: 1400 }
    const { page } = await openPage(instance, { as: 'power', viewport, expect: expected })
    // It is announced before its field is out. Its link for watchers has the address that the operator has set.
    await page.route('**/api/announcement/invitations', async (route) => {
      const list = invitationList.parse(await (await route.fetch()).json())
      await route.fulfill({ json: { ...list, invitations: [publicWatchersLink] } })
    })
    await page.goto('/admin')
    await openAdminSection(page, 'Next event')
    await button(page, 'Announce an event').click()
    await field(page, 'Event').selectOption(eventId)
    await field(page, 'Name').fill('Our Open')
    await field(page, 'Start, in your time').fill('2031-04-10T07:45')
    await field(page, 'Tiebreaker 1').fill('Low round?')
    await field(page, 'Tiebreaker 2').fill('Aces?')
    await button(page, 'Announce').click()
    await page.getByText('Our Open is announced.', { exact: true }).waitFor()
    // The page itself is open at an address of this machine.
    const warning = page.getByText(/^Nobody else can open this link: it leads to (localhost|127\.0\.0\.1)/)
    await warning.waitFor()
    await field(page, 'Link in the message').selectOption('For people who only watch')
    await warning.waitFor({ state: 'detached' })
    expect(await field(page, 'Message').inputValue()).toContain(publicWatchersLink.url)
    await field(page, 'Link in the message').selectOption('None: only the address of the pool')
    await warning.waitFor()
    // What withdrawing it does is said before.
    await button(page, 'Withdraw').click()
    const question = page.getByRole('dialog', { name: 'Withdraw Our Open' })
    await question
      .getByText(/nobody is told\. Its invitation links invite nobody until it is announced again/)
      .waitFor()
    await question.getByRole('button', { name: 'No' }).click()
    const { page: home } = await openPage(instance, { as: 'newcomer' })
    await home.goto('/home')
    await home
      .getByRole('region', { name: 'Our Open' })
      .getByText(/^Picks open when the field is out/)
      .waitFor()
    expect(await home.locator('a[href="/entry/new"]').count()).toBe(0)
    await home.getByRole('link', { name: 'Choose how you are told' }).click()
    await home.getByRole('heading', { name: 'Tell me what matters' }).waitFor()
    await page.getByRole('link', { name: 'Set the tiers' }).click()
    await page.getByText(`Found: ${name}`, { exact: true }).waitFor()
    expect(await field(page, 'Tournament Id').inputValue()).toBe(eventId)
    expect(await field(page, 'Name').inputValue()).toBe('Our Open')
    expect(await field(page, 'Day').inputValue()).toBe('Thu, Apr 10, 2031')
    expect(await field(page, 'Tiebreaker 2').inputValue()).toBe('Aces?')

    await button(page, 'Choose another event').click()
    await field(page, 'Find an event').fill('nothing like this')
    await page.getByText('No event matches. You can enter the id instead.').waitFor()
    await field(page, 'Find an event').fill(name.slice(0, 8).toLowerCase())
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    await button(page, 'Use this').first().click()
    expect(await field(page, 'Name').inputValue()).toBe(name)

    // A file of another tour fills nothing unless that is confirmed.
    await page.getByRole('radio', { name: 'A ranking file' }).check()
    const [known = ''] = instance.simulator.listGolfers().map((golfer) => golfer.name)
    await field(page, 'File with rank and name (CSV)').setInputFiles({
      name: 'ranking.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Rank,Name\n1,Somebody Else\n2,${known}\n3,Another Stranger`),
    })
    await button(page, 'Propose tiers').click()
    await page.getByText('1 of 156 known', { exact: true }).waitFor()
    expect(await linesOf(page, 'Tier A')).toEqual([''])
    expect(await findAxeViolations(page)).toEqual([])
    await button(page, 'Fill the lists anyway').click()
    await page.getByText('All 156 golfers of the field are listed: 1 by the file, 155 by name.').waitFor()
    expect((await linesOf(page, 'Tier A'))[0]).toBe(known)
    expect(await page.getByText('1 of 156 known', { exact: true }).count()).toBe(0)
    await button(page, 'Undo').click()
    expect(await linesOf(page, 'Tier A')).toEqual([''])

    await page.getByRole('radio', { name: 'The event’s field' }).check()
    await button(page, 'Propose tiers').click()
    await page.getByText(/^All 156 golfers of the field are listed: \d+ by world rank, \d+ by name\./).waitFor()
    await page.getByText('None: all 156 golfers in the field are listed.').waitFor()
    const [first = '', second = ''] = await linesOf(page, 'Tier A')
    const [inB = ''] = await linesOf(page, 'Tier B')
    expect(await linesOf(page, 'Tier C')).toHaveLength(30)
    expect(await golfers(page).getByRole('listitem').count()).toBe(156)
    expect(await golfers(page).getByText('Unranked').count()).toBeGreaterThan(3)

    // By button and in the list; a golfer's row keeps its place and the focus, and each move can be undone.
    await tierButton(page, first, 'B').click()
    await page.getByText(`${first} moved to tier B.`).waitFor()
    expect((await linesOf(page, 'Tier B')).at(-1)).toBe(first)
    expect(await golfers(page).getByRole('listitem').first().textContent()).toContain(first)
    expect(await tierButton(page, first, 'A').getAttribute('aria-pressed')).toBe('false')
    await button(page, 'Undo').click()
    expect((await linesOf(page, 'Tier A'))[0]).toBe(first)
    await tierButton(page, second, 'C').focus()
    await page.keyboard.press('Enter')
    await page.getByText(`${second} moved to tier C.`).waitFor()
    expect((await linesOf(page, 'Tier C')).at(-1)).toBe(second)
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-pressed'))
    expect(await focused()).toBe('true')
    await tierButton(page, inB, 'A').click()
    await page.getByText(`${inB} moved to tier A.`).waitFor()

    // What is typed is among the golfers, and nothing that was typed is lost by a move.
    const [, third = ''] = await linesOf(page, 'Tier A')
    await field(page, 'Tier A').fill([...(await linesOf(page, 'Tier A')), '', 'Typed Nobody'].join('\n'))
    await field(page, 'Tiebreaker 1').fill('What will the winning score be?')
    await golfers(page).getByText('Not found').waitFor()
    await tierButton(page, third, 'B').click()
    expect((await linesOf(page, 'Tier A')).slice(-2)).toEqual(['', 'Typed Nobody'])
    await button(page, 'Remove Typed Nobody').click()

    // On a phone, one list is open at a time, and the one with an error by itself. The buttons are wide enough for a thumb.
    await page.setViewportSize({ width: 390, height: 844 })
    const size = await tierButton(page, first, 'D').boundingBox()
    expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44)
    const listA = await field(page, 'Tier A').inputValue()
    expect(await field(page, 'Tier A').isVisible()).toBe(false)
    await button(page, 'Edit the list of tier A').click()
    await field(page, 'Tier A').fill('')
    await button(page, 'Edit the list of tier B').click()
    expect(await field(page, 'Tier A').isVisible()).toBe(false)
    await field(page, 'Tiebreaker 2').fill('How many golfers will make the cut?')
    await field(page, 'Day').fill('2031-04-10')
    await field(page, 'Time').fill('07:45')
    await button(page, 'Create').click()
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('tier-A')
    await field(page, 'Tier A').fill(listA)
    await page.setViewportSize({ width: 1440, height: 1400 })
    const listed = page.waitForResponse('**/api/tournament/all')
    await button(page, 'Create').click()
    await page.getByRole('dialog', { name: 'Success' }).waitFor()
    await listed
    const [saved] = await instance.read(api.tournamentAll(), tournamentList)
    const path = api.tournament(saved?.id ?? 0, { players: true, entries: false })
    const { players = [] } = await instance.read(path, tournament)
    expect(players.find((player) => player.name === second)).toMatchObject({ tier: 2, rank: expect.any(Number) })
    expect(players.some(({ rank }) => rank === undefined)).toBe(true)
    expect(await page.getByText('This pool has already played it').count(), 'the form behind the message').toBe(0)

    // The next one is like it; the event is in the pool already, and a draft keeps it.
    const setActive = (active: 0 | 1) =>
      instance.app.database.db.updateTable('tournaments').set({ active, house_rules: 'No gimmes.' }).execute()
    await setActive(0)
    await page.goto('/tournament/new')
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    await page.getByText(`This pool has already played it: ${name}.`).waitFor()
    await page.getByLabel('Golfers in A').fill('7')
    await page.reload()
    await button(page, 'Choose another event').waitFor()
    const [question1, question2] = [field(page, 'Tiebreaker 1'), field(page, 'Tiebreaker 2')]
    await question1.fill('Who wins?')
    const ownPath = `**${api.tournament(saved?.id ?? 0, { players: true, entries: true })}`
    await page.route(ownPath, (route) => route.abort())
    await button(page, 'Like last time').click()
    await page.getByText('Nothing was filled in.').waitFor()
    await page.unroute(ownPath)
    await button(page, 'Try again').click()
    await eventually(() => question2.inputValue()).toBe('How many golfers will make the cut?')
    expect(await question1.inputValue(), 'what is typed stays').toBe('Who wins?')
    expect(await findAxeViolations(page)).toEqual([])
    await button(page, 'Undo filling in like last time').click()
    expect(await question1.inputValue()).toBe('Who wins?')
    expect(await question2.inputValue()).toBe('')
    expect(await field(page, 'House rules and prizes').inputValue()).toBe('')
    await question1.fill('')
    await button(page, 'Like last time').click()
    await eventually(() => question1.inputValue()).toBe('What will the winning score be?')
    expect(await field(page, 'House rules and prizes').inputValue()).toBe('No gimmes.')
    expect(await page.getByLabel('Golfers in A').inputValue()).toBe(
      String(players.filter(({ tier }) => tier === 0).length),
    )
    await setActive(1)

    const { page: player } = await openPage(instance, { as: 'newcomer' })
    await player.goto('/entry/new')
    await player.getByLabel('Tier A', { exact: true }).first().click()
    await player
      .getByRole('option', { name: /^rank \d+/ })
      .first()
      .waitFor()
    await player.getByText(/^Rank\b/).waitFor()
  })
})
