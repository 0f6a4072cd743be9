import { health, readiness } from '#contract/health-contract.ts'
import { routePaths } from '#contract/paths.ts'
import type { Clock } from '../db/clock.ts'
import type { Database } from '../db/database.ts'
import { version } from '../version.ts'
import type { HttpServer } from './http-server.ts'
import { Problem } from './problem.ts'

/** A larger difference from the deciding clock would open or close entries wrongly (docs/security.md, 12.1). */
const maxClockSkewMs = 5000

export function addHealthRoutes(server: HttpServer, { database, clock }: { database: Database; clock: Clock }): void {
  // Liveness.
  server.get(
    routePaths.health,
    { schema: { operationId: 'getHealth', summary: 'Whether the process responds', response: { 200: health } } },
    async () => ({ status: 'ok' as const, version }),
  )

  // Readiness.
  server.get(
    routePaths.ready,
    {
      schema: {
        operationId: 'getReadiness',
        summary: 'Whether requests can be served',
        description: '503 while the database does not respond or cannot be written, or the clocks disagree.',
        errors: ['unavailable'],
        response: { 200: readiness },
      },
    },
    async () => {
      try {
        await database.check()
      } catch (cause) {
        throw new Problem('unavailable', { retryAfterSeconds: 2, cause })
      }
      const skewMs = Math.abs((await clock.authoritativeNow(database.db)).getTime() - clock.now().getTime())
      if (skewMs > maxClockSkewMs) {
        throw new Problem('unavailable', {
          detail: 'The server and database clocks are out of sync.',
          retryAfterSeconds: 30,
        })
      }
      return { status: 'ok' as const }
    },
  )
}
