import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { readInBatches } from '#server/platform/concurrency/batches.ts'
import type { Db } from '#server/platform/db/database.ts'

/**
 * Records a privileged action; `userId` null means the command line (docs/rules.md, 11.4). The details name people by id,
 * under the keys of `personKeys`, so that nothing has to be removed when somebody is deleted.
 */
export async function addAuditEntry(
  db: Db,
  { userId, action, details }: { userId: number | null; action: string; details: Details },
  now: Date,
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({ at: now.toISOString(), user_id: userId, action, details: JSON.stringify(details) })
    .execute()
}

type Details = Readonly<Record<string, unknown>>

/** The newest `count` entries, or the newest before the id `before`. */
export async function listAuditEntries(db: Db, { before, count }: { before: number | undefined; count: number }) {
  const rows = await db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.user_id')
    .select(['audit_log.id', 'at', 'action', 'details', 'users.id as user_id', 'users.name'])
    .$if(before !== undefined, (query) => query.where('audit_log.id', '<', before ?? 0))
    .orderBy('audit_log.id', 'desc')
    .limit(count)
    .execute()
  return rows.map(({ user_id, name, details, ...entry }) => ({
    ...entry,
    user: user_id !== null && name !== null ? { id: user_id, name } : null,
    details: parseDetails(details),
  }))
}

/** Written by `addAuditEntry`, so it needs no validation. */
function parseDetails(details: string) {
  return JSON.parse(details) as Details
}

/** Oldest first, in batches that yield to other requests. */
export async function* streamAuditEntries(db: Db) {
  const batches = readInBatches((lastId) =>
    db
      .selectFrom('audit_log')
      .select(['id', 'at', 'user_id as userId', 'action', 'details'])
      .where('id', '>', lastId)
      .orderBy('id'),
  )
  for await (const rows of batches) {
    yield rows.map(({ details, ...entry }) => ({ ...entry, details: parseDetails(details) }))
    await yieldToEventLoop()
  }
}

/** The keys of details that hold the id of a user, or a list of them. */
const personKeys = ['userId', 'userIds', 'targetId', 'sourceIds']

/** The users whom the details name. */
export function listPeople(details: Details): number[] {
  return personKeys.flatMap((key) => toIds(details[key]))
}

/** The details without the ids of all other users. */
export function removeOtherPeople(details: Details, own: readonly number[]): Details {
  const entries = Object.entries(details).map(([key, value]) => {
    if (!personKeys.includes(key)) return [key, value]
    const ids = toIds(value).filter((id) => own.includes(id))
    return [key, Array.isArray(value) ? ids : ids[0]]
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function toIds(value: unknown): number[] {
  return [value].flat().filter((id) => typeof id === 'number')
}
