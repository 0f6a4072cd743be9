import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { countPicks } from '#domain/entries/pool.ts'
import { findCutLineIndex } from '#domain/field/cut-line.ts'
import { type Golfer, noValue } from '#domain/field/field.ts'
import { listOwnerLines, listPicksOfUser } from '#domain/standings/owners.ts'
import { standingAt } from '#domain/standings/standings.ts'
import { equalRows, findAxeViolations } from '../support/e2e-axe.ts'
import { boardOf, readColumns, readIds, readRows, scrollToRow, toThruText } from '../support/e2e-board.ts'
import type { InstanceState } from '../support/e2e-instance.ts'
import { eventually, it } from '../support/e2e-test.ts'

const board = 'Golfers leaderboard'

const directions = { positive: 'up ', negative: 'down ', none: '' } as const

/** The strokes of the rounds and their sum. A round that is under way, or was left, is not shown, and neither is the sum. */
function toStrokes(golfer: Golfer, par: number): { rounds: string[]; total: string } {
  const rounds = [golfer.round1Score, golfer.round2Score, golfer.round3Score, golfer.round4Score]
  const begun = rounds.filter((strokes) => strokes !== noValue).length
  const hasLeft = ['WD', 'DQ'].includes(golfer.position) && golfer.total - golfer.relativeScore < begun * par
  if (!/^\d/.test(golfer.thru) && !hasLeft) return { rounds, total: golfer.totalScore }
  return { rounds: rounds.with(begun - 1, noValue), total: noValue }
}

/** The number of entries, and their share of all: "12 20%". */
function toEntriesText(entries: number, all: number): string {
  if (entries === 0) return '0'
  const percent = (entries * 100) / all
  const rounded = percent < 1 ? '<1' : percent > 99 && percent < 100 ? '>99' : Math.round(percent)
  return `${entries} ${rounded}%`
}

/** The rows of the leaderboard, including the cut line. */
function toRows({ board: { golfersScores, cutline, event }, pool }: InstanceState): string[][] {
  const picks = countPicks(pool)
  const rows = golfersScores.map((golfer) => [
    golfer.position,
    `${directions[golfer.movement.class]}${golfer.movement.text}`,
    golfer.fullName + (golfer.amateur ? ' (a)' : ''),
    toEntriesText(picks.get(golfer.espnId) ?? 0, pool.size),
    golfer.toPar,
    golfer.currentRoundScore,
    toThruText(golfer),
    ...toStrokes(golfer, event.par).rounds,
    toStrokes(golfer, event.par).total,
  ])
  const cut = event.completed ? null : findCutLineIndex(golfersScores, cutline)
  return cut === null ? rows : rows.toSpliced(cut + 1, 0, [`Projected Cut: ${cutline?.displayValue}`])
}

describe('the golfers leaderboard', () => {
  it('shows every golfer of the feed from the first round to the end, and the marked golfer stays marked', async ({
    open,
    openPage,
  }) => {
    const instance = await open({ startAt: 'round-1' })
    const { page } = await openPage(instance, { as: 'player' })
    await page.goto('/golfers')
    const leader = (await instance.now()).board.golfersScores[0]?.espnId
    await page.locator(`#golfer-${leader}`).getByRole('button').first().click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    for (const milestone of [
      'round-1',
      'round-2-middle',
      'cut',
      'round-3-complete',
      'round-4-late',
      'final',
    ] as const) {
      instance.simulator.advanceTo(milestone)
      await instance.ask()
      const moment = await instance.now()
      await eventually(() => readRows(page, board), milestone).toEqual(toRows(moment))
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(moment.tournament.name)
    }
    await page.getByText('Final. Scores are no longer updated.').waitFor()
    expect(await page.getByText('Projected Cut').count()).toBe(0)
    expect(await page.getByText('Refreshes every').count()).toBe(0)
    expect(await readIds(page, 'tr[data-selected]')).toEqual([`golfer-${leader}`])
  })

  it('has its columns, a row id for every golfer, and scorecards that open by a click anywhere in a row, which stays marked', async ({
    shared,
    openPage,
  }) => {
    const instance = await shared()
    const { page } = await openPage(instance, { as: 'player' })
    await page.goto('/golfers')
    await eventually(() => readColumns(page, board)).toEqual([
      'Pos',
      'Movement',
      'Player',
      'Entries',
      'To Par',
      'Today',
      'Thru',
      'R1',
      'R2',
      'R3',
      'R4',
      'Tot',
    ])
    const { golfersScores, event } = (await instance.now()).board
    const ids = await readIds(page, 'tbody tr[id]')
    expect(ids).toEqual(golfersScores.map(({ espnId }) => `golfer-${espnId}`))
    expect(ids).toHaveLength(156)

    const golfer = golfersScores[4]
    const row = page.locator(`#golfer-${golfer?.espnId}`)
    const { width = 0 } = (await row.boundingBox()) ?? {}
    await row.click({ position: { x: width - 10, y: 10 } })
    const dialog = page.getByRole('dialog', { name: golfer?.fullName ?? '' })
    await dialog.getByRole('table').first().waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    // Forced colours have no backgrounds.
    await page.emulateMedia({ forcedColors: 'active' })
    const borders = (marks: Element[]) => marks.map((mark) => getComputedStyle(mark).borderTopStyle)
    const notations = dialog.locator('table').locator('[data-notation]:not([data-notation="par"])')
    expect(new Set(await notations.evaluateAll(borders))).toEqual(new Set(['solid']))
    await page.emulateMedia({ forcedColors: 'none' })
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await readIds(page, 'tr[data-selected]')).toEqual([`golfer-${golfer?.espnId}`])
    expect(await row.getByRole('button').first().getAttribute('aria-current')).toBe('true')
    expect(await findAxeViolations(page, equalRows)).toEqual([])
    const other = page.locator(`#golfer-${golfersScores[7]?.espnId}`).getByRole('button').first()
    await other.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: golfersScores[7]?.fullName ?? '' }).waitFor()
    await page.keyboard.press('Escape')
    await eventually(() => other.evaluate((button) => button === document.activeElement)).toBe(true)
    await eventually(() => row.getByRole('button').first().getAttribute('aria-current')).toBeNull()

    const amateur = golfersScores.find((golfer) => golfer.amateur)
    await (await scrollToRow(page, `#golfer-${amateur?.espnId}`)).getByRole('button').first().click()
    const profile = page.getByRole('dialog', { name: amateur?.fullName ?? '' })
    await profile.getByRole('table').first().waitFor()
    const facts = await profile.locator('dt').allTextContents()
    expect(facts.slice(-4)).toEqual(['College', 'Birth Place', 'Age', 'Swings'])
    const standing = Object.fromEntries(
      await profile
        .locator('dl > div')
        .evaluateAll((pairs) =>
          pairs.map((pair) => [pair.firstElementChild?.textContent, pair.lastElementChild?.textContent]),
        ),
    )
    expect(standing).toMatchObject({
      Pos: amateur?.position,
      'To Par': amateur?.toPar,
      R1: amateur && toStrokes(amateur, event.par).rounds[0],
      Tot: amateur && toStrokes(amateur, event.par).total,
    })
    await page.keyboard.press('Escape')
    await profile.waitFor({ state: 'detached' })

    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${width}`).toBe(0)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('the viewer’s golfers are marked and filtered, favourites stay on top of any order, and a count opens the owners', async ({
    shared,
    openPage,
  }) => {
    const instance = await shared()
    const { page } = await openPage(instance, { as: 'player' })
    await page.goto('/golfers')
    const { standings, userId, board: leaderboard } = await instance.now()
    const mine = listPicksOfUser(standings.pool, userId)
    const readGolfers = async (selector: string) =>
      (await readIds(page, selector)).map((id) => id.replace('golfer-', ''))
    const own = leaderboard.golfersScores.map(({ espnId }) => espnId).filter((espnId) => mine.has(espnId))
    await eventually(() => readGolfers('tbody tr[data-own]')).toEqual(own)
    await page.getByRole('button', { name: 'Mine' }).click()
    expect(await readGolfers('tbody tr[id]')).toEqual(own)

    const favourite = own.at(-1) ?? ''
    const row = page.locator(`#golfer-${favourite}`)
    await row.getByRole('button', { name: 'owners of' }).click()
    const dialog = page.getByRole('dialog')
    const names = listOwnerLines(standings, favourite).map((line) => standingAt(standings, line).displayName)
    await eventually(() => dialog.getByRole('link').allTextContents()).toEqual(names.slice(0, 20))
    await page.keyboard.press('Escape')
    await eventually(() => dialog.count()).toBe(0)

    await row.getByRole('button').first().click()
    await dialog.getByRole('button', { name: 'Favourite' }).click()
    await eventually(() => dialog.getByRole('link').allTextContents()).toEqual(names.slice(0, 20))
    await page.reload()
    const others = leaderboard.golfersScores.map(({ espnId }) => espnId).filter((espnId) => espnId !== favourite)
    await eventually(() => readGolfers('tbody tr[id]')).toEqual([
      favourite,
      ...own.filter((espnId) => espnId !== favourite),
    ])
    await page.getByRole('button', { name: 'Mine' }).click()
    await eventually(() => readGolfers('tbody tr[id]')).toEqual([favourite, ...others])
    // Favourites stay on top of any order.
    const counts = countPicks(standings.pool)
    const byEntries = others.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
    const entries = boardOf(page, board).getByRole('columnheader', { name: 'Entries' })
    await entries.getByRole('button').click()
    await eventually(() => readGolfers('tbody tr[id]')).toEqual([favourite, ...byEntries])
    expect(await entries.getAttribute('aria-sort')).toBe('descending')
    await page.reload()
    await eventually(() => readGolfers('tbody tr[id]')).toEqual([favourite, ...byEntries])
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Leaderboard')
    await eventually(() => readGolfers('tbody tr[id]')).toEqual([favourite, ...others])
    // An owner leads to the entry.
    await row.getByRole('button', { name: 'owners of' }).click()
    await dialog.getByRole('link').first().click()
    await page.getByRole('dialog', { name: names[0] ?? '' }).waitFor()
  })

  it('favourites of two tabs are the same, and neither loses what the other chose', async ({ shared, openPage }) => {
    const instance = await shared()
    const { page: first, context } = await openPage(instance, { as: 'player' })
    const second = await context.newPage()
    const listStarred = (page: Page) => page.locator('tr[data-starred]').evaluateAll((rows) => rows.map(({ id }) => id))
    const { board: leaderboard } = await instance.now()
    const [top, next] = leaderboard.golfersScores.map(({ espnId }) => `golfer-${espnId}`) as [string, string]
    for (const page of [first, second]) await page.goto('/golfers')
    for (const [page, row] of [
      [first, next],
      [second, top],
    ] as const) {
      await page.locator(`#${row}`).getByRole('button').first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Favourite' }).click()
    }
    for (const page of [first, second]) await eventually(() => listStarred(page)).toEqual([top, next])
  })

  it('before the start picks are not counted, and golfers are in the order of their tee times', async ({
    shared,
    openPage,
  }) => {
    const instance = await shared({ startAt: 'scheduled', startsInMs: 60 * 60_000 })
    const { page } = await openPage(instance, { as: 'player' })
    await page.goto('/golfers')
    await boardOf(page, board).waitFor()
    const entries = (await readRows(page, board)).map((row) => row[3])
    expect(new Set(entries)).toEqual(new Set([noValue]))
    expect(await readColumns(page, board)).toHaveLength(12)
    const { golfersScores } = (await instance.now()).board
    const waiting = golfersScores.toSorted((a, b) => Date.parse(a.teeTime ?? '') - Date.parse(b.teeTime ?? ''))
    expect(await readIds(page, 'tbody tr[id]')).toEqual(waiting.map(({ espnId }) => `golfer-${espnId}`))
  })
})

describe('when it is over', () => {
  it('a past tournament stays readable at its own address, without footer and cut line', async ({ open, openPage }) => {
    const instance = await open({ startAt: 'round-2-middle' })
    await instance.startNextTournament()
    const { page } = await openPage(instance, { as: 'player' })
    const moment = await instance.now()
    expect(moment.board.cutline).not.toBeNull()
    await page.goto(`/golfers/${instance.tournamentId}`)
    await eventually(async () => (await readRows(page, board)).length).toBe(156)
    expect(await readRows(page, board)).toEqual(toRows({ ...moment, board: { ...moment.board, cutline: null } }))
    expect(await page.locator('main footer').count()).toBe(0)
    await page.locator('tbody').getByRole('button').first().click()
    await page.getByRole('dialog').getByRole('table').first().waitFor()
    await page.keyboard.press('Escape')
    await page.goto(`/pool/${instance.tournamentId}`)
    await boardOf(page, 'Pool standings').waitFor()
    expect(await readRows(page, 'Pool standings')).toHaveLength(12)
    expect(await page.locator('main footer').count()).toBe(0)
  })

  it('the board stays when the code of a scorecard cannot be loaded', async ({ shared, openPage }) => {
    const instance = await shared()
    const { page } = await openPage(instance, { as: 'player', expect: [/golfer-content/, /Failed to load/] })
    await page.route('**/assets/golfer-content-*', (route) => route.abort())
    await page.goto('/golfers')
    await page.locator('tbody').getByRole('button').first().click()
    await page.getByRole('dialog').getByText('This could not be loaded.').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    expect((await readRows(page, board)).length).toBeGreaterThan(0)
  })

  it('an unknown tournament is not found', async ({ shared, openPage }) => {
    const instance = await shared()
    const { page } = await openPage(instance, { as: 'player', expect: [/status of 404/] })
    for (const path of ['/golfers/999', '/pool/999', '/golfers/first', '/pool/-1']) {
      await page.goto(path)
      await page.getByRole('heading', { name: 'Not found' }).waitFor()
    }
    expect(await findAxeViolations(page)).toEqual([])
  })
})
