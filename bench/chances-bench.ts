import { type BenchRow, toLimitRow } from './bench-row.ts'
import { median } from './load.ts'
import { openSignedIn } from './web-bench.ts'

const entries = 3000
const settleMs = 4000
const refreshes = 5
const refreshMs = 2000
/** Two frames of a screen that draws 60 a second. */
const goalMs = 33

/** How soon after a refresh a large pool shows new chances, in a browser at full speed. */
export async function* measureChances(): AsyncGenerator<BenchRow> {
  const { app, page, close } = await openSignedIn(entries)
  await page.addInitScript(timeFirstChances)
  await page.goto('/pool')
  await page.getByRole('button', { name: 'Chances' }).click()
  await page.getByText('4,000 simulations').waitFor({ timeout: 60_000 })
  await page.waitForTimeout(settleMs)
  const times: number[] = []
  for (let round = 0; round < refreshes; round += 1) {
    await app.publish()
    await page.waitForTimeout(refreshMs)
    times.push(await page.evaluate(() => (window as unknown as { firstChancesMs: number }).firstChancesMs))
  }
  await close()
  const value = median(times)
  yield toLimitRow({
    name: `first chances painted after a refresh, ${entries.toLocaleString('en')} entries`,
    figure: `${value.toFixed(1)} ms`,
    value,
    unit: ' ms',
    max: goalMs,
  })
}

/** In the page: from reading a leaderboard until a frame begins with the first figures, which it then paints. */
function timeFirstChances(): void {
  const { text } = Response.prototype
  Response.prototype.text = async function () {
    const body = await text.call(this)
    if (this.status === 200 && /\/api\/leaderboard\/\d+$/.test(this.url)) {
      const readAt = performance.now()
      const check = () => {
        const notes = [...document.querySelectorAll('p.small-print')]
        const isShown = notes.some(({ textContent }) => textContent.includes(' 250 simulations'))
        if (isShown) Object.assign(window, { firstChancesMs: performance.now() - readAt })
        else requestAnimationFrame(check)
      }
      requestAnimationFrame(check)
    }
    return body
  }
}
