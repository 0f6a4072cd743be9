import { problemDetails } from '#contract/problem-details.ts'
import type { RawResponse } from './raw-request.ts'

const common = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
const fileTypes =
  /^(?:text\/(?:javascript|css|plain|html|csv|calendar|event-stream)|image\/|font\/|application\/(?:(?:manifest|jwk-set)\+)?json\b|application\/octet-stream)/

/**
 * The undeclared part of a response; undefined if it has none. Every response has the headers of its kind, and a refusal is
 * a problem, a page of the sign-in provider or an error of OAuth (docs/security.md, 4.1 and 4.5).
 */
export function findUndeclared({ status, headers, body }: RawResponse): string | undefined {
  const type = headers.get('content-type') ?? ''
  const policy = headers.get('content-security-policy') ?? ''
  const cache = headers.get('cache-control') ?? ''
  for (const [name, value] of Object.entries(common)) if (headers.get(name) !== value) return `${name} is missing`
  if (!policy.startsWith("default-src 'none';")) return `the policy is ${policy}`
  if (cache === '') return 'nothing says how long it may be cached'
  if (status >= 500 && status !== 503) return `the status is ${status}`
  if (status < 400) return status === 200 && !fileTypes.test(type) ? `the type is ${type}` : undefined
  if (!cache.includes('no-store')) return `a refusal may be cached: ${cache}`
  if (type.startsWith('application/problem+json')) return findUndeclaredProblem(status, body)
  // Only the sign-in provider's responses have this in their policy and are not cached.
  const isProvider = policy.includes("form-action 'self'")
  if (isProvider && type.startsWith('text/html'))
    return body === '' || body.startsWith('<!doctype html>') ? undefined : body
  if (isProvider && type.startsWith('application/json'))
    return body === '' || 'error' in JSON.parse(body) ? undefined : body
  return `${status} has the type ${type}: ${body.slice(0, 200)}`
}

function findUndeclaredProblem(status: number, body: string): string | undefined {
  // The response to HEAD.
  if (body === '') return undefined
  const problem = problemDetails.safeParse(JSON.parse(body))
  if (!problem.success) return `a problem of another shape: ${body}`
  return problem.data.status === status ? undefined : `${status} says that it is ${problem.data.status}`
}
