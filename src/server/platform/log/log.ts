import { hostname } from 'node:os'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { rootFolder } from '#server/root-folder.ts'
import { toReadableLine } from './log-text.ts'

export type Log = Logger

const secrets = ['req.headers', 'headers', '*.password', '*.token', 'authorization']
/** When PostgreSQL rejects a row, its error repeats the whole row, including picks or a password hash. */
const rowDetailPaths = ['err.detail', 'err.where']

/** `text` is for people, and has fewer details. */
export type LogFormat = 'json' | 'text'

type Choices = {
  format?: LogFormat
  /** Whether an error is no fault of the program: then its stack is logged only at level debug. */
  isExpected?(error: unknown): boolean
}

/**
 * One line of JSON per event, or of text. Never log tokens, cookies, passwords, email bodies or picks (docs/security.md, 14).
 * Requests are logged by method, route and status, without bodies and queries.
 */
export function createLog(
  level: string,
  destination?: DestinationStream,
  { format = 'json', isExpected = () => false }: Choices = {},
): Log {
  const hasAllStacks = level === 'debug' || level === 'trace'
  const options: LoggerOptions = {
    level,
    base: { pid: process.pid, instance: hostname() },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: [...secrets, ...rowDetailPaths], remove: true },
    serializers: { err: (error: unknown) => describeError(error, hasAllStacks || !isExpected(error)) },
    hooks: { logMethod: createFloodFilter() },
  }
  if (format === 'json') return destination ? pino(options, destination) : pino(options)
  const output = destination ?? pino.destination({ sync: true })
  return pino(options, { write: (line) => output.write(toReadableLine(line)) })
}

function describeError(error: unknown, hasStack: boolean) {
  if (!(error instanceof Error)) return error
  const described = pino.stdSerializers.err(error)
  described.message = toSentence(error)
  if (!hasStack) {
    const { stack: _stack, aggregateErrors: _errors, ...rest } = described
    return rest
  }
  // Stack traces name files from the root of the product.
  if (typeof described.stack === 'string') described.stack = described.stack.replaceAll(rootFolder, '')
  return described
}

/** The message with its causes: "The sports feed could not be reached: connect ECONNREFUSED 192.0.2.1:443." */
function toSentence(error: Error): string {
  const messages: string[] = []
  for (let cause: unknown = error; cause instanceof Error && messages.length < maxCauses; cause = cause.cause) {
    const { message, code }: Error & { code?: unknown } = cause
    // What fetch itself says adds nothing to its cause.
    if (message !== 'fetch failed' || !(cause.cause instanceof Error))
      messages.push(message || String(code ?? cause.name))
  }
  const [first = '', ...causes] = messages
  if (causes.length === 0) return first
  const end = first.endsWith('.') ? '.' : ''
  return `${[first, ...causes].map((message) => message.replace(/\.$/, '')).join(': ')}${end}`
}

const maxCauses = 5

const warning = 40
const fatal = 60
const floodWindowMs = 60_000
/** The number of lines with the same text and reason that are written in a minute; the others are counted. */
const floodLimit = 10

/** Warnings and errors only: other lines, such as refused sign-ins, may matter one by one. */
function createFloodFilter(): NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> {
  const counts = new Map<string, number>()
  return function filter(args, method, level) {
    if (level < warning || level >= fatal) return method.apply(this, args)
    const [details, text] = args as [unknown, unknown]
    const key = `${text ?? details} ${findReason(details)}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (count <= floodLimit) method.apply(this, args)
    if (count > 1) return
    setTimeout(() => {
      const omitted = (counts.get(key) ?? 0) - floodLimit
      counts.delete(key)
      if (omitted > 0) method.apply(this, [{ omitted, reason: findReason(details) }, String(text ?? details)])
    }, floodWindowMs).unref()
  }
}

function findReason(details: unknown): string | undefined {
  const { err, reason } = Object(details)
  return err instanceof Error ? err.message : reason
}
