import type { FastifySchema } from 'fastify'
import * as z from 'zod/mini'
import { routePaths } from '#contract/paths.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { Policy } from '../http/policy-table.ts'
import type { JsonSchema, JsonSchemas } from './json-schemas.ts'
import type { Content, Operation, Parameter, Response } from './openapi-types.ts'
import type { createProblemResponses } from './problem-responses.ts'

/** The parts of a route's schema used only by the API description, besides the schemas that the framework applies. */
declare module 'fastify' {
  interface FastifySchema {
    operationId?: string
    summary?: string
    description?: string
    /** The refusals of this route, beyond those that follow from its policy and its input. */
    errors?: readonly ProblemCode[]
    /** Sent with an ETag; a request with this tag in If-None-Match is answered with 304. */
    hasEtag?: boolean
    /** Additional headers of the response (and of a 304), each with a description. */
    responseHeaders?: Readonly<Record<string, string>>
    /** The response is a stream of these server-sent events, by name. */
    events?: Readonly<Record<string, z.ZodMiniType>>
  }
}

/** A route of the API as it was registered. */
export type DescribedRoute = { method: string; url: string; policy: Policy; schema: FastifySchema }

type Components = { schemas: JsonSchemas; problems: ReturnType<typeof createProblemResponses> }

export function describeOperation(route: DescribedRoute, { schemas, problems }: Components): Operation {
  const { method, url, policy, schema } = route
  const body = schema.body instanceof z.core.$ZodType ? (schema.body as z.ZodMiniType) : undefined
  return {
    operationId: schema.operationId ?? '',
    tags: [toTag(url)],
    summary: schema.summary ?? '',
    description: [schema.description, describePolicy(policy)].filter(Boolean).join('\n\n'),
    security: policy.role === 'anyone' ? [] : [{ bearer: [] }],
    parameters: [
      ...listParameters('path', schema.params, schemas),
      ...listParameters('query', schema.querystring, schemas),
      ...(schema.hasEtag ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
      ...(policy.isWrite && method !== 'GET' ? [{ $ref: '#/components/parameters/XsrfToken' }] : []),
    ],
    ...(body && {
      requestBody: {
        required: !z.safeParse(body, undefined).success,
        content: { 'application/json': { schema: schemas.convert(body, 'input') } },
      },
    }),
    responses: {
      200: describeSuccess(schema, schemas),
      ...(schema.hasEtag && { 304: describeNotModified(schema) }),
      ...problems.listFor(method, policy, schema),
    },
  }
}

const descriptionPaths: readonly string[] = [routePaths.openapi, routePaths.apiDocs, routePaths.apiDocsStyles]

/** The first part of the path below /api; the rest is about the server itself. */
function toTag(url: string): string {
  return (!descriptionPaths.includes(url) && /^\/api\/(\w+)/.exec(url)?.[1]) || 'server'
}

function describePolicy({ role, rule, limit }: Policy): string {
  const often = limit ? ` At most ${limit.points} calls per user in ${limit.seconds} seconds.` : ''
  return `Required role: ${role}${rule ? ` (${rule})` : ''}.${often}`
}

function listParameters(where: 'path' | 'query', schema: unknown, schemas: JsonSchemas): Parameter[] {
  if (!(schema instanceof z.core.$ZodType)) return []
  const { properties = {}, required = [] } = schemas.convert(schema as z.ZodMiniType, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: required.includes(name),
    schema: property as JsonSchema,
  }))
}

type ResponseSchemas = {
  200?: z.ZodMiniType | { description: string; content: Record<string, { schema: z.ZodMiniType }> }
}

function describeSuccess(schema: FastifySchema, schemas: JsonSchemas): Response {
  const headers = listHeaders(schema)
  const { 200: found } = (schema.response ?? {}) as ResponseSchemas
  if (schema.events)
    return { description: 'Server-sent events.', ...headers, content: describeEvents(schema.events, schemas) }
  if (found === undefined) return { description: 'The content.', ...headers }
  if (found instanceof z.core.$ZodType) {
    return {
      description: 'Success.',
      ...headers,
      content: { 'application/json': { schema: schemas.convert(found as z.ZodMiniType, 'output') } },
    }
  }
  const { description, content } = found as Exclude<typeof found, z.ZodMiniType>
  const converted = Object.entries(content).map(([type, { schema: each }]) => [
    type,
    { schema: schemas.convert(each, 'output') },
  ])
  return { description, ...headers, content: Object.fromEntries(converted) }
}

/** OpenAPI 3.1 has no streams, so the stream is a text whose events have a schema (JSON Schema 2020-12, contentSchema). */
function describeEvents(events: NonNullable<FastifySchema['events']>, schemas: JsonSchemas): Content {
  const anyOf = Object.entries(events).map(([name, schema]) => ({
    type: 'object',
    properties: {
      event: { type: 'string', const: name },
      id: { type: 'string' },
      data: { type: 'string', contentMediaType: 'application/json', contentSchema: schemas.convert(schema, 'output') },
    },
    required: ['event', 'id', 'data'],
  }))
  const contentSchema = { type: 'array', items: { anyOf } }
  return {
    'text/event-stream': {
      schema: { type: 'string', contentMediaType: 'text/event-stream', contentSchema } as JsonSchema,
    },
  }
}

function describeNotModified(schema: FastifySchema): Response {
  return { description: 'The client has this version already. No body.', ...listHeaders(schema) }
}

function listHeaders({ hasEtag, responseHeaders = {} }: FastifySchema): Pick<Response, 'headers'> {
  if (!hasEtag && Object.keys(responseHeaders).length === 0) return {}
  const others = Object.entries(responseHeaders).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ])
  const etag = hasEtag && { ETag: { $ref: '#/components/headers/ETag' } }
  return { headers: { ...etag, ...Object.fromEntries(others) } }
}
