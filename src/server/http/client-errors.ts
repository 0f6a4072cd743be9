import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ProblemCode } from '#contract/problem.ts'
import { problemHeaders } from './error-handler.ts'
import { Problem } from './problem.ts'

const codes: Readonly<Record<string, ProblemCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
}

/**
 * Responds to what never becomes a request: text that is not HTTP, too many headers, or a request that takes too long
 * (docs/security.md, 4.1 and 4.3).
 */
export function createClientErrorHandler(securityHeaders: Readonly<Record<string, string>>) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    // A response that has begun cannot be replaced. Node itself finds it by `_httpMessage`.
    const { _httpMessage: begun } = socket as Socket & { _httpMessage?: { headersSent: boolean } | null }
    if (error.code === 'ECONNRESET' || !socket.writable || begun?.headersSent) {
      socket.destroy()
      return
    }
    socket.end(toText(new Problem(codes[error.code ?? ''] ?? 'bad-request'), securityHeaders))
  }
}

function toText(problem: Problem, securityHeaders: Readonly<Record<string, string>>): string {
  const body = JSON.stringify(problem.toDetails())
  const headers = {
    ...securityHeaders,
    ...problemHeaders,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`, ...lines, '', body].join('\r\n')
}
