import { randomUUID } from 'node:crypto'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ProblemCode } from '#contract/problem.ts'
import { FeedError } from '../feed/feed-error.ts'
import { Problem } from './problem.ts'

/** Turns every refusal and every error into a response (docs/security.md, 4.5). */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblem(error)
  if (problem.status >= 500) {
    const cause = problem.cause ?? error
    request.log.error({ err: cause, fault: randomUUID(), route: request.routeOptions.url }, 'request failed')
  }
  if (problem.retryAfterSeconds !== undefined) reply.header('Retry-After', problem.retryAfterSeconds)
  if (problem.status === 401) reply.header('WWW-Authenticate', 'Bearer')
  return reply
    .code(problem.status)
    .header('Cache-Control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem.toDetails()))
}

export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = error.validation.map((issue) => ({
      field: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
      message: issue.message ?? 'is not valid',
    }))
    return new Problem('validation-failed', { fields })
  }
  if (error instanceof FeedError)
    return new Problem('feed-unavailable', { detail: error.message, cause: error })
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

const networkErrorCodes =
  /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/

/** The database is starting, stopping or out of connections, or it gave way to another transaction. */
const databaseErrorCodes = /^(57P0[123]|53300|55P03|57014|40001|40P01|08\w{3}|SQLITE_BUSY.*)$/

/** The database is restarting or busy: worth a retry, and not a bug. */
function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    networkErrorCodes.test(code) ||
    databaseErrorCodes.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|is not queryable/.test(error.message)
  )
}
