import swagger, { type SwaggerTransformObject } from '@fastify/swagger'
import { createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'
import * as z from 'zod/mini'
import { routePaths, xsrfHeader } from '#contract/paths.ts'
import { type HttpServer, readLimit, writeLimit } from '#server/platform/http/http-server.ts'
import { sendSnapshot } from '#server/platform/http/send-snapshot.ts'
import { createSnapshot, quickBrotliQuality, type Snapshot } from '#server/platform/http/snapshot.ts'
import { describeRoute } from './route-description.ts'
import { schemaNames } from './schema-names.ts'

/**
 * Describes the API as OpenAPI: the routes that are added after this call. The description is generated once, before the
 * server listens, because that blocks the event loop (docs/decisions/008-the-api-description.md).
 */
export async function addOpenapiRoute(server: HttpServer): Promise<void> {
  let snapshot: Snapshot | undefined
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: { title: 'Player Pool', version: '1', description, license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: '/' }],
      components: { securitySchemes: { bearer } },
    },
    transform: describeRoute,
    transformObject,
  })
  server.addHook('onReady', async () => {
    snapshot = await createSnapshot(JSON.stringify(server.swagger()), quickBrotliQuality)
  })

  server.get(routePaths.openapi, {
    schema: {
      operationId: 'getOpenapiDocument',
      summary: 'This description as OpenAPI 3.1',
      hasEtag: true,
      response: { 200: z.looseObject({ openapi: z.string() }) },
    },
    handler: async (request, reply) => {
      if (!snapshot) throw new Error('The server is not ready.')
      return sendSnapshot(request, reply, snapshot)
    },
  })
}

const description = [
  'A golf tournament pool with a live leaderboard.',
  'Every call except the settings and the health checks needs an access token: `Authorization: Bearer TOKEN`. ' +
    '`GET /_configuration/golf` says where to sign in.',
  `A refusal is a problem (RFC 9457). A user can read ${readLimit.points} times in ${readLimit.seconds} seconds and ` +
    `change something ${writeLimit.points} times in ${writeLimit.seconds} seconds, unless a call has a limit of its own; ` +
    'then the response is 429 with `Retry-After`. After a 503, `Retry-After` gives the delay before the next attempt.',
  'A response with an `ETag` can be requested again with `If-None-Match`; if nothing has changed, the response is 304.',
  'A call that changes something needs the XSRF pair: the cookies of `GET /_configuration/golf`, and the value of the ' +
    `cookie \`XSRF-TOKEN\` in the header \`${xsrfHeader}\`.`,
].join('\n\n')

const bearer = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: 'An access token of the sign-in provider. Cookies do not authenticate.',
} as const

const addSchemas = createJsonSchemaTransformObject({ schemaRegistry: schemaNames })

/**
 * The library lists every schema twice, with the suffix Input for requests. Those that the routes use are kept, under one
 * name: no named schema of ours differs between requests and responses.
 */
const transformObject: SwaggerTransformObject = (input) => {
  const { components, ...document } = addSchemas(input) as Partial<OpenAPIV3_1.Document>
  const used = new Map<string, object>()
  function keepUsedBy(part: object): void {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = components?.schemas?.[name]
      const ownName = name.replace(/Input$/, '')
      if (!schema || used.has(ownName)) continue
      used.set(ownName, schema)
      keepUsedBy(schema)
    }
  }
  keepUsedBy(document.paths ?? {})
  const sort = (entries: [string, unknown][]) => Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
  const paths = sort(Object.entries(document.paths ?? {}))
  const text = JSON.stringify({ ...document, paths, components: { ...components, schemas: sort([...used]) } })
  return JSON.parse(text.replaceAll(/("#\/components\/schemas\/\w+?)Input"/g, '$1"'))
}
