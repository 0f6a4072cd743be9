import type { Db } from '../db/database.ts'
import type { Log } from '../log.ts'
import { listBlockedSince } from './user-blocking-store.ts'

type Options = {
  db: Db
  /** Called again after a start for users who were blocked before. */
  onBlocked: (userId: number) => void
  log: Log
}

const intervalMs = 2000

/** Looks for users whom the operator has blocked: a command in another process, which on SQLite can publish no event. */
export function watchBlockedUsers({ db, onBlocked, log }: Options): { stop(): void } {
  let since = ''
  async function check(): Promise<void> {
    const blocked = await listBlockedSince(db, since)
    for (const { id, at } of blocked) {
      onBlocked(id)
      since = at
    }
  }
  const timer = setInterval(() => {
    check().catch((error: unknown) => log.warn({ err: error }, 'failed to look for blocked users'))
  }, intervalMs)
  return { stop: () => clearInterval(timer) }
}
