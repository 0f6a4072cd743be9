import { type QueryExecutorProvider, sql } from 'kysely'

type Details = Readonly<Record<string, unknown>>

/**
 * The audit log names people by id: names and addresses of known users become ids, and what belongs to nobody known is
 * removed.
 */
export async function auditLogWithoutNames(trx: QueryExecutorProvider): Promise<void> {
  const idsByEmail = await readIdsByEmail(trx)
  const { rows } = await sql<{ id: number; details: string }>`select id, details from audit_log
    where details like '%"email":%' or details like '%"userName":%'`.execute(trx)
  for (const { id, details } of rows) {
    const replaced = JSON.stringify(replacePeople(JSON.parse(details), idsByEmail))
    if (replaced !== details) await sql`update audit_log set details = ${replaced} where id = ${id}`.execute(trx)
  }
}

/** Addresses of users and of their accounts. Two users can have one address, which then says nothing. */
async function readIdsByEmail(trx: QueryExecutorProvider): Promise<Map<string, ReadonlySet<number>>> {
  const { rows } = await sql<{ id: number; email: string }>`select id, email from users
    union select user_identities.user_id as id, accounts.email from accounts
      join user_identities on user_identities.subject = accounts.id`.execute(trx)
  const byEmail = Map.groupBy(rows, ({ email }) => email.toLowerCase())
  return new Map([...byEmail].map(([email, users]) => [email, new Set(users.map(({ id }) => id))]))
}

/** `{ userId, email }` or `{ email }` of the operator's commands, `{ target, sources }` of a merge. */
function replacePeople(
  { email, target, sources, ...details }: Details,
  idsByEmail: ReadonlyMap<string, ReadonlySet<number>>,
): Details {
  const [onlyId, ...others] = typeof email === 'string' ? (idsByEmail.get(email.toLowerCase()) ?? []) : []
  const isKnown = onlyId !== undefined && others.length === 0 && details['userId'] === undefined
  return {
    ...(isKnown && { userId: onlyId }),
    ...(target !== undefined && { targetId: idOf(target) }),
    ...(Array.isArray(sources) && { sourceIds: sources.map(idOf) }),
    ...details,
  }
}

function idOf(person: unknown): unknown {
  return typeof person === 'object' && person !== null && 'id' in person ? person.id : null
}
