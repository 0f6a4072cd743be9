import type { Page } from 'playwright-core'
import { type BenchRow, toLimitRow } from './bench-row.ts'
import { median } from './load.ts'
import { findLongestTask, openSignedIn } from './web-bench.ts'

/** The chances of a large pool in a browser at full speed. The simulation itself is measured by `forecast`. */
const rowsInPool = 3000
const rowsInLargePool = 99_999
const refreshesOfLargePool = 5
const refreshes = 9
const settleMs = 8000
const refreshMs = 3000
const dragSteps = 24
const stepMs = 250

/** Two frames of a screen that draws 60 a second. */
const goalPaintedMs = 2000 / 60
const goalDragMs = 16
const goalTaskMs = 50

/** The paints of the last refresh, counted from when the page had read the leaderboard. */
type Painted = { frames: number; ms: number }

export async function measureChances(): Promise<BenchRow[]> {
  const { app, page, close } = await openSignedIn(rowsInPool)
  await countFrames(page)
  await page.goto('/pool')
  await page.getByRole('button', { name: 'Chances' }).click()
  await page.getByText('4,000 simulations').waitFor({ timeout: 60_000 })
  await page.waitForTimeout(settleMs)
  const painted: Painted[] = []
  for (let round = 0; round < refreshes; round += 1) {
    await app.publish()
    await page.waitForTimeout(refreshMs)
    painted.push(await readPainted(page))
  }
  const tasks: number[] = []
  for (let round = 0; round < refreshes; round += 1) {
    const publish = async () => {
      await app.publish()
      await page.waitForTimeout(refreshMs)
    }
    tasks.push(await trace(page, publish))
  }
  const drag = await measureDrag(page)
  await close()
  const pool = `${rowsInPool.toLocaleString('en')} entries`
  return [
    toPaintedRow(`first chances painted after a refresh, ${pool}`, painted),
    toRow(`longest task of the page during a refresh with chances, ${pool}`, median(tasks), goalTaskMs),
    toRow(`what if: from a step of a drag to its picture, ${pool}`, median(drag), goalDragMs),
    ...(await measureLargePool()),
  ]
}

/** A pool whose rivals are sampled: the page itself, while refreshes bring new figures for 100,000 rows. */
async function measureLargePool(): Promise<BenchRow[]> {
  const { app, page, close } = await openSignedIn(rowsInLargePool)
  await page.goto('/pool')
  await page.getByRole('button', { name: 'Chances' }).click({ timeout: 120_000 })
  await page.getByText('4,000 simulations').waitFor({ timeout: 120_000 })
  await page.waitForTimeout(settleMs)
  const tasks: number[] = []
  for (let round = 0; round < refreshesOfLargePool; round += 1) {
    tasks.push(
      await trace(page, async () => {
        await app.publish()
        await page.getByText(' 500 simulations').or(page.getByText(' 250 simulations')).waitFor()
        await page.getByText('4,000 simulations').waitFor({ timeout: 120_000 })
        await page.waitForTimeout(refreshMs)
      }),
    )
  }
  await close()
  const pool = `${rowsInLargePool.toLocaleString('en')} entries`
  return [toRow(`longest task of the page during a refresh with chances, ${pool}`, median(tasks), goalTaskMs)]
}

/**
 * Drags a golfer's score by the mouse, and measures each step from its event until a picture of the board with the new
 * scores is painted. Steps that change no row in the window are left out.
 */
async function measureDrag(page: Page): Promise<number[]> {
  await page.getByRole('link', { name: 'What if' }).click()
  await page.getByRole('combobox', { name: 'Add a golfer' }).selectOption({ index: 1 })
  const slider = page.getByRole('slider')
  const box = await slider.boundingBox()
  if (box === null) throw new Error('There is no slider.')
  await page.waitForTimeout(settleMs)
  await page.evaluate(() => {
    const steps: number[] = []
    Object.assign(window, { steps })
    const readBoard = () =>
      [...document.querySelectorAll('tbody tr')]
        .map(({ firstElementChild, lastElementChild, children }) =>
          [firstElementChild, children[1], lastElementChild].map((cell) => cell?.textContent).join(),
        )
        .join()
    addEventListener(
      'input',
      () => {
        const before = readBoard()
        const begunAt = performance.now()
        let frames = 0
        // A message posted before a frame is painted arrives after it.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => steps.push(performance.now() - begunAt)
        const checkBoard = () => {
          frames += 1
          if (readBoard() !== before) port2.postMessage(undefined)
          else if (frames < 8) requestAnimationFrame(checkBoard)
        }
        requestAnimationFrame(checkBoard)
      },
      { capture: true },
    )
  })
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width / 4, y)
  await page.mouse.down()
  for (let step = 1; step <= dragSteps; step += 1) {
    await page.mouse.move(box.x + (box.width / 4) * (1 + (2 * step) / dragSteps), y)
    await page.waitForTimeout(stepMs)
  }
  await page.mouse.up()
  const steps = await page.evaluate(() => (window as unknown as { steps: number[] }).steps)
  if (steps.length < dragSteps / 3) throw new Error(`The board changed only ${steps.length} times.`)
  return steps
}

async function trace(page: Page, act: () => Promise<void>): Promise<number> {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser.')
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] })
  await act()
  return findLongestTask(await browser.stopTracing())
}

/**
 * Counts the frames from reading a new leaderboard until a frame begins with the first figures in the note and in all
 * rows: a frame paints what is in the document when it begins. Rows that change later while the first figures are shown
 * count as late.
 */
async function countFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const painted = { frames: 0, ms: 0, rows: '' }
    let readAt = 0
    let frames = 0
    Object.assign(window, { painted })
    const isFirst = () =>
      [...document.querySelectorAll('p.small-print')].some(({ textContent }) =>
        textContent.includes(' 250 simulations'),
      )
    const count = () => {
      frames += 1
      const rows = isFirst() ? (document.querySelector('tbody')?.textContent ?? '') : ''
      if (rows !== '' && rows !== painted.rows) {
        Object.assign(painted, { rows, frames, ms: performance.now() - readAt })
      }
      if (rows !== '' || painted.rows === '') requestAnimationFrame(count)
    }
    const { text } = Response.prototype
    Response.prototype.text = async function () {
      const body = await text.call(this)
      if (this.status === 200 && /\/api\/leaderboard\/\d+$/.test(this.url)) {
        readAt = performance.now()
        frames = 0
        painted.rows = ''
        requestAnimationFrame(count)
      }
      return body
    }
  })
}

function readPainted(page: Page): Promise<Painted> {
  return page.evaluate(() => (window as unknown as { painted: Painted }).painted)
}

/**
 * The goal is two frames of a screen, in milliseconds: without a screen, an idle page begins a frame when it is asked to, so
 * the frames that are counted are shorter.
 */
function toPaintedRow(name: string, painted: readonly Painted[]): BenchRow {
  const frames = median(painted.map((each) => each.frames))
  const ms = median(painted.map((each) => each.ms))
  const goal = `at most ${Math.round(goalPaintedMs)} ms, two frames`
  return { ...toRow(name, ms, goalPaintedMs), figure: `${ms.toFixed(1)} ms, ${frames} frames begun`, goal }
}

function toRow(name: string, value: number, goalMs: number): BenchRow {
  return toLimitRow({ name, figure: `${value.toFixed(1)} ms`, value, unit: ' ms', max: goalMs })
}
