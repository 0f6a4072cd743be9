import { request } from 'node:http'
import autocannon from 'autocannon'
import type { BenchRow } from './bench-row.ts'
import { ask, type ServedApp, startChild } from './child-process.ts'

type Answer = { status: number; headers: Record<string, string>; body: Buffer }

const goalRatio = 0.85
const rounds = 5
const secondsPerRound = 3

/** How fast the leaderboard is served, as a share of what a bare server does with the same bytes. */
export async function measureHttp(): Promise<BenchRow[]> {
  const { first: app, stop } = await startChild<ServedApp>('./app-process.ts')
  const url = `${app.url}/api/leaderboard/${app.tournamentId}`
  const headers = { authorization: `Bearer ${app.token}`, 'accept-encoding': 'br' }
  const full = await get(url, headers)
  const conditional = { ...headers, 'if-none-match': full.headers['etag'] ?? '' }
  const rows = [
    await compare('leaderboard GET, brotli', url, headers, full),
    await compare('leaderboard GET, 304', url, conditional, await get(url, conditional)),
  ]
  await stop()
  return rows
}

async function compare(
  name: string,
  url: string,
  headers: Record<string, string>,
  answer: Answer,
): Promise<BenchRow> {
  const { child, stop } = await startChild('./baseline-server.ts')
  const { connection: _, date: __, 'keep-alive': ___, 'transfer-encoding': ____, ...sent } = answer.headers
  const bare = await ask<{ url: string }>(child, {
    status: answer.status,
    headers: sent,
    body: answer.body.toString('base64'),
  })
  await load(url, headers)
  await load(bare.url, headers)
  const ratios: number[] = []
  const ours: number[] = []
  const baseline: number[] = []
  // In turns, so that what the machine does besides falls on both.
  for (let round = 0; round < rounds; round += 1) {
    const mine = await load(url, headers)
    const plain = await load(bare.url, headers)
    ours.push(mine)
    baseline.push(plain)
    ratios.push(mine / plain)
  }
  await stop()
  const ratio = median(ratios)
  return {
    name: `${name} (${answer.status}, ${answer.body.length.toLocaleString('en')} bytes)`,
    figure: `${Math.round(median(ours)).toLocaleString('en')} requests/s`,
    value: median(ours),
    baseline: median(baseline),
    ratio,
    goal: `at least ${goalRatio} of a bare node:http server`,
    met: ratio >= goalRatio,
  }
}

async function load(url: string, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({ url, headers, connections: 40, duration: secondsPerRound })
  if (result.errors > 0 || result.non2xx !== result['3xx'])
    throw new Error(`${url} did not answer as expected`)
  return result.requests.average
}

function get(url: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string>,
          body: Buffer.concat(chunks),
        }),
      )
    })
      .on('error', reject)
      .end()
  })
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
