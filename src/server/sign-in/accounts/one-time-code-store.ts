import { randomBytes } from 'node:crypto'
import type { Db } from '#server/platform/db/database.ts'
import { sha256 } from '#server/platform/secrets/sha256.ts'

export type CodePurpose = 'confirm-email' | 'change-email' | 'reset-password' | 'sign-in'

export type AccountCode = {
  accountId: string
  /** The new address, for `change-email`. */
  email?: string | undefined
  /** Whether an organiser or the operator gets the code, instead of the mailbox. */
  isFromOther?: boolean
  /** The lifetime, if it differs from the default of the purpose. */
  days?: number
}

const minute = 60 * 1000
const lifetimes: Readonly<Record<CodePurpose, number>> = {
  'confirm-email': 24 * 60 * minute,
  'change-email': 24 * 60 * minute,
  'reset-password': 60 * minute,
  // Long enough to get from the end of a registration through the app back to the sign-in page.
  'sign-in': 5 * minute,
}

/**
 * Creates a one-time code and revokes earlier ones of the account for the same purpose. For an account that does not exist,
 * it runs the same statements and stores nothing.
 */
export async function createCode(db: Db, purpose: CodePurpose, about: AccountCode, now: Date): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  const lifetime = about.days ? about.days * 24 * 60 * minute : lifetimes[purpose]
  await removeCodes(db, about.accountId, purpose)
  await db
    .insertInto('account_codes')
    .columns(['digest', 'account_id', 'purpose', 'email', 'is_from_other', 'expires_at'])
    .expression(({ selectFrom, val }) =>
      selectFrom('accounts')
        .where('id', '=', about.accountId)
        .select([
          val(sha256(code)).as('digest'),
          'id',
          val(purpose).as('purpose'),
          val(about.email ?? null).as('email'),
          val(about.isFromOther ? 1 : 0).as('is_from_other'),
          val(new Date(now.getTime() + lifetime).toISOString()).as('expires_at'),
        ]),
    )
    .execute()
  return code
}

/** Finds a code that is still valid. */
export function findCode(db: Db, purpose: CodePurpose, code: string, now: Date) {
  return db
    .selectFrom('account_codes')
    .select(['account_id as accountId', 'email', 'is_from_other as isFromOther'])
    .where('digest', '=', sha256(code))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
}

/** Consumes a code. Of two concurrent calls, one succeeds. */
export function redeemCode(db: Db, purpose: CodePurpose, code: string, now: Date) {
  return db
    .deleteFrom('account_codes')
    .where('digest', '=', sha256(code))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now.toISOString())
    .returning(['account_id as accountId', 'email', 'is_from_other as isFromOther'])
    .executeTakeFirst()
}

export async function removeCodes(db: Db, accountId: string, purpose?: CodePurpose): Promise<void> {
  const codes = db.deleteFrom('account_codes').where('account_id', '=', accountId)
  await (purpose ? codes.where('purpose', '=', purpose) : codes).execute()
}

export async function removeExpiredCodes(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('account_codes').where('expires_at', '<=', now.toISOString()).execute()
}
