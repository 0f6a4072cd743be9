import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { OutboxTable } from '../db/tables/message-tables.ts'
import { isActiveUser } from '../users/user-store.ts'

export type SentReminder = {
  readonly userId: number
  readonly tournamentId: number
  /** UTC date: "2026-04-09". */
  readonly day: string
  /** When it was sent or, before that, requested: ISO 8601. */
  readonly at: string
  readonly state: 'waiting' | 'sent' | 'failed'
}

export type NonEntrant = { readonly id: number; readonly name: string; readonly email: string }

/** People who have signed in but have no entry in the tournament. */
export async function listNonEntrants(db: Db, tournamentId: number): Promise<NonEntrant[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('is_real', '=', 1)
    .where(isActiveUser)
    .where('id', 'not in', db.selectFrom('entries').select('user_id').where('tournament_id', '=', tournamentId))
    .execute()
}

/** All reminders for a tournament, and those of a day for any tournament; oldest first. */
export async function listReminders(db: Db, tournamentId: number, day: string): Promise<SentReminder[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['request_key', 'created_at', 'sent_at', 'next_attempt_at'])
    .where((eb) =>
      eb.or([
        eb('request_key', 'like', `${prefix}:${tournamentId}:%`),
        eb('request_key', 'like', `${prefix}:%:${day}:%`),
      ]),
    )
    .orderBy('id')
    .execute()
  return rows.map((row) => {
    const [, tournament, onDay = '', user] = row.request_key.split(':')
    return {
      userId: Number(user),
      tournamentId: Number(tournament),
      day: onDay,
      at: row.sent_at ?? row.created_at,
      state: toState(row),
    }
  })
}

function toState(row: Pick<Selectable<OutboxTable>, 'sent_at' | 'next_attempt_at'>): SentReminder['state'] {
  if (row.sent_at !== null) return 'sent'
  return row.next_attempt_at === null ? 'failed' : 'waiting'
}

const prefix = 'reminder'

/** The outbox key, which makes a reminder unique per tournament, day and user. */
export function reminderKey({ tournamentId, day, userId }: Omit<SentReminder, 'at' | 'state'>): string {
  return [prefix, tournamentId, day, userId].join(':')
}
