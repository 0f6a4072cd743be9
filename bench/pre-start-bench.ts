import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '#contract/paths.ts'
import { tournament } from '#contract/tournament-contract.ts'
import { fetchXsrfPair } from '#test/support/xsrf-pair.ts'
import { type BenchRow, toLimitRow } from './bench-row.ts'
import { type RunningApp, startApp, type Viewer } from './child-process.ts'
import { getRaw, measureRate, median, type RawResponse } from './load.ts'

const entrants = 5000
const viewers = 300
/** 1,000 viewers who each poll once a minute. No viewer polls twice within the minute for which tokens are cached. */
const requestsPerSecond = 1000 / 60
const rounds = 5
const goalPercent = 5
const goalFirstViewMs = 10
const goalRatio = 0.5

/** The cost of the viewers of a large pool in the hour before its start. */
export async function measurePreStart(): Promise<BenchRow[]> {
  const app = await startApp({ entrants, hasStarted: false, viewers: 2 * viewers + 1 })
  const [saver, ...others] = app.viewers
  if (!saver) throw new Error('There are no viewers.')
  const rows = [
    toFirstViewRow('', await measureFirstViews(app, others.slice(0, viewers))),
    toFirstViewRow(
      ' while someone saves every second',
      await whileSaving(app, saver, () => measureFirstViews(app, others.slice(viewers))),
    ),
    await measurePolling(app, others.slice(0, viewers)),
    await measureNotModified(app, others),
  ]
  await app.stop()
  return rows
}

function toFirstViewRow(circumstances: string, value: number): BenchRow {
  return toLimitRow({
    name: `CPU of a first view before the start, ${entrants.toLocaleString('en')} entrants${circumstances}`,
    figure: `${value.toFixed(1)} ms`,
    value,
    unit: ' ms',
    max: goalFirstViewMs,
  })
}

/** Milliseconds of CPU for a viewer whose token is new and who has nothing cached. */
async function measureFirstViews(app: RunningApp, some: readonly Viewer[]): Promise<number> {
  return measureCpu(app, some, (viewer) => requestView(app, viewer, 200))
}

async function measurePolling(app: RunningApp, some: readonly Viewer[]): Promise<BenchRow> {
  const etags = new Map<Viewer, string>()
  for (const viewer of some) {
    etags.set(viewer, (await requestView(app, viewer, 200)).headers['etag'] ?? '')
  }
  await app.clearTokens()
  const cpuMs = await measureCpu(app, some, (viewer) => requestView(app, viewer, 304, etags.get(viewer)))
  const value = (100 * cpuMs * requestsPerSecond) / 1000
  return toLimitRow({
    name: `1,000 viewers who each poll once a minute, ${entrants.toLocaleString('en')} entrants`,
    figure: `${value.toFixed(1)} % of one core`,
    value,
    unit: ' %',
    max: goalPercent,
  })
}

/** CPU time of the server per request, at the rate of 1,000 viewers. Saves in the meantime are included. */
async function measureCpu(
  app: RunningApp,
  some: readonly Viewer[],
  request: (viewer: Viewer) => Promise<unknown>,
): Promise<number> {
  const before = await app.usage()
  const startedAt = performance.now()
  const requests: Promise<unknown>[] = []
  for (const [index, viewer] of some.entries()) {
    await sleep(Math.max(0, startedAt + (1000 * index) / requestsPerSecond - performance.now()))
    requests.push(request(viewer))
  }
  await Promise.all(requests)
  const after = await app.usage()
  return (after.cpuMs - before.cpuMs) / some.length
}

/** How many 304 responses a second the server sends, relative to those for the leaderboard. */
async function measureNotModified(app: RunningApp, [viewer]: readonly Viewer[]): Promise<BenchRow> {
  if (!viewer) throw new Error('There are no viewers.')
  const url = urlOf(app)
  const leaderboardUrl = app.url + api.leaderboard(app.tournamentId)
  const toConditional = async (of: string) => ({
    ...headersOf(viewer),
    'if-none-match': (await getRaw(of, headersOf(viewer))).headers['etag'] ?? '',
  })
  const [headers, leaderboardHeaders] = [await toConditional(url), await toConditional(leaderboardUrl)]
  const rates: number[] = []
  const leaderboardRates: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    rates.push(await measureRate(url, headers))
    leaderboardRates.push(await measureRate(leaderboardUrl, leaderboardHeaders))
  }
  const ratio = median(rates.map((rate, round) => rate / (leaderboardRates[round] ?? 0)))
  return {
    name: `304 before the start, ${entrants.toLocaleString('en')} entrants`,
    figure: `${Math.round(median(rates)).toLocaleString('en')} requests/s`,
    value: median(rates),
    baseline: median(leaderboardRates),
    ratio,
    goal: `at least ${goalRatio} of the leaderboard's 304 rate`,
    isMet: ratio >= goalRatio,
  }
}

/** Runs `work` while one entrant changes their entry every second. */
async function whileSaving<Result>(app: RunningApp, saver: Viewer, work: () => Promise<Result>): Promise<Result> {
  const { entries = [] } = tournament.parse(JSON.parse((await getPlain(app, saver)).body.toString()))
  const own = entries.find(({ userId }) => userId === saver.userId)
  if (!own) throw new Error('The viewer who saves has no entry.')
  const { id, userId, tournamentId } = own
  const selections = own.selections.map(({ playerId }) => ({ playerId }))
  const headers = {
    ...(await fetchXsrfPair(app.url)),
    'content-type': 'application/json',
    authorization: `Bearer ${saver.token}`,
  }
  let saves = 0
  async function save(): Promise<void> {
    saves += 1
    const tiebreakers = [String(-saves), String(Math.floor(performance.now()))]
    const body = JSON.stringify({ id, userId, tournamentId, tiebreakers, selections })
    const response = await fetch(app.url + api.entry(), { method: 'PUT', headers, body })
    if (!response.ok) throw new Error(`A save failed: ${await response.text()}`)
  }
  const failures: unknown[] = []
  const timer = setInterval(() => save().catch((error: unknown) => failures.push(error)), 1000)
  const result = await work()
  clearInterval(timer)
  if (failures.length > 0) throw failures[0]
  return result
}

const urlOf = ({ url, tournamentId }: RunningApp) =>
  url + api.tournament(tournamentId, { players: true, entries: true })

const headersOf = ({ token }: Viewer) => ({ authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' })

const getPlain = (app: RunningApp, { token }: Viewer) => getRaw(urlOf(app), { authorization: `Bearer ${token}` })

async function requestView(
  app: RunningApp,
  viewer: Viewer,
  expectedStatus: number,
  etag?: string,
): Promise<RawResponse> {
  const headers = { ...headersOf(viewer), ...(etag !== undefined && { 'if-none-match': etag }) }
  const response = await getRaw(urlOf(app), headers)
  if (response.status !== expectedStatus) throw new Error(`A view returned ${response.status}.`)
  return response
}
