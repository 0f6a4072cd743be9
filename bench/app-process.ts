/** The process that the benchmarks measure: the app on a seeded SQLite file, with the rate limits off. */
import { join } from 'node:path'
import { addPool, addRivals, bootApp } from '#demo/pool-harness.ts'
import { embeddedIssuer } from '#server/users/identity-store.ts'
import { listFavourites } from '#simulator/simulated-entries.ts'
import { mintAccessToken } from '#test/support/access-token.ts'
import { type AppArguments, type AppCommand, benchSeed, type ServedApp } from './child-process.ts'

const plan = JSON.parse(process.argv[2] ?? '') as AppArguments
const app = await bootApp({
  feedUrl: plan.feedUrl,
  dataFolder: plan.dataFolder,
  database: { kind: 'sqlite', file: join(plan.dataFolder, 'bench.db') },
  // The feed is polled only on demand.
  feedIntervalMs: 24 * 60 * 60 * 1000,
  rateLimitFactor: 0,
  ...(plan.hasWeb && { webFolder: 'dist/web' }),
})
const tournamentId = await addPool(app, {
  espnId: plan.eventId,
  name: 'Bench',
  start: new Date(Date.now() + (plan.hasStarted ? -60_000 : 3_600_000)),
  favourites: listFavourites(benchSeed),
  entrantIds: await addRivals(app, plan.entrants, embeddedIssuer),
})
await app.feed.refreshTarget()
await app.feed.pollNow()
if (!(await app.hub.findLatest(tournamentId))) throw new Error('The feed did not respond, so there is no leaderboard.')

const token = await mintAccessToken(app, { subject: 'bench', name: 'Bench', email: 'bench@example.com' })
const started: ServedApp = {
  url: `http://127.0.0.1:${app.config.listen.port}`,
  token,
  tournamentId,
  viewers: await listViewers(plan.viewers ?? 0),
}
process.send?.(started)

/** Tokens of users with an entry. */
async function listViewers(count: number): Promise<ServedApp['viewers']> {
  const users = await app.database.db
    .selectFrom('user_identities')
    .innerJoin('users', 'users.id', 'user_identities.user_id')
    .select(['users.id', 'subject', 'name', 'email'])
    .where('issuer', '=', embeddedIssuer)
    .where('subject', '!=', 'bench')
    .orderBy('users.id', 'desc')
    .limit(count)
    .execute()
  return Promise.all(
    users.map(async ({ id, ...owner }) => ({
      userId: id,
      token: await mintAccessToken(app, owner, { payload: { email_verified: false } }),
    })),
  )
}

process.on('message', async ({ do: command }: AppCommand) => {
  if (command === 'poll-feed') {
    const publishedAt = performance.timeOrigin + performance.now()
    await app.feed.pollNow()
    process.send?.({ publishedAt })
  }
  if (command === 'usage') {
    const { user, system } = process.cpuUsage()
    const listeners = app.hub.countListeners(tournamentId)
    process.send?.({ cpuMs: (user + system) / 1000, rss: process.memoryUsage().rss, listeners })
  }
})
process.on('disconnect', () => process.exit(0))
