import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { routePaths, xsrfHeader } from '#contract/paths.ts'
import { problemDetails } from '#contract/problem.ts'
import type { HttpServer } from './http-server.ts'
import { type Policy, policyTable } from './policy-table.ts'

/** Every error response has this form. `contract/problem` lists the codes. */
const refusal = {
  description: 'A problem (RFC 9457) identified by its type',
  content: {
    'application/problem+json': { schema: z.toJSONSchema(problemDetails, { target: 'draft-2020-12' }) },
  },
}

/** Writes need the token half of the XSRF pair (docs/security.md, 3.2). */
const xsrfHeaders = {
  type: 'object',
  properties: { [xsrfHeader]: { type: 'string' } },
  required: [xsrfHeader],
}

/** Describes the API from the route schemas and the policy table. Must be added before the routes. */
export async function addOpenapi(server: HttpServer): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Player Pool',
        version: '1',
        description: 'A golf tournament pool with a live leaderboard.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform(input) {
      const transformed = jsonSchemaTransform(input)
      const policy = policyTable[`${String(input.route.method)} ${input.route.url}`]
      if (!policy) return { ...transformed, schema: { ...transformed.schema, hide: true } }
      const response = transformed.schema?.['response']
      return {
        ...transformed,
        schema: {
          ...transformed.schema,
          description: describe(policy),
          security: policy.role === 'anyone' ? [] : [{ bearer: [] }],
          ...(policy.isWrite && input.route.method !== 'GET' && { headers: xsrfHeaders }),
          ...(typeof response === 'object' && { response: { ...response, default: refusal } }),
        },
      }
    },
  })
}

function describe({ role, rule, limit }: Policy): string {
  const often = limit ? ` At most ${limit.points} calls per user in ${limit.seconds} seconds.` : ''
  return `Required role: ${role}${rule ? ` (${rule})` : ''}.${often}`
}

export function addOpenapiRoute(server: HttpServer): void {
  server.get(routePaths.openapi, async () => server.swagger())
}
