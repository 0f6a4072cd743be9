import { entryNumberOfPick } from '#domain/entries/entry-rules.ts'
import type { EntryNumber } from '#domain/tournament/tournament.ts'
import type { Db } from '../db/database.ts'

/** A pick of a golfer who has left the event; as secret as any pick. */
export type AffectedPick = {
  readonly entryId: number
  readonly owner: { readonly id: number; readonly name: string; readonly email: string }
  readonly playerId: number
  readonly entryNumber: EntryNumber
}

/** Ordered by owner and pick index. */
export async function listPicksOf(db: Db, tournamentId: number, playerIds: readonly number[]): Promise<AffectedPick[]> {
  if (playerIds.length === 0) return []
  const rows = await db
    .selectFrom('selections')
    .innerJoin('entries', 'entries.id', 'selections.entry_id')
    .innerJoin('users', 'users.id', 'entries.user_id')
    .select([
      'selections.entry_id',
      'selections.pick_index',
      'selections.player_id',
      'users.id',
      'users.name',
      'users.email',
    ])
    .where('selections.tournament_id', '=', tournamentId)
    .where('selections.player_id', 'in', playerIds)
    .orderBy('users.id')
    .orderBy('selections.pick_index')
    .execute()
  return rows.map((row) => ({
    entryId: row.entry_id,
    owner: { id: row.id, name: row.name, email: row.email },
    playerId: row.player_id,
    entryNumber: entryNumberOfPick(row.pick_index),
  }))
}

/** The golfers each owner has been notified about: athlete ids by user id. */
export async function listNotifiedGolfers(db: Db, tournamentId: number): Promise<Map<number, Set<string>>> {
  const rows = await db
    .selectFrom('outbox')
    .select('request_key')
    .where('request_key', 'like', `${prefix}:${tournamentId}:%`)
    .execute()
  const notified = new Map<number, Set<string>>()
  for (const { request_key } of rows) {
    const [, , user, espnIds = ''] = request_key.split(':')
    const known = notified.get(Number(user)) ?? new Set()
    for (const espnId of espnIds.split('+')) known.add(espnId)
    notified.set(Number(user), known)
  }
  return notified
}

const prefix = 'withdrawal'

/** The outbox key; `listNotifiedGolfers` parses the golfers from it. */
export function withdrawalKey(tournamentId: number, userId: number, espnIds: readonly string[]): string {
  return [prefix, tournamentId, userId, espnIds.join('+')].join(':')
}
