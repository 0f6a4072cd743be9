import type { Db } from '#server/platform/db/database.ts'

type UserPlan = {
  name?: string
  email?: string
  isAdmin?: boolean
  isPowerUser?: boolean
  isReal?: boolean
  /** Subjects at the provider of `testIssuer`. */
  subjects?: readonly string[]
}

export const testIssuer = 'https://id.example.org'

const at = '2026-04-01T00:00:00.000Z'

/** Inserts a user directly, without signing in. Returns the id. */
export async function addUser(db: Db, plan: UserPlan = {}): Promise<number> {
  const { name = 'Somebody', email = 'somebody@example.org', subjects = [] } = plan
  const { id } = await db
    .insertInto('users')
    .values({
      name,
      email,
      email_verified: 1,
      is_admin: plan.isAdmin ? 1 : 0,
      is_power_user: plan.isPowerUser ? 1 : 0,
      is_real: (plan.isReal ?? true) ? 1 : 0,
      profile_as_of: at,
      merged_into: null,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const identities = subjects.map((subject) => ({
    issuer: testIssuer,
    subject,
    user_id: id,
    created_at: at,
  }))
  if (identities.length > 0) await db.insertInto('user_identities').values(identities).execute()
  return id
}
