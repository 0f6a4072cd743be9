import { health, readiness } from '#contract/health-contract.ts'
import { routePaths } from '#contract/paths.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { version } from '#server/platform/settings/version.ts'
import type { HttpServer } from './http-server.ts'
import { requireReady } from './readiness.ts'

export function addHealthRoutes(server: HttpServer, { database, clock }: { database: Database; clock: Clock }): void {
  // Liveness.
  server.get(routePaths.health, {
    schema: { operationId: 'getHealth', summary: 'Whether the process responds', response: { 200: health } },
    handler: async () => ({ status: 'ok' as const, version }),
  })

  // Readiness.
  server.get(routePaths.ready, {
    schema: {
      operationId: 'getReadiness',
      summary: 'Whether requests can be served',
      description:
        '503 while the database does not respond, cannot be written or excludes this version, or the clocks disagree.',
      errors: ['unavailable'],
      response: { 200: readiness },
    },
    handler: async () => {
      await requireReady({ database, clock })
      return { status: 'ok' as const }
    },
  })
}
