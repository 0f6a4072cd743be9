import type { Db } from '../db/database.ts'

export type Entrant = {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly isBlocked: boolean
}

/** The owners of the entries of a tournament, by id. Former players have no address. */
export async function listEntrants(db: Db, tournamentId: number): Promise<Entrant[]> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('entries', 'entries.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.email', 'users.is_blocked'])
    .where('entries.tournament_id', '=', tournamentId)
    .orderBy('users.id')
    .execute()
  return rows.map(({ id, name, email, is_blocked }) => ({ id, name, email, isBlocked: is_blocked === 1 }))
}

export type SentResults = {
  readonly at: string
  readonly waiting: number
  readonly sent: number
  readonly failed: number
}

/** The delivery state of the emails with the results; undefined if they have not been requested. */
export async function findSentResults(db: Db, tournamentId: number): Promise<SentResults | undefined> {
  const rows = await db
    .selectFrom('outbox')
    .select(['created_at', 'sent_at', 'next_attempt_at'])
    .where('request_key', 'like', `${prefix}:${tournamentId}:%`)
    .orderBy('id')
    .execute()
  const [first] = rows
  if (!first) return undefined
  const sent = rows.filter((row) => row.sent_at !== null).length
  const waiting = rows.filter((row) => row.next_attempt_at !== null).length
  return { at: first.created_at, sent, waiting, failed: rows.length - sent - waiting }
}

const prefix = 'results'

/** The outbox key: one email per tournament and person. */
export function resultMailKey(tournamentId: number, userId: number): string {
  return [prefix, tournamentId, userId].join(':')
}

const automaticPrefix = 'result-notice'

/** The outbox key of the same email, sent automatically when the tournament ends to users who have chosen it. */
export function automaticResultMailKey(tournamentId: number, userId: number): string {
  return [automaticPrefix, tournamentId, userId].join(':')
}

/** The ids of the users who were sent it automatically. */
export async function listAutomaticResultMails(db: Db, tournamentId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('outbox')
    .select('request_key')
    .where('request_key', 'like', `${automaticPrefix}:${tournamentId}:%`)
    .execute()
  return new Set(rows.map(({ request_key }) => Number(request_key.split(':')[2])))
}
