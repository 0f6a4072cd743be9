/**
 * The process that the benchmarks measure: the app with a leaderboard of 156 golfers, on a SQLite file, with the rate
 * limits off. It is driven over IPC: `{do: 'publish'}` makes a new version, and tells when.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addPool, addRivals, bootApp } from '#demo/pool-harness.ts'
import { startSimulator } from '#simulator/simulator-server.ts'
import { mintAccessToken } from '#test/support/access-token.ts'

const dataFolder = mkdtempSync(join(tmpdir(), 'player-pool-bench-'))
process.once('exit', () => rmSync(dataFolder, { recursive: true, force: true }))

const simulator = await startSimulator({ seed: 'bench', startAt: 'round-2-middle' })
const app = await bootApp({
  feedUrl: simulator.url,
  dataFolder,
  database: { kind: 'sqlite', file: join(dataFolder, 'bench.db') },
  // Only what the benchmark asks for is new.
  feedIntervalMs: 24 * 60 * 60 * 1000,
  rateLimitFactor: 0,
  ...(process.argv.includes('--web') && { webFolder: 'dist/web' }),
})
const entrants = Number(process.argv[2] ?? 10)
const userIds = await addRivals(app, Math.ceil(entrants / 3))
const tournamentId = await addPool(app, {
  espnId: simulator.eventId,
  name: simulator.name,
  start: new Date(Date.now() - 60_000),
  favourites: simulator.listGolfers(),
  entrantIds: userIds,
})
await app.feed.refreshTarget()
await app.feed.pollNow()
const token = await mintAccessToken(app, { subject: 'bench', name: 'Bench', email: 'bench@example.com' })

process.send?.({ url: `http://127.0.0.1:${app.config.listen.port}`, token, tournamentId, pid: process.pid })

process.on('message', async (message: { do: string }) => {
  if (message.do === 'publish') {
    simulator.advance(10)
    const at = performance.timeOrigin + performance.now()
    await app.feed.pollNow()
    process.send?.({ publishedAt: at, audience: app.hub.countListeners(tournamentId) })
  }
  if (message.do === 'memory') {
    process.send?.({ rss: process.memoryUsage().rss, audience: app.hub.countListeners(tournamentId) })
  }
})
process.on('disconnect', () => process.exit(0))
