import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { addMail, saveNightlyBackup, version } from '#built/harness.mjs'
import { api, routePaths } from '#contract/paths.ts'
import { createFormBrowser } from '../support/form-browser.ts'
import { signIn } from '../support/oidc-client.ts'
import { readStream } from '../support/stream-reader.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

type Rule = {
  alert: string
  expr: string
  labels?: { severity?: string }
  annotations?: { summary?: string; description?: string }
}
type Rules = { groups: { rules: Rule[] }[] }

const token = 'a-token-of-the-monitoring-program'
let pool: TestPool

beforeAll(async () => {
  pool = await openTestPool({ metricsToken: token })
})
afterAll(() => pool.close())

const scrape = (given: string) => pool.call(routePaths.metrics, null, { headers: { authorization: given } })

/** The samples by their name with labels. */
async function readSamples(): Promise<Map<string, number>> {
  const response = await scrape(`Bearer ${token}`)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

const countOf = (samples: Map<string, number>, labels: string) =>
  samples.get(`player_pool_http_request_duration_seconds_count{${labels}}`)

it('only METRICS_TOKEN opens the metrics', async () => {
  const wrong = ['', 'Bearer ', `Bearer ${token}x`, `Bearer ${token.slice(1)}`, token, `Basic ${token}`]
  for (const given of [...wrong, `Bearer ${pool.people.admin.token}`]) {
    const response = await scrape(given)
    expect([response.status, response.headers.get('www-authenticate')], given).toEqual([401, 'Bearer'])
    expect(await response.text(), given).not.toContain('player_pool_')
  }
})

it('without METRICS_TOKEN there are no metrics', async () => {
  const other = await openTestPool({ withoutScores: true })
  const response = await other.call(routePaths.metrics, null, { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(404)
  await other.close()
})

const rules = (parse(readFileSync('docs/operations/examples/player-pool-rules.yaml', 'utf8')) as Rules).groups.flatMap(
  (group) => group.rules,
)

it('each alert says how severe it is, of which pool and what to do, and counts no other pool or program', () => {
  for (const { alert, expr, labels, annotations } of rules) {
    expect(['critical', 'warning'], alert).toContain(labels?.severity)
    expect(annotations?.summary, alert).toContain('{{ $labels.job }}: ')
    expect(annotations?.description, alert).toMatch(/\.$/)
    // An aggregation without the job would add up the pools of a Prometheus.
    for (const [aggregation] of expr.matchAll(/\b(sum|count|max|min|avg)\b[^(]*\([^)]*\)/g))
      expect(aggregation, alert).toMatch(/^\w+ by \(job(, \w+)?\)/)
    for (const [metric] of expr.matchAll(/\b(nodejs_\w+|process_\w+|up\b)(\{[^}]*\})?/g))
      expect(metric, alert).toContain('{job=~"player-pool.*"')
  }
})

it('the alerting rules use metrics that exist', async () => {
  expect(rules.length).toBeGreaterThan(3)
  const text = await (await scrape(`Bearer ${token}`)).text()
  for (const { alert, expr } of rules) {
    for (const [name] of expr.matchAll(/\b(player_pool|nodejs|process)_\w+/g))
      expect(text, alert).toContain(`\n# TYPE ${name.replace(/_bucket$/, '')} `)
  }
})

it('latency is labelled with the route pattern, whatever the response', async () => {
  const { player } = pool.people
  const board = api.leaderboard(pool.tournamentId)
  for (const path of [board, '/api/results/123', '/api/results/124', '/api/nothing', '/pool/17', '/pool/18']) {
    await (await pool.call(path, player)).text()
  }
  const samples = await readSamples()
  const route = (pattern: string, status: string) => `method="GET",route="${pattern}",status="${status}"`
  expect(countOf(samples, route('/api/leaderboard/:tournamentId', '2xx'))).toBe(1)
  expect(countOf(samples, route('/api/results/:userId', '4xx'))).toBe(2)
  expect(countOf(samples, route('(data)', '4xx'))).toBe(1)
  // Found only if the browser app has been built.
  const pages = ['2xx', '4xx'].map((status) => countOf(samples, route('(page)', status)))
  expect(pages).toContain(2)
  const text = [...samples.keys()].join('\n')
  expect(text).not.toMatch(/\/pool\/17|123|124/)
})

it('has the version, the leader and failed sign-ins', async () => {
  const { publicUrl } = pool.app.config
  const wrong = { email: 'nobody@example.org', password: 'wrong' }
  await expect(signIn(createFormBrowser(publicUrl), publicUrl, wrong)).rejects.toThrow()
  const samples = await readSamples()
  expect(samples.get('player_pool_sign_in_failures_total{by="password"}')).toBe(1)
  expect(samples.get(`player_pool_build_info{version="${version}"}`)).toBe(1)
  expect(samples.get('player_pool_leader')).toBe(1)
})

it('covers the feed, the listeners, the outbox, the database and the event loop', async () => {
  const { app, simulator, tournamentId } = pool
  const stream = await readStream(await pool.call(api.leaderboardStream(tournamentId), pool.people.player))
  await stream.next()
  const mail = { requestKey: 'metrics', recipient: 'pat@example.org', message: { subject: '', text: '', html: '' } }
  await addMail(app.database.db, mail, new Date())
  // Its next attempt is later: the outbox leaves it alone.
  const next_attempt_at = new Date(Date.now() + 3_600_000).toISOString()
  await app.database.db.updateTable('outbox').set({ next_attempt_at }).execute()
  await saveNightlyBackup(app.database.db, { made_at: new Date().toISOString(), bytes: 21_400, failure: 'no space' })
  const fresh = await readSamples()
  expect(fresh.get('player_pool_backup_age_seconds')).toBeLessThan(3600)
  expect(fresh.get('player_pool_backup_bytes')).toBe(21_400)
  expect(fresh.get('player_pool_backup_failed')).toBe(1)
  expect(fresh.get('player_pool_database_up')).toBe(1)
  expect(fresh.get('player_pool_stream_listeners')).toBe(1)
  expect(fresh.get('player_pool_feed_stale')).toBe(0)
  expect(fresh.get('player_pool_feed_age_seconds')).toBeGreaterThanOrEqual(0)
  expect(fresh.has('player_pool_feed_faults_total{reason="status"}')).toBe(false)
  expect(fresh.get('player_pool_outbox_backlog')).toBe(1)
  expect(fresh.get('player_pool_outbox_oldest_seconds')).toBeGreaterThanOrEqual(0)
  expect(fresh.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)

  expect(fresh.get('player_pool_ready')).toBe(1)

  simulator.faults.set('error-500')
  await app.feed.pollNow()
  const failed = await readSamples()
  expect(failed.get('player_pool_feed_stale')).toBe(1)
  expect(failed.get('player_pool_feed_faults_total{reason="status"}')).toBe(1)
  simulator.faults.set(null)
})
