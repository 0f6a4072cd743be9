import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

const secrets = ['req.headers', 'headers', '*.password', '*.token', 'authorization']
/** When PostgreSQL rejects a row, its error repeats the whole row, including picks or a password hash. */
const rowDetailPaths = ['err.detail', 'err.where']

/**
 * One line of JSON per event. Never log tokens, cookies, passwords, email bodies or picks (docs/security.md, 14).
 * Requests are logged by method, route and status, without bodies and queries.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: [...secrets, ...rowDetailPaths], remove: true },
  }
  return destination ? pino(options, destination) : pino(options)
}
