import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

const secrets = ['req.headers', 'headers', '*.password', '*.token', 'authorization']
/** PostgreSQL's words of a row that it refuses repeat the whole row: somebody's answers, somebody's hash. */
const rowDetailPaths = ['err.detail', 'err.where']

/**
 * One line of JSON per event. What must never be printed: tokens, cookies, passwords, mail bodies, and before the
 * start anybody's picks. Requests are logged by method, route and status; bodies and queries are not.
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
