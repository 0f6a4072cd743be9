import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { standingAt } from '#domain/standings/standings.ts'
import { equalRows, findAxeViolations } from '../support/e2e-axe.ts'
import { boardOf, readIds, readRows, withAllRows } from '../support/e2e-board.ts'
import type { InstanceState } from '../support/e2e-instance.ts'
import { eventually, it } from '../support/e2e-test.ts'

const poolField = (page: Page) => page.getByRole('searchbox', { name: 'Find a player or golfer' })
const golfersField = (page: Page) => page.getByRole('searchbox', { name: 'Find a golfer' })

/** A golfer who was picked by some entries, and the names of those entries in the order of the standings. */
function findPick({ pool, standings }: InstanceState): { golfer: string; names: string[] } {
  const all = Array.from({ length: standings.size }, (_, line) => standingAt(standings, line))
  for (const { name } of pool.players) {
    const matching = all.filter(({ golfers }) => golfers.some(({ player }) => player.name === name))
    if (matching.length > 1 && matching.length < all.length / 2) {
      return { golfer: name, names: matching.map(({ displayName }) => displayName) }
    }
  }
  throw new Error('No golfer was picked by some entries.')
}

async function readNames(page: Page): Promise<string[]> {
  return (await readRows(page, 'Pool standings')).map(([, name = '']) => name.replace(' (yours)', ''))
}

describe('on the pool', () => {
  it('a golfer’s name finds the entries with that golfer, in the order of the standings, and counts them', async ({
    shared,
    openPage,
  }) => {
    const instance = await shared({ rivals: 20 })
    const { golfer, names } = findPick(await instance.now())
    const { page } = await openPage(instance, { as: 'player' })
    await page.goto('/pool')
    await poolField(page).fill(golfer)
    await eventually(() => readNames(page)).toEqual(names)
    await page.getByRole('status').getByText(`${names.length} of 63`, { exact: true }).waitFor()
    expect(await withAllRows(page, () => page.locator('mark').count())).toBe(names.length)
    expect(await boardOf(page, 'Pool standings').getAttribute('aria-rowcount')).toBe(`${names.length + 1}`)
    expect(await findAxeViolations(page, equalRows)).toEqual([])

    // On a phone, the query can be read beside the number of matches.
    await page.setViewportSize({ width: 390, height: 844 })
    const widthOfQuery = await poolField(page).evaluate((field) => {
      const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(field)
      return field.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd)
    })
    expect(widthOfQuery).toBeGreaterThan(120)
  })

  it('the search is in the address, survives new scores and a reload, and is cleared by Escape', async ({
    open,
    openPage,
  }) => {
    const instance = await open({ rivals: 20 })
    const { golfer, names } = findPick(await instance.now())
    const { page } = await openPage(instance, { as: 'player' })
    await page.goto('/pool')
    await poolField(page).pressSequentially(golfer.toUpperCase())
    await eventually(() => new URL(page.url()).searchParams.get('find')).toBe(golfer.toUpperCase())
    await instance.play(60)
    await eventually(async () => (await readNames(page)).toSorted()).toEqual(names.toSorted())
    await eventually(async () => (await readRows(page, 'Pool standings')).map((row) => row.at(-1))).toEqual(
      await toParTexts(await instance.now(), names),
    )
    await page.reload()
    await eventually(async () => (await readNames(page)).length).toBe(names.length)
    expect(await poolField(page).inputValue()).toBe(golfer.toUpperCase())
    await poolField(page).press('Escape')
    await eventually(async () => (await readNames(page)).length).toBe(63)
    expect(new URL(page.url()).search).toBe('')
    expect(await poolField(page).evaluate((field) => field === document.activeElement)).toBe(true)
  })

  it('no match is announced, and one’s own entries stay reachable', async ({ shared, openPage }) => {
    const instance = await shared({ rivals: 20 })
    const { page } = await openPage(instance, { as: 'player' })
    await page.goto('/pool?find=xyzzy')
    await page.getByText('No entries match your search.').waitFor()
    const own = page.getByRole('navigation', { name: 'Your entries' })
    await own.getByRole('button', { name: 'Entry 2' }).click()
    const row = boardOf(page, 'Pool standings').getByRole('row', { name: 'The player 2' })
    await eventually(() => row.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await poolField(page).inputValue()).toBe('')
  })
})

/** The scores of these entries, in the current order of the standings. */
async function toParTexts({ standings }: InstanceState, names: readonly string[]): Promise<string[]> {
  return Array.from({ length: standings.size }, (_, line) => standingAt(standings, line))
    .filter(({ displayName }) => names.includes(displayName))
    .map(({ toPar, isDisqualified }) => (isDisqualified ? `${toPar} disqualified` : toPar))
}

it('the golfers leaderboard finds golfers without their accents', async ({ shared, openPage }) => {
  const instance = await shared()
  const { board } = await instance.now()
  const accented = board.golfersScores.find(({ fullName }) => /[áéíóúäöü]/.test(fullName))
  if (accented === undefined) throw new Error('The field has no accent.')
  const typed = accented.fullName
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  const { page } = await openPage(instance, { as: 'player' })
  await page.goto('/golfers')
  await golfersField(page).fill(typed)
  await eventually(() => page.locator('tbody tr').count()).toBe(1)
  expect(await page.locator('tbody tr').getAttribute('id')).toBe(`golfer-${accented.espnId}`)
  await page.getByRole('status').getByText('1 of 156', { exact: true }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await golfersField(page).fill('nobody at all')
  await page.getByText('No golfers match your search.').waitFor()
  await golfersField(page).press('Escape')
  await eventually(async () => (await readIds(page, 'tbody tr[id]')).length).toBe(156)
})

describe('in a group of friends', () => {
  it('a player makes a group, another joins by its link, both see their places in it, and it disappears with the last', async ({
    open,
    openPage,
  }) => {
    const instance = await open({ rivals: 20 })
    const { page } = await openPage(instance, { as: 'player', expect: [/409 .*groups\/link/] })
    await page.goto('/groups')
    await page.getByText('You’re in no group yet.').waitFor()
    await page.getByLabel('Name of a new group').fill('Office')
    await page.getByRole('button', { name: 'Make a group' }).click()
    const link = await page.getByLabel('Link to join Office').inputValue()
    expect(await findAxeViolations(page)).toEqual([])

    const second = await openPage(instance, { as: 'power' })
    await second.page.goto(link)
    await second.page.getByText('1 person is in this group.').waitFor()
    await second.page.getByRole('button', { name: 'Join' }).click()
    await second.page.waitForURL(/\/pool\?group=\d+$/)

    await page.reload()
    await page.getByText('and').first().waitFor()
    await page.getByRole('link', { name: 'Board' }).click()
    await eventually(() => page.getByRole('heading', { level: 1 }).textContent()).toMatch(/^Office: /)
    const { standings, userId } = await instance.now()
    const own = Array.from({ length: standings.size }, (_, line) => standingAt(standings, line)).filter(
      (standing) => standing.userId === userId,
    )
    await eventually(() => readNames(page)).toEqual(
      own.map(({ displayName, position }) => `${displayName}${position} in pool`),
    )
    expect((await readRows(page, 'Pool standings'))[0]?.[0]?.trim()).toMatch(/^T?1\b/)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Golfers' }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pool' }).click()
    await eventually(async () => (await readNames(page)).length).toBe(3)
    await page.getByRole('button', { name: 'Other tournaments and groups' }).click()
    await page.getByRole('link', { name: 'Everybody' }).click()
    await eventually(async () => (await readNames(page)).length).toBe(63)
    // The menu has closed. A group costs no request.
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await page.getByRole('button', { name: 'Other tournaments and groups' }).click()
    await page.getByRole('link', { name: 'Office' }).click()
    await eventually(async () => (await readNames(page)).length).toBe(3)
    expect(calls.filter((path) => path.startsWith('/api/'))).toEqual([])

    for (const member of [page, second.page]) {
      await member.goto('/groups')
      await member.getByRole('button', { name: 'Leave' }).click()
      await member.getByRole('dialog').getByText('Leave Office?').waitFor()
      await member.getByRole('button', { name: 'Yes' }).click()
      await eventually(() => member.getByLabel('Link to join Office').count()).toBe(0)
    }
    await page.goto('/')
    await page.goto(link)
    await page.getByText('This link no longer works.').waitFor()
  })
})
