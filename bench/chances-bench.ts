import type { Page } from 'playwright-core'
import { type BenchRow, toLimitRow } from './bench-row.ts'
import { median } from './load.ts'
import { openSignedIn } from './web-bench.ts'

const entries = 3000
const settleMs = 4000
const refreshes = 5
const refreshMs = 3000
/**
 * Two frames of a screen that draws 60 a second, in milliseconds: without a screen, an idle page begins a frame when it is
 * asked to, so the frames that are counted are shorter.
 */
const goalMs = 33

/** The paints of the last refresh, counted from when the page had read the leaderboard. */
type Painted = { frames: number; ms: number }

/** How soon after a refresh a large pool shows new chances, in a browser at full speed. */
export async function* measureChances(): AsyncGenerator<BenchRow> {
  const { app, page, close } = await openSignedIn(entries)
  await countFrames(page)
  await page.goto('/pool')
  await page.getByRole('button', { name: 'Chances' }).click()
  await page.getByText('4,000 simulations').waitFor({ timeout: 60_000 })
  await page.waitForTimeout(settleMs)
  const painted: Painted[] = []
  for (let round = 0; round < refreshes; round += 1) {
    await app.publish()
    await page.waitForTimeout(refreshMs)
    painted.push(await page.evaluate(() => (window as unknown as { painted: Painted }).painted))
  }
  await close()
  const value = median(painted.map(({ ms }) => ms))
  yield toLimitRow({
    name: `first chances painted after a refresh, ${entries.toLocaleString('en')} entries`,
    figure: `${value.toFixed(1)} ms, ${median(painted.map(({ frames }) => frames))} frames begun`,
    value,
    unit: ' ms',
    max: goalMs,
  })
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
