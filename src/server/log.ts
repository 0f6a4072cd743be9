import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/**
 * One line of JSON per event. What must never be printed: tokens, cookies, passwords, mail bodies, and before the
 * start anybody's picks. Requests are logged by method, route and status; bodies and queries are not.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: ['req.headers', 'headers', '*.password', '*.token', 'authorization'], remove: true },
  }
  return destination ? pino(options, destination) : pino(options)
}
