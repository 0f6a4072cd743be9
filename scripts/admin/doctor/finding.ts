import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '#server/platform/start/operator-error.ts'

/** `wrong` requires action; `note` may be intended. The text states the finding or the remedy. */
export type Finding = { what: string; state: 'ok' | 'note' | 'wrong'; text: string }

export type Check = () => Promise<Omit<Finding, 'what'> | Omit<Finding, 'what'>[]>

const timeoutMs = 20_000

export const ok = (text: string) => ({ state: 'ok' as const, text })
export const note = (text: string) => ({ state: 'note' as const, text })
export const wrong = (text: string) => ({ state: 'wrong' as const, text })

/** Never rejects, and never takes longer than the timeout. */
export async function runCheck(what: string, check: Check): Promise<Finding[]> {
  const timeout = sleep(timeoutMs, wrong(`no response within ${timeoutMs / 1000} seconds`), { ref: false })
  try {
    const found = await Promise.race([check(), timeout])
    return (Array.isArray(found) ? found : [found]).map((finding) => ({ what, ...finding }))
  } catch (error) {
    return [{ what, ...wrong(describeError(error)) }]
  }
}

/** The message of an error without its full stop, unless the error is for an operator. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof OperatorError) return error.message
  const cause = error.cause instanceof Error ? ` (${describeError(error.cause)})` : ''
  const code = 'code' in error ? String(error.code) : error.name
  return `${(error.message || code).replace(/\.$/, '')}${cause}`
}
