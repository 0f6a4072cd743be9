import type { Db } from '../db/database.ts'
import type { Log } from '../log.ts'
import { repeatTask } from '../repeated-task.ts'
import { listBlockedSince } from './user-blocking-store.ts'

type Options = {
  db: Db
  /** Called again after a restart for users who were blocked earlier. */
  onBlocked: (userId: number) => void
  log: Log
}

const intervalMs = 2000

/** Polls for blocked users, because on SQLite the admin command, which runs in another process, cannot publish an event. */
export function watchBlockedUsers({ db, onBlocked, log }: Options): { stop(): void } {
  let since = ''
  async function check(): Promise<void> {
    const blocked = await listBlockedSince(db, since)
    for (const { id, at } of blocked) {
      onBlocked(id)
      since = at
    }
  }
  return repeatTask(check, { intervalMs, log, failureText: 'failed to check for blocked users' })
}
