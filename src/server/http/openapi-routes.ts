import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { routePaths } from '#contract/paths.ts'
import type { HttpServer } from './http-server.ts'
import { policyTable } from './policy-table.ts'

/** The description of the API, made from the routes' schemas and the policy table. To be added before the routes. */
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
      const rule = policy.rule ? ` (${policy.rule})` : ''
      return {
        ...transformed,
        schema: {
          ...transformed.schema,
          description: `Who may call: ${policy.role}${rule}.`,
          security: policy.role === 'anyone' ? [] : [{ bearer: [] }],
        },
      }
    },
  })
}

export function addOpenapiRoute(server: HttpServer): void {
  server.get(routePaths.openapi, async () => server.swagger())
}
