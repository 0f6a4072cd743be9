import { expressionBuilder } from 'kysely'
import { entryFormPath } from '#contract/identity-paths.ts'
import type { NewInvitationRequest } from '#contract/invitation-contract.ts'
import type { StartTimes } from '#domain/tournament/tournament.ts'
import type { Db } from '#server/platform/db/database.ts'
import { countRows } from '#server/platform/db/row-count.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { sha256 } from '#server/platform/secrets/sha256.ts'
import { toAnnouncement } from '#server/pool/tournaments/announcement-store.ts'

export type Invitation = ReturnType<typeof toInvitation>

/** What an invitation belongs to: a tournament or, until there is one, an announced event. */
export type InvitationSubject = { readonly tournamentId: number } | { readonly eventId: string }

export type NewInvitation = NewInvitationRequest & {
  subject: InvitationSubject
  salt: string
  token: string
  creatorId: number
}

/** Rows without an account that one invitation keeps; anyone with the link could add any number. */
const maxAnonymousGuests = 500

/** Returns false if a request with this key has added one before. */
export async function addInvitation(trx: Db, added: NewInvitation, now: Date): Promise<boolean> {
  const result = await trx
    .insertInto('invitations')
    .values({
      tournament_id: 'tournamentId' in added.subject ? added.subject.tournamentId : null,
      event_id: 'eventId' in added.subject ? added.subject.eventId : null,
      request_key: added.requestKey,
      salt: added.salt,
      digest: sha256(added.token),
      created_by: added.creatorId,
      created_at: now.toISOString(),
      expires_at: added.expiresAt,
      max_uses: added.maxUses,
      is_on_wall: added.isOnWall ? 1 : 0,
      is_for_watchers: added.isForWatchers ? 1 : 0,
    })
    .onConflict((conflict) => conflict.column('request_key').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Finds an invitation by the digest of its token, so that the time of the look-up says nothing about the token. */
export async function findInvitationByToken(db: Db, token: string): Promise<Invitation | undefined> {
  const row = await selectInvitations(db).where('digest', '=', sha256(token)).executeTakeFirst()
  return row && toInvitation(row)
}

export async function findInvitation(db: Db, id: number): Promise<Invitation | undefined> {
  const row = await selectInvitations(db).where('invitations.id', '=', id).executeTakeFirst()
  return row && toInvitation(row)
}

export async function findInvitationByKey(db: Db, requestKey: string): Promise<Invitation | undefined> {
  const row = await selectInvitations(db).where('request_key', '=', requestKey).executeTakeFirst()
  return row && toInvitation(row)
}

/** Lists the invitations of a tournament or an announced event, newest first, and the watchers' links of all tournaments, which do not end. */
export async function listInvitations(db: Db, subject: InvitationSubject): Promise<Invitation[]> {
  const rows = await selectInvitations(db).where(isListedWith(subject)).orderBy('invitations.id', 'desc').execute()
  return rows.map(toInvitation)
}

/** Returns false if it was already revoked. */
export async function revokeInvitation(trx: Db, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('invitations')
    .set({ revoked_at: now.toISOString() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Consumes one use, in the transaction that creates the account. Concurrent calls never consume more than are left. */
export async function consumeUse(trx: Db, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('invitations')
    .set(({ eb }) => ({ uses: eb('uses', '+', 1) }))
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now.toISOString())]))
    .where(({ eb, or, ref }) => or([eb('max_uses', 'is', null), eb('uses', '<', ref('max_uses'))]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Gives back the use with which this account was created, if it was. */
export async function returnUses(trx: Db, accountId: string): Promise<void> {
  await trx
    .updateTable('invitations')
    .set(({ eb }) => ({ uses: eb('uses', '-', 1) }))
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('invitation_guests')
        .select('invitation_id')
        .where('account_id', '=', accountId)
        .where('registered_at', 'is not', null),
    )
    .execute()
}

type Guest = { invitationId: number; browserId: string }

type GuestWithAccount = Guest & { accountId: string; isNewAccount: boolean }

/** Records that an invitation was opened in a browser. Repeats change nothing. */
export async function addGuest(db: Db, { invitationId, browserId }: Guest, now: Date): Promise<void> {
  const anonymous = db.selectFrom('invitation_guests').where('account_id', 'is', null)
  if ((await countRows(anonymous.where('invitation_id', '=', invitationId))) >= maxAnonymousGuests) return
  await insertGuest(db, { invitationId, browserId }, now)
}

/**
 * Records the account of a browser's guest. A browser whose guest has an account, such as a shared one, gets another
 * guest; an account is one guest of an invitation, even with several browsers.
 */
export async function setGuestAccount(db: Db, guest: GuestWithAccount, now: Date): Promise<void> {
  const { invitationId, accountId, isNewAccount } = guest
  const known = await db
    .selectFrom('invitation_guests')
    .select('id')
    .where('invitation_id', '=', invitationId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (known) return
  const values = { account_id: accountId, registered_at: isNewAccount ? now.toISOString() : null }
  const { numUpdatedRows } = await db
    .updateTable('invitation_guests')
    .set(values)
    .where('invitation_id', '=', invitationId)
    .where('browser', '=', sha256(guest.browserId))
    .where('account_id', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    await insertGuest(db, { invitationId, browserId: `${guest.browserId} ${accountId}` }, now, values)
}

async function insertGuest(
  db: Db,
  { invitationId, browserId }: Guest,
  now: Date,
  values: { account_id?: string; registered_at?: string | null } = {},
): Promise<void> {
  await db
    .insertInto('invitation_guests')
    .values({ invitation_id: invitationId, browser: sha256(browserId), opened_at: now.toISOString(), ...values })
    .onConflict((conflict) => conflict.columns(['invitation_id', 'browser']).doNothing())
    .execute()
}

/** The last invitation of an account: its owner may confirm the address on another device. */
export async function findInvitationOfAccount(db: Db, accountId: string): Promise<Invitation | undefined> {
  const row = await selectInvitations(db)
    .innerJoin('invitation_guests', 'invitation_guests.invitation_id', 'invitations.id')
    .where('invitation_guests.account_id', '=', accountId)
    .orderBy('invitation_guests.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toInvitation(row)
}

/** Lists people who registered or signed in after opening an invitation of the tournament, newest first. `issuer`: the issuer of their accounts. */
export function listGuests(db: Db, subject: InvitationSubject, issuer: string) {
  return db
    .selectFrom('invitation_guests')
    .innerJoin('invitations', 'invitations.id', 'invitation_guests.invitation_id')
    .innerJoin('accounts', 'accounts.id', 'invitation_guests.account_id')
    .leftJoin('user_identities', (join) =>
      join.onRef('user_identities.subject', '=', 'accounts.id').on('user_identities.issuer', '=', issuer),
    )
    .leftJoin('users', 'users.id', 'user_identities.user_id')
    .leftJoin('entries', (join) =>
      join
        .onRef('entries.user_id', '=', 'users.id')
        .onRef('entries.tournament_id', '=', 'invitations.tournament_id')
        .on('entries.withdrawn_at', 'is', null),
    )
    .select(['invitation_id as invitationId', 'opened_at as openedAt', 'registered_at as registeredAt'])
    .select(['accounts.id as accountId', 'users.id as userId'])
    .select(({ fn }) => [fn.coalesce('users.name', 'accounts.name').as('name'), 'entries.created_at as enteredAt'])
    .where(isListedWith(subject))
    .orderBy('invitation_guests.id', 'desc')
    .execute()
}

/** Counts the browsers and accounts that opened each invitation of the tournament. */
export async function countOpened(db: Db, subject: InvitationSubject): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('invitation_guests')
    .innerJoin('invitations', 'invitations.id', 'invitation_guests.invitation_id')
    .select(['invitation_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where(isListedWith(subject))
    .groupBy('invitation_id')
    .execute()
  return new Map(rows.map((row) => [row.invitation_id, row.count]))
}

function isListedWith(subject: InvitationSubject) {
  const { eb, and, or } = expressionBuilder<Tables, 'invitations'>()
  const isOpenToWatchers = and([eb('invitations.is_for_watchers', '=', 1), eb('invitations.revoked_at', 'is', null)])
  const isOwn =
    'tournamentId' in subject
      ? eb('invitations.tournament_id', '=', subject.tournamentId)
      : and([eb('invitations.tournament_id', 'is', null), eb('invitations.event_id', '=', subject.eventId)])
  return or([isOwn, isOpenToWatchers])
}

function selectInvitations(db: Db) {
  return (
    db
      .selectFrom('invitations')
      .leftJoin('tournaments', 'tournaments.id', 'invitations.tournament_id')
      // At most one row.
      .leftJoin('announcements', (join) => join.on('invitations.tournament_id', 'is', null))
      .innerJoin('users', 'users.id', 'invitations.created_by')
      .selectAll('invitations')
      .select(['tournaments.name as tournament_name', 'tournaments.start', 'started_at', 'tournaments.active'])
      .select('announcements.content as announced')
      .select('users.name as creator_name')
  )
}

type Row = Awaited<ReturnType<ReturnType<typeof selectInvitations>['executeTakeFirstOrThrow']>>

function toInvitation(row: Row) {
  return {
    id: row.id,
    salt: row.salt,
    createdAt: row.created_at,
    creator: { id: row.created_by, name: row.creator_name },
    expiresAt: row.expires_at,
    maxUses: row.max_uses,
    uses: row.uses,
    isOnWall: row.is_on_wall === 1,
    isForWatchers: row.is_for_watchers === 1,
    /** The page that opens for people who have an account. */
    leadsTo: row.is_for_watchers === 1 || row.tournament_id === null ? '/' : entryFormPath,
    revokedAt: row.revoked_at,
    /** It belongs to an announced event, which nobody can enter yet. */
    isAnnounced: row.tournament_id === null,
    eventId: row.event_id,
    tournament: row.tournament_id === null ? toAnnounced(row) : toInvitedTournament(row),
  }
}

type InvitedTournament = StartTimes & { readonly id: number; readonly name: string; readonly active: boolean }

function toInvitedTournament({ tournament_id, tournament_name, start, started_at, active }: Row): InvitedTournament {
  return {
    id: tournament_id ?? 0,
    name: tournament_name ?? '',
    start: start ?? '',
    startedAt: started_at,
    active: active === 1,
  }
}

/** Like a tournament with the id 0 whose entries are open; closed if the event is no longer announced. */
function toAnnounced({ announced, event_id, created_at }: Row): InvitedTournament {
  const found = toAnnouncement({ content: announced })?.event
  const event = found?.espnId === event_id ? found : undefined
  const { name = 'the next event', start = created_at } = event ?? {}
  return { id: 0, name, start, startedAt: null, active: event !== undefined }
}
