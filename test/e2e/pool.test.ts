import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { playerProfile } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import { toRoundStart } from '#domain/field/earlier-field.ts'
import { type Golfer, noValue } from '#domain/field/field.ts'
import {
  type Gap,
  gapOfRow,
  placesGained,
  toEarlierStandings,
  toRoundStartText,
} from '#domain/standings/entry-figures.ts'
import {
  placeOfRow,
  type Standing,
  type StandingGolfer,
  type Standings,
  scorePool,
  standingAt,
  standingOfRow,
  standingsOfUser,
} from '#domain/standings/standings.ts'
import { equalRows, findAxeViolations } from '../support/e2e-axe.ts'
import {
  boardOf,
  openBoardMenu,
  readColumns,
  readRows,
  toPlainText,
  toThruText,
  withAllRows,
} from '../support/e2e-board.ts'
import type { InstanceState } from '../support/e2e-instance.ts'
import { eventually, it } from '../support/e2e-test.ts'
import { buildClock } from '../support/test-clock.ts'

const board = 'Pool standings'

/** All rows of the board. During play, they show the movement since the round began. */
function toRows(moment: InstanceState): string[][] {
  const { standings, userId } = moment
  const before = moment.board.event.completed ? null : atRoundStart(moment)
  // What all golfers share, that they wait or have finished, is not repeated at each of them.
  const states = new Set(standings.golfers.filter(({ isDNF }) => !isDNF).map(({ thru }) => thru))
  const isShared = states.size === 1 && (states.has('F') || states.has(noValue))
  return Array.from({ length: standings.size }, (_, line) => {
    const standing = standingAt(standings, line)
    const movement = toMovementText(placesGained(before, standings, standing.row) ?? 0)
    return toRow(standing, { userId, movement, isShared })
  })
}

const atRoundStart = ({ standings, board }: InstanceState) =>
  toEarlierStandings(standings, toRoundStartText(standings.golfers, board))

function toMovementText(gained: number): string {
  return gained === 0 ? '' : ` ${gained > 0 ? 'up' : 'down'} ${Math.abs(gained)}`
}

type RowOptions = { userId: number; movement: string; isShared: boolean }

function toRow(standing: Standing, { userId, movement, isShared }: RowOptions): string[] {
  // Nobody is dropped before one of the four has played.
  const hasScores = standing.golfers.some(({ golfer }) => golfer.isDNF || golfer.toPar !== noValue)
  return [
    standing.position + movement,
    standing.displayName + (standing.userId === userId ? ' (yours)' : ''),
    ...standing.golfers.map((golfer) => toCell(golfer, isShared) + (hasScores && golfer.isDropped ? ', dropped' : '')),
    standing.toPar + (standing.isDisqualified ? ' disqualified' : ''),
  ]
}

function toCell({ golfer }: StandingGolfer, isShared: boolean): string {
  const progress = isShared && !golfer.isDNF ? '' : ` ${toProgress(golfer)}`
  return `${golfer.shortName} ${golfer.toPar}${progress}`
}

function toProgress(golfer: Golfer): string {
  if (golfer.isDNF) return golfer.position === noValue ? 'no data' : golfer.position
  return /^\d/.test(golfer.thru) ? `thru ${golfer.thru}` : toThruText(golfer)
}

/** The title in the first three rounds. */
function toTitle({ standings, userId }: InstanceState): string {
  const positions = standingsOfUser(standings, userId).map(({ position }) => position)
  return `${positions.join(', ')} - Larkmoor Dunes Invitational - Player Pool`
}

function toGapWords(gap: Gap | null): string {
  if (gap === null) return ''
  if (gap.kind === 'behind') return `${gap.strokes} back`
  if (gap.kind === 'shares-lead') return 'tied'
  return gap.by === null ? 'leads' : `${gap.by} ahead`
}

/** The golfers who are out, by their status: "out: 2 CUT, 1 WD". */
function toOutWords({ golfers }: Standing): string {
  const statuses = golfers.filter(({ golfer }) => golfer.isDNF).map(({ golfer }) => golfer.position)
  const counts = Array.from(
    new Set(statuses),
    (status) => `${statuses.filter((each) => each === status).length} ${status}`,
  )
  return `out: ${counts.join(', ')}`
}

/** What the bar says about the viewer's entries. */
function toOwnTexts({ standings, userId }: InstanceState, before: Standings | null): string[] {
  return standingsOfUser(standings, userId).map((standing) => {
    const entry = `Go to Entry ${standing.entryNumber}`
    if (standing.isDisqualified) return `${entry} ${toOutWords(standing)}`
    const gap = gapOfRow(standings, standing.row)
    const gained = placesGained(before, standings, standing.row)
    const movement = gained === 0 ? ' = unmoved' : toMovementText(gained ?? 0)
    return `${entry} ${standing.position}${movement} ${standing.toPar} ${toGapWords(gap)}`
  })
}

/** Nothing is wider than a phone. */
async function expectNoOverflow(page: Page): Promise<void> {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${width}`).toBe(0)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

type Frame = { line: number; top: number; slide: number; layer: number; text: string }[]

/** The rows in document order, in each frame until they are read. */
async function recordFrames(page: Page): Promise<() => Promise<Frame[]>> {
  await page.evaluate(() => {
    const frames: Frame[] = []
    const record = () => {
      const rows = Array.from(document.querySelectorAll<HTMLElement>('tbody tr'))
      const frame = rows.map((row) => ({
        line: Number(row.ariaRowIndex ?? row.getAttribute('aria-rowindex')),
        top: row.getBoundingClientRect().top,
        slide: Number.parseFloat(getComputedStyle(row).translate.split(' ')[1] ?? '0'),
        layer: Number(getComputedStyle(row).zIndex) || 0,
        text: row.textContent ?? '',
      }))
      frames.push(frame)
      requestAnimationFrame(record)
    }
    Object.assign(window, { recordedFrames: frames })
    record()
  })
  return () => page.evaluate(() => (window as unknown as { recordedFrames: Frame[] }).recordedFrames)
}

/** Where the focus is: the entry, its cell, and how far the page is scrolled. */
function readFocus(page: Page) {
  return page.evaluate(() => ({
    scroll: scrollY,
    row: document.activeElement?.closest('tr')?.dataset['key'],
    cell: document.activeElement?.parentElement?.getAttribute('class'),
    text: document.activeElement?.firstChild?.textContent,
  }))
}

/** The rows of the document, which are those near the window. */
async function readDrawn(page: Page): Promise<string[][]> {
  const rows = await boardOf(page, board)
    .locator('tbody tr')
    .evaluateAll((elements) => elements.map((row) => Array.from(row.children, (cell) => cell.textContent ?? '')))
  return rows.map((row) => row.map(toPlainText))
}

/** The page's requests for scores. */
function recordRefreshes(page: Page): string[] {
  const refreshes: string[] = []
  page.on('request', (request) => {
    if (/^\/api\/leaderboard\/\d+$/.test(new URL(request.url()).pathname)) refreshes.push(request.url())
  })
  return refreshes
}

describe('the standings', () => {
  it('follow the rules, row by row, from the first round to the end, when the board says Final and is no longer refreshed', async ({
    open,
    openPage,
  }) => {
    const instance = await open({ startAt: 'round-1', rivals: 15 })
    const { page } = await openPage(instance, { as: 'player' })
    await page.clock.install()
    await page.goto('/pool')
    const title = (summary: string) => `${summary} - Larkmoor Dunes Invitational - Player Pool`
    const milestones = [
      ['round-1', 'T1, T1, T1'],
      ['round-2-middle', 'T33, T4, T27'],
      ['round-3', '--, T3, --'],
      ['round-4-late', '20 shots back'],
    ] as const
    for (const [milestone, summary] of milestones) {
      instance.simulator.advanceTo(milestone)
      await instance.ask()
      const moment = await instance.now()
      await eventually(() => readRows(page, board), milestone).toEqual(toRows(moment))
      await eventually(() => page.title(), milestone).toBe(title(summary))
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Larkmoor Dunes Invitational')
    }
    await page.getByText('Refreshes every 60 seconds.').waitFor()
    instance.simulator.advanceTo('final')
    await instance.ask()
    await page.getByText('Final. Scores are no longer updated.').waitFor()
    const moment = await instance.now()
    expect(moment.board.event.completed).toBe(true)
    await eventually(() => readRows(page, board)).toEqual(toRows(moment))
    await eventually(() => page.title()).toBe(title('19 shots back'))
    expect(await page.getByText('Refreshes every').count()).toBe(0)
    const refreshes = recordRefreshes(page)
    await page.clock.fastForward('05:30')
    await page.getByRole('button', { name: 'Tiebreakers' }).click()
    expect(refreshes).toEqual([])
  })

  it('only the dropped golfer of each entry has a line through; a button shows the tiebreakers, and names link to results', async ({
    shared,
    openPage,
  }) => {
    const instance = await shared()
    const { page } = await openPage(instance, { as: 'player' })
    await page.goto('/pool')
    await boardOf(page, board).waitFor()
    const struckColumns = await withAllRows(page, () =>
      boardOf(page, board)
        .locator('tbody tr')
        .evaluateAll((rows) =>
          rows.map((row) =>
            Array.from(row.querySelectorAll('td > button:not([data-row-target])')).flatMap((golfer, index) =>
              getComputedStyle(golfer).textDecorationLine === 'line-through' ? [index] : [],
            ),
          ),
        ),
    )
    const { standings } = await instance.now()
    expect(struckColumns).toEqual(
      struckColumns.map((_, line) => [standingAt(standings, line).golfers.findIndex(({ isDropped }) => isDropped)]),
    )

    // A button shows and hides the columns of the tiebreakers; the questions are below the board.
    const columns = ['Pos', 'Name', 'Golfer A', 'Golfer B', 'Golfer C', 'Golfer D', 'To Par']
    await eventually(() => readColumns(page, board)).toEqual(columns)
    const moment = await instance.now()
    const button = page.getByRole('button', { name: 'Tiebreakers', pressed: false })
    await button.click()
    await eventually(() => readColumns(page, board)).toEqual([...columns, 'Tie 1', 'Tie 2'])
    const rows = toRows(moment)
    expect(await readRows(page, board)).toEqual(
      rows.map((row, line) => [...row, ...standingAt(moment.standings, line).tiebreakers]),
    )
    const [first, second] = moment.tournament.tiebreakers
    expect(await page.getByRole('listitem').filter({ hasText: 'Tiebreaker' }).allTextContents()).toEqual([
      `Tiebreaker 1: ${first}`,
      `Tiebreaker 2: ${second}`,
    ])
    expect(await findAxeViolations(page, equalRows)).toEqual([])
    await expectNoOverflow(page)
    await page.getByRole('button', { name: 'Tiebreakers', pressed: true }).click()
    await eventually(() => readColumns(page, board)).toEqual(columns)
    await expectNoOverflow(page)

    const leader = standingAt(standings, 0)
    await page.getByRole('link', { name: leader.displayName, exact: true }).click()
    await page.waitForURL(`${instance.url}/results/${leader.userId}`)
    await page.goBack()
    await page.getByRole('link', { name: 'The player 1', exact: true }).click()
    await page.waitForURL(`${instance.url}/results/${moment.userId}`)
  })

  it('links to the viewer’s entries are above the board, and scroll to their rows and back', async ({
    shared,
    openPage,
  }) => {
    const instance = await shared({ rivals: 20 })
    const { page } = await openPage(instance, { as: 'player' })
    await page.goto('/pool')
    const moment = await instance.now()
    const own = page.getByRole('navigation', { name: 'Your entries' })
    await own.waitFor()
    const readEntries = async () =>
      (await own.getByRole('button', { name: 'Go to' }).allTextContents())
        .map(toPlainText)
        // The chance follows a moment later.
        .map((text) => text.replace(/ ?,.*/, ''))
    const before = atRoundStart(moment)
    expect(before).not.toBeNull()
    expect(await readEntries()).toEqual(toOwnTexts(moment, before))
    // The choice of what movement is counted from is remembered. There was no earlier visit.
    const basis = own.getByRole('combobox', { name: 'Movement' })
    await basis.selectOption('since the last visit')
    await eventually(readEntries).toEqual(toOwnTexts(moment, null))
    await page.reload()
    await eventually(() => basis.inputValue()).toBe('visit')
    // As if the last visit had ended when the round began.
    const { pool, golfers } = moment.standings
    const visit = `${instance.tournamentId} 0 ${toRoundStartText(golfers, moment.board)}@${moment.board.version} `
    await page.goto('/results')
    await page.evaluate((stored) => localStorage.setItem('pool-visit', stored), visit)
    await page.goto('/pool')
    await eventually(readEntries).toEqual(toOwnTexts(moment, before))
    expect(await readRows(page, board)).toEqual(toRows(moment))
    await own.getByRole('button', { name: 'Why?' }).click()
    const why = page.getByRole('dialog', { name: 'Why did I move?' })
    const readSummaries = () => why.locator('section > p').allTextContents()
    const toSummaries = (start: Standings) =>
      standingsOfUser(moment.standings, moment.userId).map(({ row, place }) => {
        const from = placeOfRow(start, row)
        if (place === null) return from === null ? /^Still out$/ : /^Out, from \d+(st|nd|rd|th)$/
        if (from === null) return new RegExp(`^Back in, ${place}(st|nd|rd|th)$`)
        if (from === place) return new RegExp(`^Still ${place}(st|nd|rd|th)$`)
        return new RegExp(`^${from > place ? 'Up' : 'Down'} ${Math.abs(from - place)} to ${place}(st|nd|rd|th)$`)
      })
    const matchSummaries = (start: Standings) => toSummaries(start).map((text) => expect.stringMatching(text))
    await eventually(readSummaries).toEqual(matchSummaries(moment.standings))
    await why.getByRole('button', { name: 'This round' }).click()
    const start = scorePool(pool, toRoundStart({ ...moment.board, golfersScores: golfers }))
    await eventually(readSummaries).toEqual(matchSummaries(start))
    // One list of reasons for each entry, whose figures sum to its change.
    for (const { row } of standingsOfUser(moment.standings, moment.userId)) {
      const place = placeOfRow(moment.standings, row)
      const from = placeOfRow(start, row)
      if (place === null || from === null) continue
      const name = standingOfRow(moment.standings, row).displayName
      const reasons = await why
        .locator('section', { has: page.getByRole('heading', { name, exact: true }) })
        .last()
        .getByRole('listitem')
        .allTextContents()
      const gained = reasons.map((reason) => {
        const [, direction, places = '0'] = /^(?:(Up|Down) (\d+)|No change): .+, .+$/.exec(reason) ?? []
        return direction === 'Down' ? -Number(places) : Number(places)
      })
      expect(
        gained.reduce((sum, each) => sum + each, 0),
        name,
      ).toBe(from - place)
    }
    await page.keyboard.press('Escape')
    for (const number of [1, 2, 3]) {
      await own.getByRole('button', { name: `Go to Entry ${number}` }).click()
      const row = boardOf(page, board).getByRole('row', { name: `The player ${number} (yours)` })
      await eventually(() => row.evaluate((element) => element === document.activeElement)).toBe(true)
      expect(await row.evaluate((element) => element.getBoundingClientRect().top > 0)).toBe(true)
    }
    // A second press leads back to where the viewer was.
    const entry = own.getByRole('button', { name: 'Go to Entry 3' })
    await page.evaluate(() => scrollTo(0, 300))
    await entry.click()
    await eventually(() => page.evaluate(() => scrollY > 310)).toBe(true)
    await entry.click()
    // The browser has scrolled the button below the header before the first press.
    await eventually(() => page.evaluate(() => scrollY > 280 && scrollY <= 300)).toBe(true)
  })

  it('a row opens into its entry, by click, by keyboard and by its address', async ({ shared, openPage }) => {
    const instance = await shared({ startAt: 'round-3', rivals: 120 })
    const { page } = await openPage(instance, { as: 'player' })
    await page.goto('/pool')
    const { standings, tournament } = await instance.now()
    const first = standingAt(standings, 0)
    const last = standingAt(standings, standings.size - 1)
    const openButton = page.getByRole('button', { name: `${first.toPar}, details of ${first.displayName}` })
    await openButton.press('Enter')
    const dialog = page.getByRole('dialog', { name: first.displayName })
    await dialog.waitFor()
    expect(new URL(page.url()).search).toBe(`?entry=${first.entryId}-${first.entryNumber}`)
    await dialog.getByRole('table').waitFor()
    const text = toPlainText((await dialog.textContent()) ?? '')
    const gap = gapOfRow(standings, first.row)
    expect(text).toContain(gap?.kind === 'leads' ? `Leads by ${gap.by}.` : 'Tied for the lead')
    for (const { golfer, isDropped } of first.golfers) {
      const role = isDropped ? 'dropped' : 'counts'
      await dialog.getByRole('row', { name: new RegExp(`^${golfer.fullName} ?Tier ., ${role}`) }).waitFor()
    }
    for (const [index, answer] of first.tiebreakers.entries()) {
      expect(text).toContain(`Tiebreaker ${index + 1}: ${tournament.tiebreakers[index]}${answer}`)
    }
    // Whoever is followed is marked, and stands in the bar after a reload too.
    const follow = dialog.getByRole('button', { name: 'Follow' })
    const inBar = page.getByRole('group', { name: 'Players you follow' }).getByRole('button')
    const marked = boardOf(page, board).getByRole('rowheader', { name: `${first.displayName} (followed)` })
    await follow.click()
    await eventually(() => follow.getAttribute('aria-pressed')).toBe('true')
    await page.reload()
    await eventually(() => follow.getAttribute('aria-pressed')).toBe('true')
    // The open dialog hides the board from the accessibility tree.
    await page.keyboard.press('Escape')
    await marked.waitFor()
    expect(toPlainText((await inBar.allTextContents()).join())).toContain(first.displayName)
    await openButton.press('Enter')
    await follow.click()
    await eventually(() => follow.getAttribute('aria-pressed')).toBe('false')
    // The browser goes back after the second click, and only once.
    const close = dialog.getByRole('button', { name: 'Close' })
    await close.evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await eventually(() => openButton.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(new URL(page.url()).search).toBe('')

    // A click beside the name and the golfers does the same, and Back closes.
    await boardOf(page, board).getByRole('row').nth(1).getByRole('cell').first().click({ force: true })
    await dialog.waitFor()
    await page.goBack()
    await eventually(() => dialog.count()).toBe(0)

    // The last row is out, and far from rendered.
    await page.goto(`/pool/${tournament.id}?entry=${last.entryId}-${last.entryNumber}`)
    const other = page.getByRole('dialog', { name: last.displayName })
    await other.getByText('Out: 3 missed the cut').waitFor()
    const outs = last.golfers.filter(({ golfer }) => golfer.isDNF)
    expect(await other.locator('s').allTextContents()).toEqual(outs.map(({ golfer }) => golfer.fullName))
    await other.getByRole('button', { name: 'Close' }).click()
    await eventually(() => new URL(page.url()).search).toBe('')

    await page.goto('/pool?entry=999999-1')
    await page.getByText('This link is to an entry that isn’t in this pool.').waitFor()
  })

  it('a large board renders only rows near the viewport, has its full height at once, and every row can be reached', async ({
    shared,
    openPage,
  }) => {
    const instance = await shared({ rivals: 120 })
    const { page } = await openPage(instance, { as: 'player' })
    await page.goto('/pool')
    const moment = await instance.now()
    const [last, other] = standingsOfUser(moment.standings, moment.userId).sort((a, b) => b.line - a.line)
    await page.getByRole('button', { name: `Go to Entry ${last?.entryNumber}` }).click()
    const rowOf = (name?: string) => boardOf(page, board).getByRole('row', { name: `${name} (yours)` })
    const hasFocus = (row: Locator) => row.evaluate((element) => element === document.activeElement)
    await eventually(() => hasFocus(rowOf(last?.displayName))).toBe(true)
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(10_000)

    expect(await boardOf(page, board).getAttribute('aria-rowcount')).toBe('364')
    expect((await readDrawn(page)).length).toBeLessThan(40)
    await page.getByRole('button', { name: `Go to Entry ${other?.entryNumber}` }).click()
    await eventually(() => hasFocus(rowOf(other?.displayName))).toBe(true)
    expect(await rowOf(other?.displayName).getAttribute('aria-rowindex')).toBe(String((other?.line ?? 0) + 2))
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await eventually(async () => (await readDrawn(page)).at(-1)).toEqual(toRows(moment).at(-1))
  })
})

describe('new scores', () => {
  it('appear through the stream as soon as the feed has them, in the rows, the title, the footer and one line for screen readers', async ({
    open,
    openPage,
  }) => {
    const instance = await open({ startAt: 'round-1' })
    const { page } = await openPage(instance, { as: 'player' })
    const stream = page.waitForResponse(/\/api\/leaderboard\/\d+\/stream$/)
    const openedAt = Date.now()
    await page.clock.setFixedTime(openedAt)
    await page.goto('/pool')
    const before = await instance.now()
    await eventually(() => readRows(page, board)).toEqual(toRows(before))
    expect((await stream).headers()['content-type']).toMatch(/^text\/event-stream/)
    const footer = page.locator('main footer')
    const text = async () => toPlainText((await footer.textContent()) ?? '')
    const time = String.raw`\d{1,2}:\d\d`
    await eventually(text).toMatch(
      new RegExp(
        `^Refreshes every 60 seconds\\. Last refresh ${time}:\\d\\d [AP]M\\.` +
          `Scores last changed ${time} [AP]M\\. Last checked ${time} [AP]M\\.$`,
      ),
    )
    const asked = () => footer.locator('time').last().getAttribute('datetime')
    const lastAsked = await asked()
    await instance.ask()
    await eventually(asked).not.toBe(lastAsked)
    // The age of the scores, without scrolling to the end of the board.
    const details = page.getByText('Scores last changed').filter({ visible: true })
    await page.getByRole('button', { name: /^Updated \d{1,2}:\d\d\s[AP]M$/ }).click()
    await eventually(() => details.count()).toBe(2)
    await page.keyboard.press('Escape')
    await eventually(() => details.count()).toBe(1)
    expect(await page.getByText('Refreshes every').count()).toBe(1)

    const { page: delayed } = await openPage(instance, { as: 'player' })
    await delayed.goto('/pool')
    await openBoardMenu(delayed)
    await delayed.getByRole('button', { name: 'On television' }).click()
    const delay = delayed.getByLabel('Show scores')
    await delay.selectOption('300 s later')
    await delayed.getByText(/^Updated .* · Delayed 300 s$/).waitFor()
    expect(await findAxeViolations(delayed)).toEqual([])
    const held = delayed.waitForResponse(
      (response) => /\/api\/leaderboard\/\d+$/.test(response.url()) && response.status() === 200,
    )

    // The next refresh is a minute away.
    const refreshes = recordRefreshes(page)
    await instance.play(120)
    const after = await instance.now()
    expect(toRows(after)).not.toEqual(toRows(before))
    await eventually(() => readRows(page, board)).toEqual(toRows(after))
    await eventually(() => page.title()).toBe(toTitle(after))
    expect(refreshes).toHaveLength(1)
    await (await held).finished()
    expect(await readRows(delayed, board)).toEqual(toRows(before))
    expect(await delayed.title()).toBe(toTitle(before))
    await delay.selectOption('at once')
    await eventually(() => readRows(delayed, board)).toEqual(toRows(after))
    await delayed.close()
    const speech = page.locator('[aria-live=polite]')
    await eventually(() => speech.allTextContents()).toEqual(['You: 2nd, down 1'])

    // Further ones within 15 seconds are gathered.
    await instance.play(60)
    const silent = toRows(await instance.now())
    await eventually(() => readRows(page, board)).toEqual(silent)
    expect(await speech.allTextContents()).toEqual(['You: 2nd, down 1'])
    await page.clock.setFixedTime(openedAt + 15_000)
    await instance.play(60)
    const gathered = 'You: tied 1st, up 1'
    await eventually(() => speech.allTextContents()).toEqual([gathered])

    // Keys ask the board while the focus is in the table, and not elsewhere; "Listen" in the menu has the same questions.
    const leaders =
      'The player 2: tied 1st, 5 under par. J.D. Lowden 2: tied 1st, 5 under par. Garrett Kemble 2: 3rd, 4 under par.'
    await page.getByRole('searchbox').press('l')
    await page.getByRole('searchbox').press('Escape')
    expect(await speech.allTextContents()).toEqual([gathered])
    await boardOf(page, board).locator('tbody').getByRole('button').first().press('l')
    await eventually(() => speech.ariaSnapshot()).toBe(`- paragraph: "${leaders}"`)
    await page.keyboard.press('Shift+?')
    await speech.getByText('On the board, press M').waitFor({ state: 'attached' })
    await openBoardMenu(page)
    const items = page.locator('[popover]:popover-open').getByRole('button')
    await items.filter({ hasText: 'Listen' }).waitFor()
    expect(await items.allTextContents()).toEqual([
      'Recap',
      'Replay',
      'Charts',
      'The Hat',
      'Share',
      'On television',
      'Listen',
    ])
    await page.getByRole('button', { name: 'Listen' }).click()
    const listen = page.getByRole('dialog', { name: 'Listen' })
    await listen.getByRole('button', { name: 'My entries' }).click()
    await listen.getByRole('status').getByText('Entry 1: ').waitFor()
    await listen.getByRole('button', { name: 'What changed' }).click()
    await listen
      .getByRole('status')
      .getByText(/ to (tied )?\d+\w\w\./)
      .waitFor()
    expect(await findAxeViolations(page, equalRows)).toEqual([])
  })

  it('change the rows at once, in the sequence of the screen in every frame, and those that move slide', async ({
    open,
    openPage,
  }) => {
    const instance = await open({ rivals: 60 })
    const { page } = await openPage(instance, { as: 'player' })
    await page.goto('/pool')
    await boardOf(page, board).locator('tbody tr').first().waitFor()
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const before = await readDrawn(page)
    const readFrames = await recordFrames(page)
    await instance.play(60)
    const after = toRows(await instance.now()).slice(0, before.length)
    expect(after.map(([, name]) => name)).not.toEqual(before.map(([, name]) => name))
    await eventually(() => readDrawn(page)).toEqual(after)

    const frames = await readFrames()
    for (const frame of frames) {
      expect(frame.map(({ line }) => line)).toEqual(frame.map((_, index) => index + 2))
      const tops = frame.filter(({ slide }) => slide === 0).map(({ top }) => top)
      expect(tops).toEqual(tops.toSorted((a, b) => a - b))
    }
    // Of one version alone.
    expect(new Set(frames.map((frame) => frame.map(({ text }) => text).join())).size).toBe(2)
    const sliding = frames.flat().filter(({ slide }) => slide !== 0)
    expect(sliding).not.toEqual([])
    expect(sliding.filter(({ slide, layer }) => Math.abs(slide) > 32 || layer === 0)).toEqual([])
  })

  it('wait while a row is pressed, whose details then open, for five seconds while text is selected, and until the one before could be read', async ({
    open,
    openPage,
  }) => {
    const instance = await open({ rivals: 20 })
    const { page } = await openPage(instance, { as: 'player' })
    await page.goto('/pool')
    const before = await instance.now()
    const pressed = standingAt(before.standings, 4)
    const row = page.locator(`[data-key="${pressed.row}"]`)
    await row.locator('[data-row-target]').hover()
    await page.mouse.down()
    const rendered = await readDrawn(page)
    await instance.play(60)
    const after = await instance.now()
    // The title has the new scores.
    await eventually(() => page.title()).toBe(toTitle(after))
    expect(await readDrawn(page)).toEqual(rendered)
    await page.mouse.up()
    const dialog = page.getByRole('dialog', { name: pressed.displayName })
    await dialog.waitFor()
    await eventually(() => readRows(page, board)).toEqual(toRows(after))

    // The focus returns to the entry, wherever it is now.
    await dialog.getByRole('button', { name: 'Close' }).click()
    await eventually(async () => (await readFocus(page)).row).toBe(String(pressed.row))

    // Two seconds do not pass on this clock.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 5000)
    const soon =
      <T>(read: () => Promise<T>) =>
      async () => {
        await page.clock.runFor(10)
        return read()
      }
    const selectThirdRow = () =>
      boardOf(page, board)
        .locator('tbody tr')
        .nth(2)
        .getByRole('rowheader')
        .evaluate((cell) => {
          getSelection()?.selectAllChildren(cell)
        })
    await selectThirdRow()
    const selected = await page.evaluate(() => getSelection()?.toString())
    await instance.play(60)
    const copied = await instance.now()
    await eventually(soon(() => page.title())).toBe(toTitle(copied))
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(selected)
    expect(await readRows(page, board)).toEqual(toRows(after))
    await page.evaluate(() => getSelection()?.removeAllRanges())
    await eventually(soon(() => readRows(page, board))).toEqual(toRows(copied))

    await page.clock.runFor(2000)
    await selectThirdRow()
    await instance.play(60)
    const last = await instance.now()
    await eventually(soon(() => page.title())).toBe(toTitle(last))
    expect(await readRows(page, board)).toEqual(toRows(copied))
    await page.clock.runFor(5000)
    await eventually(() => readRows(page, board)).toEqual(toRows(last))
    await page.clock.runFor(2000)

    await instance.play(60)
    const first = toRows(await instance.now())
    await eventually(soon(() => readRows(page, board))).toEqual(first)
    await instance.play(60)
    const second = await instance.now()
    await eventually(soon(() => page.title())).toBe(toTitle(second))
    expect(await readRows(page, board)).toEqual(first)
    await page.clock.runFor(2000)
    await eventually(() => readRows(page, board)).toEqual(toRows(second))
  })

  it('keep the scroll position, and the focus with its entry, even if it is far from the window', async ({
    open,
    openPage,
  }) => {
    const instance = await open({ rivals: 20 })
    const { page } = await openPage(instance, { as: 'player' })
    await page.goto('/pool')
    const lines = boardOf(page, board).locator('tbody tr')
    await lines.first().waitFor()
    await page.evaluate(() => scrollTo(0, 1500))
    await eventually(() => lines.first().getAttribute('aria-rowindex')).not.toBe('2')
    await lines.nth(9).getByRole('button').nth(2).focus()
    const before = await readFocus(page)
    expect(before.scroll).toBeGreaterThan(0)
    expect(before.row).toBeDefined()
    const rows = await readRows(page, board)
    for (const scroll of [before.scroll, 0]) {
      await page.evaluate((top) => scrollTo(0, top), scroll)
      await instance.play(40)
      const after = toRows(await instance.now())
      expect(after.map(([, name]) => name)).not.toEqual(rows.map(([, name]) => name))
      await eventually(() => readRows(page, board)).toEqual(after)
      expect(await readFocus(page)).toEqual({ ...before, scroll })
    }
  })
})

describe('the scorecard', () => {
  it('opens from a golfer’s cell, by click and by keyboard, at the last round with holes, and shows the holes of the feed with marks', async ({
    shared,
    openPage,
  }) => {
    const instance = await shared()
    const { page } = await openPage(instance, { as: 'player' })
    await page.goto('/pool')
    await boardOf(page, board).locator('tbody tr').first().getByRole('button').first().click()
    const { standings } = await instance.now()
    const { golfer } = standingAt(standings, 0).golfers[0]
    const profile = await instance.read(api.leaderboardPlayer(instance.tournamentId, golfer.espnId), playerProfile)
    const dialog = page.getByRole('dialog', { name: golfer.fullName })
    await dialog.getByRole('table').first().waitFor()

    const choice = dialog.getByRole('combobox', { name: 'Round' })
    expect(await choice.locator('option').allTextContents()).toEqual(
      profile.rounds.map(({ period }) => `Round ${period}`),
    )
    const opening = profile.rounds.findLast(({ linescores }) => linescores.length > 0)
    expect(await choice.inputValue()).toBe(String(opening?.period))

    const holes = new Map(opening?.linescores.map(({ period, value }) => [period, value]))
    const scores = dialog.getByRole('row', { name: 'Score' }).getByRole('cell')
    const texts = await scores.evaluateAll((cells) => cells.map((cell) => cell.firstChild?.textContent ?? ''))
    const shown = [...texts.slice(0, 9), ...texts.slice(10, 19)]
    expect(shown).toEqual(Array.from({ length: 18 }, (_, index) => String(holes.get(index + 1) ?? '')))

    // Eagles are yellow, birdies green, bogeys red and worse blue, each with its own shape, in both themes.
    const key = dialog.getByRole('list', { name: 'Colour key' })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const marks = await key.getByRole('listitem').evaluateAll((items) =>
        items.map((item) => {
          const style = getComputedStyle(item.firstElementChild ?? item)
          const [red = 0, green = 0, blue = 0] = (style.backgroundColor.match(/\d+/g) ?? []).map(Number)
          const ring = style.outlineStyle === 'none' ? 'single' : 'double'
          const shape = style.borderRadius === '50%' ? 'circle' : 'square'
          return { text: item.textContent, red, green, blue, shape: `${ring} ${shape}` }
        }),
      )
      expect(marks.map(({ text, shape }) => [text, shape])).toEqual([
        ['Eagle', 'double circle'],
        ['Birdie', 'single circle'],
        ['Bogey', 'single square'],
        ['Double Bogey or worse', 'double square'],
      ])
      const [eagle, birdie, bogey, worse] = marks
      expect(Math.min(eagle?.red ?? 0, eagle?.green ?? 0)).toBeGreaterThan(2 * (eagle?.blue ?? 255))
      expect(birdie?.green).toBeGreaterThan(Math.max(birdie?.red ?? 255, birdie?.blue ?? 255))
      expect(bogey?.red).toBeGreaterThan(1.5 * Math.max(bogey?.green ?? 255, bogey?.blue ?? 255))
      expect(worse?.blue).toBeGreaterThan(Math.max(worse?.red ?? 255, worse?.green ?? 255))
    }
    await page.emulateMedia({ colorScheme: null })
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    // Enter opens it, Close and a click beside it close it, and the focus returns.
    const cell = boardOf(page, board).locator('tbody tr').nth(3).getByRole('button').nth(1)
    await cell.focus()
    await page.keyboard.press('Enter')
    const close = page.getByRole('dialog').getByRole('button', { name: 'Close' })
    await eventually(() => close.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await eventually(() => cell.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await close.waitFor()
    await page.mouse.click(5, 5)
    await close.waitFor({ state: 'detached' })
  })
})

describe('before the start', () => {
  /** A product clock that stands two minutes before the start. */
  function buildStart() {
    const now = new Date()
    return { now, start: new Date(now.getTime() + 2 * 60_000), clock: buildClock(now) }
  }

  it('the pool shows the names of the entrants, no picks but the viewer’s own, and a link to creating or editing the entry', async ({
    open,
    openPage,
  }) => {
    const { start, clock } = buildStart()
    const instance = await open({ startAt: 'scheduled', start, clock })
    const session = await openPage(instance, { as: 'player' })
    const { page } = session
    await page.clock.install({ time: clock.now() })
    await page.goto('/pool')
    const names = page.getByRole('region', { name: 'Entered' }).getByRole('listitem')
    await eventually(() => names.allTextContents()).toEqual([
      'Chip Ivester',
      'Garrett Kemble',
      'J.D. Lowden',
      'The player (you)',
    ])
    expect((await readRows(page, board)).map(([position, name, , , , , toPar]) => [position, name, toPar])).toEqual(
      [1, 2, 3].map((number) => ['--', `The player ${number} (yours)`, '--']),
    )
    expect(await page.title()).toBe('Larkmoor Dunes Invitational - Player Pool')
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByText('You can still edit your entry before the tournament starts.', { exact: true }).waitFor()
    expect(await page.getByRole('link', { name: 'Edit entry' }).getAttribute('href')).toBe('/entry/edit/1')
    await session.close()
    const { page: newcomer } = await openPage(instance, { as: 'newcomer' })
    await newcomer.clock.install({ time: clock.now() })
    await newcomer.goto('/pool')
    await newcomer.getByText('Please create an entry before the tournament starts.', { exact: true }).waitFor()
    expect(await newcomer.getByRole('link', { name: 'Create entry' }).getAttribute('href')).toBe('/entry/new')
    expect(await boardOf(newcomer, board).count()).toBe(0)
    expect(await findAxeViolations(newcomer)).toEqual([])
  })

  it('at the start all picks appear by themselves, and the banner disappears', async ({ open, openPage }) => {
    const { now, start, clock } = buildStart()
    const instance = await open({ startAt: 'round-1', start, clock })
    const { page } = await openPage(instance, { as: 'player' })
    await page.clock.install({ time: now })
    await page.goto('/pool')
    const banner = page.getByText('You can still edit your entry before the tournament starts.')
    await banner.waitFor()
    expect(await readRows(page, board)).toHaveLength(3)
    clock.advance(2 * 60_000)
    await page.clock.fastForward('02:10')
    const moment = await instance.now()
    expect(moment.standings.size).toBe(12)
    await eventually(() => readRows(page, board)).toEqual(toRows(moment))
    expect(await banner.count()).toBe(0)
    expect(await page.title()).toBe(toTitle(moment))
  })

  it('after the start without scores the board says so, and fills when they arrive', async ({ open, openPage }) => {
    const instance = await open({ startAt: 'round-1', withoutFeed: true })
    const { page } = await openPage(instance, { as: 'player', expect: [/status of 404/] })
    await page.goto('/pool')
    await page.getByText('There are no scores yet. They appear here as soon as play begins.').waitFor()
    expect((await readRows(page, board)).map(([position]) => position)).toEqual(Array(12).fill('--'))
    instance.simulator.faults.set(null)
    await instance.ask()
    await eventually(async () => readRows(page, board)).toEqual(toRows(await instance.now()))
  })
})
