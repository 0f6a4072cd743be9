import type { FastifySchema } from 'fastify'
import * as z from 'zod/mini'
import { routePaths } from '#contract/paths.ts'
import { type HttpServer, readLimit, writeLimit } from '../http/http-server.ts'
import { policyTable } from '../http/policy-table.ts'
import { sendSnapshot } from '../http/send-snapshot.ts'
import { createSnapshot, type Snapshot } from '../http/snapshot.ts'
import { buildDocsPage } from './docs-page.ts'
import { docsStyles } from './docs-styles.ts'
import { buildOpenapiDocument } from './openapi-document.ts'
import type { DescribedRoute } from './operation.ts'
import { runInSteps } from './run-in-steps.ts'

type Description = { json: Snapshot; page: Snapshot }

/** Good compression without seconds of work: the description is composed on the first request. */
const brotliQuality = 5

/** Collects the routes for the API description. Must be called before they are added. */
export function collectRoutes(server: HttpServer): readonly DescribedRoute[] {
  const routes: DescribedRoute[] = []
  server.addHook('onRoute', ({ method, url, schema = {} }) => {
    const policy = policyTable[`${String(method)} ${url}`]
    if (policy) routes.push({ method: String(method), url, policy, schema })
  })
  return routes
}

/** The API description as OpenAPI and as a page, composed from the route schemas and the policy table. */
export function addOpenapiRoutes(server: HttpServer, routes: readonly DescribedRoute[]): void {
  let description: Promise<Description> | undefined
  const find = () => {
    description ??= describe(routes)
    return description
  }

  server.get(routePaths.openapi, { schema: openapiSchema }, async (request, reply) => {
    const { json } = await find()
    return sendSnapshot(request, reply, json)
  })

  server.get(routePaths.apiDocs, { schema: docsSchema }, async (request, reply) => {
    const { page } = await find()
    return sendSnapshot(request, reply, page, 'text/html; charset=utf-8')
  })

  server.get(routePaths.apiDocsStyles, { schema: stylesSchema }, async (_request, reply) =>
    reply.header('Cache-Control', 'public, max-age=3600').type('text/css; charset=utf-8').send(docsStyles),
  )
}

async function describe(routes: readonly DescribedRoute[]): Promise<Description> {
  const document = await runInSteps(buildOpenapiDocument(routes, { reads: readLimit, writes: writeLimit }))
  const page = await runInSteps(buildDocsPage(document))
  return {
    json: await createSnapshot(JSON.stringify(document), brotliQuality),
    page: await createSnapshot(page, brotliQuality),
  }
}

const openapiSchema = {
  operationId: 'getOpenapiDocument',
  summary: 'This description as OpenAPI 3.1',
  hasEtag: true,
  response: {
    200: {
      description: 'OpenAPI 3.1',
      content: { 'application/json': { schema: z.looseObject({ openapi: z.string() }) } },
    },
  },
} satisfies FastifySchema

const docsSchema = {
  operationId: 'getApiDocs',
  summary: 'This description as a page',
  hasEtag: true,
  response: { 200: { description: 'A page for people', content: { 'text/html': { schema: z.string() } } } },
} satisfies FastifySchema

const stylesSchema = {
  operationId: 'getApiDocsStyles',
  summary: 'The style sheet of the page',
  response: { 200: { description: 'CSS', content: { 'text/css': { schema: z.string() } } } },
} satisfies FastifySchema
