import type { FastifySchema } from 'fastify'
import { type ProblemCode, problems, problemType } from '#contract/problem.ts'
import type { Policy } from '../http/policy-table.ts'
import type { Content, Reference, Response } from './openapi-types.ts'

/** The problems that follow from a route's policy and its input; `errors` of its schema has the others. */
function listProblems(method: string, { role, isWrite }: Policy, schema: FastifySchema): ProblemCode[] {
  const { body, params, querystring, errors = [] } = schema
  const list: ProblemCode[] = ['bad-request', ...errors]
  if (body || params || querystring) list.push('validation-failed')
  if (body) list.push('payload-too-large', 'unsupported-media-type')
  if (role !== 'anyone') list.push('unauthenticated', 'too-many-requests', 'unavailable')
  if (role !== 'anyone' && role !== 'user') list.push('forbidden')
  if (isWrite) list.push('cross-site')
  if (isWrite && method !== 'GET') list.push('antiforgery')
  return [...new Set(list)].sort()
}

/** The responses of a route to requests that it refuses, each set of problems once for all routes. */
export function createProblemResponses(content: Content) {
  const components: Record<string, Response> = {
    Problem: { description: 'Any other problem.', content },
  }

  function refer(status: number, codes: ProblemCode[]): Reference {
    const name = codes.map(toPascalCase).join('Or')
    components[name] = {
      description: codes.map(describe).join('\n'),
      ...headers[status],
      content,
    }
    return { $ref: `#/components/responses/${name}` }
  }

  return {
    components,
    listFor(method: string, policy: Policy, schema: FastifySchema): Record<string, Reference> {
      const byStatus = Map.groupBy(listProblems(method, policy, schema), (code) => problems[code][0])
      return {
        ...Object.fromEntries([...byStatus].map(([status, codes]) => [String(status), refer(status, codes)])),
        default: { $ref: '#/components/responses/Problem' },
      }
    },
  }
}

const retryAfter = { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }
const headers: Readonly<Record<number, Pick<Response, 'headers'>>> = {
  401: { headers: { 'WWW-Authenticate': { $ref: '#/components/headers/WwwAuthenticate' } } },
  429: retryAfter,
  503: retryAfter,
}

function describe(code: ProblemCode): string {
  return `- \`${problemType(code)}\`: ${problems[code][1]}`
}

function toPascalCase(code: ProblemCode): string {
  return code.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
}
