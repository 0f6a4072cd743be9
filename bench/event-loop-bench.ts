import { afterStart, beforeStart, entrants, openLargePool } from '#test/support/large-pool.ts'
import type { BenchRow } from './bench-row.ts'

/** The client and the simulated feed are in this process as well. */
const goalMs = 100

/** The longest turn of the event loop during each request whose work grows with the entrants. */
export async function* measureEventLoop(): AsyncGenerator<BenchRow> {
  const large = await openLargePool()
  const size = `${entrants.toLocaleString('en')} entrants`
  for (const { name, call } of beforeStart)
    yield toRow(`longest turn before the start, ${size}: ${name}`, await measureLongestTurn(() => call(large)))
  for (const { name, call } of afterStart) {
    await large.start()
    yield toRow(`longest turn after the start, ${size}: ${name}`, await measureLongestTurn(() => call(large)))
  }
  await large.pool.close()
}

function toRow(name: string, value: number): BenchRow {
  return { name, value, max: goalMs, unit: 'ms' }
}

/** The milliseconds of CPU of this thread in the longest turn of the event loop until the response has been read. */
async function measureLongestTurn(call: () => Promise<Response>): Promise<number> {
  let longest = 0
  let isWorking = true
  let last = process.threadCpuUsage()
  const measure = () => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1000)
    last = process.threadCpuUsage()
    if (isWorking) setImmediate(measure)
  }
  setImmediate(measure)
  await (await call()).arrayBuffer()
  isWorking = false
  measure()
  return longest
}
