/** The process that `pre-start` measures: a pool an hour before its start, with the rate limits off. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addPool, addRivals, bootApp, embeddedIssuer } from '#built/harness.mjs'
import { listFavourites } from '#simulator/simulated-entries.ts'
import { mintAccessToken } from '#test/support/access-token.ts'
import type { PreStartPool } from './pre-start-bench.ts'

const [entrants = 0, viewers = 0] = process.argv.slice(2).map(Number)
const dataFolder = mkdtempSync(join(tmpdir(), 'player-pool-bench-'))
const app = await bootApp({
  // Before the start, no scores are needed.
  feedUrl: 'http://127.0.0.1:1',
  dataFolder,
  database: { kind: 'sqlite', file: join(dataFolder, 'bench.db') },
  feedIntervalMs: 24 * 60 * 60 * 1000,
  rateLimitFactor: 0,
})
const tournamentId = await addPool(app, {
  espnId: '401999001',
  name: 'Bench',
  start: new Date(Date.now() + 3_600_000),
  favourites: listFavourites('bench'),
  entrantIds: await addRivals(app, entrants, embeddedIssuer),
})
const users = await app.database.db
  .selectFrom('user_identities')
  .innerJoin('users', 'users.id', 'user_identities.user_id')
  .select(['users.id', 'subject', 'name', 'email'])
  .orderBy('users.id', 'desc')
  .limit(viewers)
  .execute()
const pool: PreStartPool = {
  url: `http://127.0.0.1:${app.config.listen.port}`,
  tournamentId,
  viewers: await Promise.all(
    users.map(async ({ id, ...owner }) => ({
      userId: id,
      token: await mintAccessToken(app, owner, { payload: { email_verified: false } }),
    })),
  ),
}
process.send?.(pool)

// Each message asks for the CPU time so far, in milliseconds.
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.((user + system) / 1000)
})
process.on('disconnect', () => {
  rmSync(dataFolder, { recursive: true })
  process.exit(0)
})
