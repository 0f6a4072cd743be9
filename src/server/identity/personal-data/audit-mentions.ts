import { streamAuditRows } from '#server/audit-log/audit-log-store.ts'
import type { Db } from '#server/db/database.ts'

/** The person in the audit log: the user, those merged into them, and the addresses that are only theirs. */
export type Subject = { userIds: readonly number[]; emails: readonly string[] }

export type Mention = { id: number; at: string; userId: number | null; action: string; details: unknown }

/** The rows that a person wrote or is mentioned in, oldest first; yields to other requests in between. */
export async function* findMentions(db: Db, subject: Subject): AsyncGenerator<Mention> {
  for await (const rows of streamAuditRows(db)) {
    for (const { id, at, user_id, action, details } of rows) {
      const isOwn = user_id !== null && subject.userIds.includes(user_id)
      // Much cheaper than parsing every row.
      if (!isOwn && !mayMention(details, subject)) continue
      const parsed: unknown = JSON.parse(details)
      if (isOwn || mentions(parsed, subject)) yield { id, at, userId: user_id, action, details: parsed }
    }
  }
}

function mayMention(text: string, { userIds, emails }: Subject): boolean {
  return userIds.some((id) => text.includes(String(id))) || emails.some((email) => text.includes(email))
}

function mentions(value: unknown, subject: Subject): boolean {
  if (typeof value === 'string') return subject.emails.includes(value)
  if (Array.isArray(value)) return value.some((item) => mentions(item, subject))
  if (!isRecord(value)) return false
  return isPersonIn(value, subject) || Object.values(value).some((inner) => mentions(inner, subject))
}

/** The details with this name and address instead of the person's. */
export function replacePerson(value: unknown, subject: Subject, other: { name: string; email: string }): unknown {
  if (typeof value === 'string') return subject.emails.includes(value) ? other.email : value
  if (Array.isArray(value)) return value.map((item) => replacePerson(item, subject, other))
  if (!isRecord(value)) return value
  const isPerson = isPersonIn(value, subject)
  const replaced = Object.entries(value).map(([key, inner]) => {
    if (isPerson && key === 'name') return [key, other.name]
    if (isPerson && (key === 'email' || key === 'userName')) return [key, other.email]
    return [key, replacePerson(inner, subject, other)]
  })
  return Object.fromEntries(replaced)
}

/** The details without the ids, names and addresses of other people. */
export function removeOthers(value: unknown, subject: Subject): unknown {
  if (typeof value === 'string') return isAddressOfOther(value, subject) ? undefined : value
  if (Array.isArray(value)) return value.map((item) => removeOthers(item, subject)).filter((item) => item !== undefined)
  if (!isRecord(value)) return value
  if (isPersonObject(value) && !isPersonIn(value, subject)) return undefined
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [key, removeOthers(inner, subject)] as const)
      .filter(([, inner]) => inner !== undefined),
  )
}

/** `{ id, name, userName }`, as in a merge, or `{ userId, email }`, as in the operator's commands. */
function isPersonObject(value: Record<string, unknown>): boolean {
  return 'userName' in value || 'userId' in value || 'email' in value
}

function isPersonIn(value: Record<string, unknown>, { userIds, emails }: Subject): boolean {
  const { userId, id, userName, email } = value
  if (typeof userId === 'number') return userIds.includes(userId)
  if (typeof userName === 'string') return typeof id === 'number' ? userIds.includes(id) : emails.includes(userName)
  return typeof email === 'string' && emails.includes(email)
}

function isAddressOfOther(text: string, { emails }: Subject): boolean {
  return /^\S+@\S+$/.test(text) && !emails.includes(text)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
