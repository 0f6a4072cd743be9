import type { Clock } from '#server/db/clock.ts'
import type { Db } from '#server/db/database.ts'
import type { Log } from '#server/log.ts'
import { repeatTask } from '#server/repeated-task.ts'
import { findSigningKeys, type SigningKey } from './secrets-store.ts'

type Options = {
  db: Db
  clock: Pick<Clock, 'now'>
  /** The keys in use. */
  initial: readonly SigningKey[]
  /** Called with the keys in their new order; `hasRevoked` if one of the last keys is no longer there. */
  onChange: (keys: readonly SigningKey[], hasRevoked: boolean) => void
  log: Log
}

const intervalMs = 2000

/**
 * Polls for signing keys that the operator has added or revoked with a command in another process, and for a key that is
 * now old enough to sign.
 */
export function watchSigningKeys({ db, clock, initial, onChange, log }: Options): { stop(): void } {
  let currentIds = initial.map(({ kid }) => kid)

  async function check(): Promise<void> {
    const keys = await findSigningKeys(db, clock)
    const ids = keys.map(({ kid }) => kid)
    if (ids.join() === currentIds.join()) return
    const hasRevoked = currentIds.some((kid) => !ids.includes(kid))
    currentIds = ids
    onChange(keys, hasRevoked)
  }

  return repeatTask(check, { intervalMs, log, failureText: 'failed to check for new signing keys' })
}
