import { type BenchRow, toRatioRow } from './bench-row.ts'
import { ask, startApp, startChild } from './child-process.ts'
import { getRaw, measureRate, median, type RawResponse } from './load.ts'

/** A pool of 10,000 viewers asks 170 times a second. */
const goalRatio = 0.3
const rounds = 3

/** How fast the leaderboard is served, relative to a bare server that sends the same bytes. */
export async function* measureHttp(): AsyncGenerator<BenchRow> {
  const app = await startApp({ entrants: 4, hasStarted: true })
  const url = `${app.url}/api/leaderboard/${app.tournamentId}`
  const headers = { authorization: `Bearer ${app.token}`, 'accept-encoding': 'br' }
  const full = await getRaw(url, headers)
  const conditional = { ...headers, 'if-none-match': full.headers['etag'] ?? '' }
  yield await compare('leaderboard GET, brotli', url, headers, full)
  yield await compare('leaderboard GET, 304', url, conditional, await getRaw(url, conditional))
  await app.stop()
}

async function compare(
  name: string,
  url: string,
  headers: Record<string, string>,
  response: RawResponse,
): Promise<BenchRow> {
  const { child, stop } = await startChild('./baseline-server.ts')
  const { connection: _, date: __, 'keep-alive': ___, 'transfer-encoding': ____, ...sent } = response.headers
  const bare = await ask<{ url: string }>(child, {
    status: response.status,
    headers: sent,
    body: response.body.toString('base64'),
  })
  await measureRate(url, headers)
  await measureRate(bare.url, headers)
  const rates = { ours: [] as number[], bare: [] as number[] }
  // Alternately, so that other load on the machine affects both.
  for (let round = 0; round < rounds; round += 1) {
    rates.ours.push(await measureRate(url, headers))
    rates.bare.push(await measureRate(bare.url, headers))
  }
  await stop()
  const value = median(rates.ours)
  return toRatioRow({
    name: `${name} (${response.status}, ${response.body.length.toLocaleString('en')} bytes)`,
    figure: `${Math.round(value).toLocaleString('en')} requests/s`,
    value,
    baseline: median(rates.bare),
    minRatio: goalRatio,
    of: 'a bare node:http server',
  })
}
