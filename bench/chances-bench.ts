import type { Page } from 'playwright-core'
import type { BenchRow } from './bench-row.ts'
import { median } from './load.ts'
import { findLongestTask, openSignedIn } from './web-bench.ts'

/** The chances of a large pool in a browser at full speed. The simulation itself is measured by `forecast`. */
const rowsInPool = 3000
const refreshes = 7
const settleMs = 8000
const refreshMs = 3000
const dragSteps = 12
const stepMs = 250

const goalFrames = 2
const goalDragMs = 16
const goalTaskMs = 50

type Figures = { boardAt: number; figuresAt: number[]; frames: number }

export async function measureChances(): Promise<BenchRow[]> {
  const { app, page, close } = await openSignedIn(rowsInPool)
  await countFrames(page)
  await page.goto('/pool')
  await page.getByRole('button', { name: 'Chances' }).click()
  await page.getByText('4,000 simulations').waitFor({ timeout: 60_000 })
  await page.waitForTimeout(settleMs)
  const frames: number[] = []
  const tasks: number[] = []
  for (let round = 0; round < refreshes; round += 1) {
    await trace(page, async () => {
      await app.publish()
      await page.waitForTimeout(refreshMs)
    }).then((longest) => tasks.push(longest))
    frames.push(await readFrames(page))
  }
  const drag = await measureDrag(page)
  await close()
  const pool = `${rowsInPool.toLocaleString('en')} entries`
  return [
    toRow(`first chances after a refresh, ${pool}`, median(frames), 'frames', goalFrames),
    toRow(`longest task of the page during a refresh with chances, ${pool}`, median(tasks), 'ms', goalTaskMs),
    toRow(`what if: longest task of the page for one step of a drag, ${pool}`, drag, 'ms', goalDragMs),
  ]
}

/** The median of the longest tasks of single steps: the board of the scenario, drawn. */
async function measureDrag(page: Page): Promise<number> {
  await page.getByRole('link', { name: 'What if' }).click()
  await page.getByRole('combobox', { name: 'Add a golfer' }).selectOption({ index: 1 })
  await page.getByRole('slider').focus()
  await page.waitForTimeout(settleMs)
  const longest: number[] = []
  for (let step = 0; step < dragSteps; step += 1) {
    longest.push(
      await trace(page, async () => {
        await page.keyboard.press(step % 2 === 0 ? 'ArrowLeft' : 'ArrowRight')
        await page.waitForTimeout(stepMs)
      }),
    )
  }
  return median(longest)
}

async function trace(page: Page, act: () => Promise<void>): Promise<number> {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser.')
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] })
  await act()
  return findLongestTask(await browser.stopTracing())
}

/** Counts the frames from the moment when a leaderboard is sent to the worker until its first figures are drawn. */
async function countFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const figures: Figures = { boardAt: 0, figuresAt: [], frames: 0 }
    Object.assign(window, { figures })
    const Original = window.Worker
    window.Worker = class extends Original {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options)
        this.addEventListener('message', ({ data }) => {
          if (data.kind === 'figures' && !data.isRefined) figures.figuresAt.push(performance.now())
        })
      }
      override postMessage(message: { kind: string }) {
        super.postMessage(message)
        if (message.kind !== 'field') return
        figures.boardAt = performance.now()
        figures.frames = 0
        const seen = figures.figuresAt.length
        const count = () => {
          figures.frames += 1
          if (figures.figuresAt.length === seen) requestAnimationFrame(count)
        }
        requestAnimationFrame(count)
      }
    }
  })
}

function readFrames(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { figures: Figures }).figures.frames)
}

function toRow(name: string, value: number, unit: 'frames' | 'ms', goal: number): BenchRow {
  return {
    name,
    figure: unit === 'ms' ? `${value.toFixed(1)} ms` : `${value} frames`,
    value,
    baseline: null,
    ratio: null,
    goal: `at most ${goal} ${unit}`,
    met: value <= goal,
  }
}
