import {
  defaultSettings,
  listSettings,
  type StoredSettings,
} from '#server/messages/notifications/notification-store.ts'
import type { Db } from '#server/platform/db/database.ts'
import { countRows, hasRow } from '#server/platform/db/row-count.ts'
import { embeddedIssuer } from '#server/users/identity-store.ts'
import { isActiveUser, isAdmitted } from '#server/users/user-store.ts'

type Invited = { tournamentId: number; invitationId: number | null; digests: readonly string[] }

/** Records addresses as invited to a tournament. Those that were invited to it before stay as they are. */
export async function addInvited(trx: Db, { tournamentId, invitationId, digests }: Invited, now: Date): Promise<void> {
  if (digests.length === 0) return
  const row = { tournament_id: tournamentId, invitation_id: invitationId, sent_at: now.toISOString() }
  await trx
    .insertInto('invitation_mails')
    .values(digests.map((digest) => ({ ...row, digest })))
    .onConflict((conflict) => conflict.columns(['tournament_id', 'digest']).doNothing())
    .execute()
}

/** The addresses that have been invited to a tournament. */
export async function listInvited(db: Db, tournamentId: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('invitation_mails')
    .select('digest')
    .where('tournament_id', '=', tournamentId)
    .execute()
  return new Set(rows.map(({ digest }) => digest))
}

/** The number of addresses that were invited after this time, to any tournament. */
export function countInvitedSince(db: Db, time: Date): Promise<number> {
  return countRows(db.selectFrom('invitation_mails').where('sent_at', '>', time.toISOString()))
}

/** The newest link that was sent to a tournament. */
export async function findMailedInvitation(db: Db, tournamentId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('invitation_mails')
    .select('invitation_id as id')
    .where('tournament_id', '=', tournamentId)
    .where('invitation_id', 'is not', null)
    .orderBy('invitation_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? undefined
}

/** The links of a tournament that were sent by email. */
export async function listMailedInvitations(db: Db, tournamentId: number): Promise<ReadonlySet<number | null>> {
  const rows = await db
    .selectFrom('invitation_mails')
    .select('invitation_id as id')
    .distinct()
    .where('tournament_id', '=', tournamentId)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Which of these addresses refuse invitations. */
export async function listRefusals(db: Db, digests: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('invitation_refusals')
    .select('digest')
    .where('digest', 'in', ['', ...digests])
    .execute()
  return new Set(rows.map(({ digest }) => digest))
}

/** Records that the owners of addresses want no invitations. Repeats change nothing. */
export async function addRefusals(trx: Db, digests: readonly string[], now: Date): Promise<void> {
  if (digests.length === 0) return
  await trx
    .insertInto('invitation_refusals')
    .values(digests.map((digest) => ({ digest, refused_at: now.toISOString() })))
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .execute()
}

/** To which tournaments these addresses were invited, and when their owner refused further invitations. */
export async function listOwnInvitations(db: Db, digests: readonly string[]) {
  const asked = ['', ...digests]
  return {
    emailed: await db
      .selectFrom('invitation_mails')
      .leftJoin('tournaments', 'tournaments.id', 'invitation_mails.tournament_id')
      .select(['tournaments.name as tournament', 'sent_at as askedAt'])
      .where('digest', 'in', asked)
      .orderBy('invitation_mails.id')
      .execute(),
    refused: await db
      .selectFrom('invitation_refusals')
      .select('refused_at as refusedAt')
      .where('digest', 'in', asked)
      .orderBy('refused_at')
      .execute(),
  }
}

/** Whether an invitation was ever sent to this address. */
export function hasBeenInvited(db: Db, digest: string): Promise<boolean> {
  return hasRow(db.selectFrom('invitation_mails').where('digest', '=', digest))
}

/** A person of the pool behind an address, as far as an invitation depends on it. */
export type Addressed = Pick<StoredSettings, 'choices' | 'timeZone'> & {
  readonly isBlocked: boolean
  readonly hasEntered: boolean
}

/**
 * The people of the pool whose own, merged or account's address is among these, by address. Who was merged is the target: it
 * decides whether they are blocked and what they want.
 */
export async function findAddressed(
  db: Db,
  tournamentId: number,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, readonly Addressed[]>> {
  const rows = await db
    .selectFrom('users')
    .select(['users.email', 'users.id', 'merged_into'])
    .where('users.email', 'in', ['', ...addresses])
    .union(
      db
        .selectFrom('accounts')
        .innerJoin('user_identities', (join) =>
          join.onRef('user_identities.subject', '=', 'accounts.id').on('user_identities.issuer', '=', embeddedIssuer),
        )
        .innerJoin('users', 'users.id', 'user_identities.user_id')
        .select(['accounts.email', 'users.id', 'merged_into'])
        .where('accounts.email', 'in', ['', ...addresses]),
    )
    .execute()
  const idOf = (row: (typeof rows)[number]) => row.merged_into ?? row.id
  const ids = [0, ...new Set(rows.map(idOf))]
  const settings = await listSettings(db, ids)
  const blocked = await listIds(db.selectFrom('users').select('id').where('is_blocked', '=', 1).where('id', 'in', ids))
  const entrants = await listIds(
    db
      .selectFrom('entries')
      .select('user_id as id')
      .where('tournament_id', '=', tournamentId)
      .where('withdrawn_at', 'is', null)
      .where('user_id', 'in', ids),
  )
  const found = new Map<string, Addressed[]>()
  for (const row of rows) {
    const id = idOf(row)
    const { choices, timeZone } = settings.get(id) ?? defaultSettings
    const person = { choices, timeZone, isBlocked: blocked.has(id), hasEntered: entrants.has(id) }
    found.set(row.email, [...(found.get(row.email) ?? []), person])
  }
  return found
}

async function listIds(query: { execute(): Promise<{ id: number }[]> }): Promise<ReadonlySet<number>> {
  return new Set((await query.execute()).map(({ id }) => id))
}

/** The tournament before this one that people entered, or whose places were imported. */
export async function findLastTournament(db: Db, { id, start }: { id: number; start: string }) {
  return db
    .selectFrom('tournaments')
    .select(['id', 'name'])
    .where('id', '!=', id)
    .where('start', '<=', start)
    .where(({ eb, or, exists }) =>
      or([
        exists(eb.selectFrom('entries').select('entries.id').whereRef('entries.tournament_id', '=', 'tournaments.id')),
        exists(eb.selectFrom('results').select('place').whereRef('results.tournament_id', '=', 'tournaments.id')),
      ]),
    )
    .orderBy('start', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The addresses of active people who entered a tournament or have places in it, each once. */
export async function listPlayerAddresses(db: Db, tournamentId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .distinct()
    .where(({ eb, or }) =>
      or([
        eb(
          'users.id',
          'in',
          eb
            .selectFrom('entries')
            .select('user_id')
            .where('tournament_id', '=', tournamentId)
            .where('withdrawn_at', 'is', null),
        ),
        eb('users.id', 'in', eb.selectFrom('results').select('user_id').where('tournament_id', '=', tournamentId)),
      ]),
    )
    .where(isActiveUser)
    .where((eb) => eb.not(isAdmitted(eb)))
    .orderBy('email')
    .execute()
  return rows.map(({ email }) => email)
}
