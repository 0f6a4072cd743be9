import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ProblemCode } from '#contract/problem.ts'
import { ClockChangedError } from '#server/platform/db/clock.ts'
import { isDatabaseUnavailable } from '#server/platform/db/database-errors.ts'
import { findSignedIn } from './authenticate.ts'
import { Problem, ShownError } from './problem.ts'

/** Turns every refusal and every error into a response (docs/security.md, 4.5). */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblem(error)
  if (problem.status >= 500) {
    const cause = problem.cause ?? error
    request.log.error({ err: cause, route: request.routeOptions.url }, 'request failed')
  }
  logRefusal(request, problem)
  if (problem.retryAfterSeconds !== undefined) reply.header('Retry-After', problem.retryAfterSeconds)
  if (problem.status === 401) reply.header('WWW-Authenticate', 'Bearer')
  return reply.code(problem.status).headers(problemHeaders).send(JSON.stringify(problem.toDetails()))
}

/** Logs a 403: a missing right or a request that another site may have forged (docs/security.md, 14). */
export function logRefusal(request: FastifyRequest, { status, code }: Problem): void {
  if (status !== 403) return
  const { method, ip: address, routeOptions } = request
  const user = findSignedIn(request)?.user.id
  request.log.info({ code, user, method, route: routeOptions.url, address }, 'request refused')
}

export const problemHeaders = {
  'Cache-Control': 'no-store',
  'Content-Type': 'application/problem+json; charset=utf-8',
} as const

export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = error.validation.map((issue) => ({
      field: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
      message: issue.message ?? 'is not valid',
    }))
    return new Problem('validation-failed', { fields })
  }
  if (error instanceof ShownError) return new Problem(error.problem, { detail: error.message, cause: error })
  if (error instanceof ClockChangedError)
    return new Problem('unavailable', { detail: error.message, retryAfterSeconds: 30, cause: error })
  if (isDatabaseUnavailable(error)) return new Problem('unavailable', { retryAfterSeconds: 2, cause: error })
  const code = toClientErrorCode((error as FastifyError).statusCode)
  return new Problem(code, { cause: error })
}

/** Requests that the framework refuses before a route sees them. */
function toClientErrorCode(status: number | undefined): ProblemCode {
  if (status === 413) return 'payload-too-large'
  if (status === 415) return 'unsupported-media-type'
  if (status !== undefined && status >= 400 && status < 500) return 'bad-request'
  return 'internal-error'
}
