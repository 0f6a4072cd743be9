import { randomBytes } from 'node:crypto'
import type { Db } from './database.ts'

/** Reads a secret. The first process that needs it creates it; all read the same value. */
export async function getOrCreateSecret(db: Db, name: string, now: Date, make: () => string | Promise<string>) {
  const find = () => db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst()
  const known = await find()
  if (known) return known.value
  await db
    .insertInto('secrets')
    .values({ name, value: await make(), created_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const made = await find()
  if (!made) throw new Error(`The secret ${name} was removed while it was being created.`)
  return made.value
}

export function randomKey(): string {
  return randomBytes(32).toString('base64url')
}
