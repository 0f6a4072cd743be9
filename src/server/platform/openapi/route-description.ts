import type { SwaggerTransform } from '@fastify/swagger'
import type { FastifySchema } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { routePaths, xsrfHeader } from '#contract/paths.ts'
import { type ProblemCode, problems, problemType } from '#contract/problem.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { type Policy, policyTable } from '#server/platform/http/policy-table.ts'
import { schemaNames } from './schema-names.ts'

/** The parts of a route's schema used only by the API description, besides the schemas that the framework applies. */
declare module 'fastify' {
  interface FastifySchema {
    /** The refusals of this route, beyond those that follow from its policy and its input. */
    errors?: readonly ProblemCode[]
    /** Sent with an ETag; a request with this tag in If-None-Match is answered with 304. */
    hasEtag?: boolean
    /** Additional headers of the response (and of a 304), each with a description. */
    responseHeaders?: Readonly<Record<string, string>>
  }
}

const convert = createJsonSchemaTransform({ schemaRegistry: schemaNames })

/** Describes a route by its schema and its entry in the policy table. Routes without an entry are not part of the API. */
export const describeRoute: SwaggerTransform = (route) => {
  const { schema, url } = route
  const method = String(route.route.method)
  const policy = policyTable[`${method} ${url}`]
  if (!policy) return { schema: { hide: true }, url }
  const { hasEtag, responseHeaders = {} } = schema
  const { schema: converted } = convert({
    ...route,
    schema: {
      ...schema,
      tags: [url === routePaths.openapi ? 'server' : (/^\/api\/(\w+)/.exec(url)?.[1] ?? 'server')],
      description: [schema.description, describePolicy(policy)].filter(Boolean).join('\n\n'),
      security: policy.role === 'anyone' ? [] : [{ bearer: [] }],
      response: { ...describeSuccess(schema.response), ...describeProblems(listProblems(method, policy, schema)) },
    },
  })
  const responses = converted.response as Record<string, object>
  const headers = {
    ...(hasEtag && { ETag: toText('The version of the content.') }),
    ...Object.fromEntries(Object.entries(responseHeaders).map(([name, text]) => [name, toText(text)])),
  }
  const requiredHeaders = policy.isWrite && method !== 'GET' ? [xsrfHeader] : []
  return {
    url,
    schema: {
      ...converted,
      headers: {
        type: 'object',
        properties: {
          ...(hasEtag && { 'If-None-Match': toText('The `ETag` of the version that the client has.') }),
          ...Object.fromEntries(requiredHeaders.map((name) => [name, xsrfToken])),
        },
        required: requiredHeaders,
      },
      response: {
        ...responses,
        200: { ...(responses['200'] ?? { description: 'The content.', type: 'null' }), headers },
        ...(hasEtag && { 304: { description: 'The client has this version already.', type: 'null', headers } }),
        ...Object.fromEntries(
          Object.entries(problemHeaders).flatMap(([status, added]) =>
            responses[status] ? [[status, { ...responses[status], headers: added }]] : [],
          ),
        ),
      },
    },
  }
}

const toText = (description: string) => ({ type: 'string', description })

const xsrfToken = toText('The value of the cookie `XSRF-TOKEN`, sent together with the cookies.')
const retryAfter = { type: 'integer', minimum: 0, description: 'After how many seconds the call can be tried again.' }
const problemHeaders = {
  401: { 'WWW-Authenticate': toText('`Bearer`') },
  429: { 'Retry-After': retryAfter },
  503: { 'Retry-After': retryAfter },
}

function describePolicy({ role, rule, limit }: Policy): string {
  const often = limit ? ` At most ${limit.points} calls per user in ${limit.seconds} seconds.` : ''
  return `Required role: ${role}${rule ? ` (${rule})` : ''}.${often}`
}

type Success = { 200?: z.ZodMiniType | { content: object } }

function describeSuccess(response: unknown): object {
  const { 200: success } = (response ?? {}) as Success
  if (!(success instanceof z.core.$ZodType)) return { ...(success && { 200: success }) }
  return { 200: { description: 'Success.', content: { 'application/json': { schema: success } } } }
}

/** The problems that follow from a route's policy and its input; `errors` of its schema has the others. */
function listProblems(method: string, { role, isWrite }: Policy, schema: FastifySchema): ProblemCode[] {
  const { body, params, querystring, errors = [] } = schema
  const list: ProblemCode[] = ['bad-request', ...errors]
  if (params) list.push('not-found')
  if (body || params || querystring) list.push('validation-failed')
  if (body) list.push('payload-too-large', 'unsupported-media-type')
  if (role !== 'anyone') list.push('unauthenticated', 'token-refused', 'too-many-requests', 'unavailable')
  if (role !== 'anyone' && role !== 'user') list.push('forbidden')
  if (isWrite) list.push('cross-site')
  if (isWrite && method !== 'GET') list.push('antiforgery')
  return [...new Set(list)].sort()
}

function describeProblems(codes: readonly ProblemCode[]): object {
  const content = { 'application/problem+json': { schema: problemDetails } }
  const byStatus = Map.groupBy(codes, (code) => problems[code][0])
  const described = [...byStatus].map(([status, codesOfStatus]) => {
    const description = codesOfStatus.map((code) => `- \`${problemType(code)}\`: ${problems[code][1]}`).join('\n')
    return [status, { description, content }]
  })
  return { ...Object.fromEntries(described), default: { description: 'Any other problem.', content } }
}
