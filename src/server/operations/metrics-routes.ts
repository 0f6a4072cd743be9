import { timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { routePaths } from '#contract/paths.ts'
import { findBearerToken } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { sha256 } from '#server/platform/secrets/sha256.ts'
import type { Metrics, PoolState } from './metrics.ts'

type Options = {
  /** Undefined without METRICS_TOKEN. */
  guarded: { metrics: Metrics; token: string } | undefined
  readState: () => Promise<PoolState>
}

export function addMetricsRoute(server: HttpServer, { guarded, readState }: Options): void {
  // 404 without METRICS_TOKEN, 401 without it in the request (docs/security.md, 10.5).
  server.get(routePaths.metrics, {
    schema: {
      operationId: 'getMetrics',
      summary: 'Figures for Prometheus',
      errors: ['not-found', 'unauthenticated'],
      response: {
        200: {
          description: "Figures of this process in Prometheus' text format",
          content: { 'text/plain': { schema: z.string() } },
        },
      },
    },
    handler: async (request, reply) => {
      if (!guarded) throw new Problem('not-found')
      const given = findBearerToken(request.headers.authorization)
      if (given === undefined || !isSame(given, guarded.token)) {
        throw new Problem('unauthenticated', { detail: 'The token is not METRICS_TOKEN.' })
      }
      return reply.type(guarded.metrics.contentType).send(await guarded.metrics.format(await readState()))
    },
  })
}

/** Compares two tokens in constant time, by digests of the same length. */
function isSame(given: string, token: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(token)))
}
