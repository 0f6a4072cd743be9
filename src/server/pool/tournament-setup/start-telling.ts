import { isMoveTold } from '#domain/tournament/start-move.ts'
import type { Db } from '#server/platform/db/database.ts'
import { setTournament, type TournamentRecord } from '#server/pool/tournaments/tournament-store.ts'
import { findToldStart } from './start-telling-store.ts'

/** Tells everyone who has entered that the start of a tournament moves to `start`. `tournament.start` is the one that they know. */
export type StartNotification = (trx: Db, tournament: TournamentRecord, start: string, now: Date) => Promise<void>

type Move = { tournament: TournamentRecord; start: string; now: Date; by: 'organiser' | 'feed' }

/** Tells entrants of a new start, unless they know it or it is a small move that waits (docs/rules.md, 1.3). Call it before the start is saved. */
export async function tellOfStart(
  trx: Db,
  notify: StartNotification,
  { tournament, start, now, by }: Move,
): Promise<void> {
  const telling = await findToldStart(trx, tournament)
  const isTold = by === 'organiser' ? start !== telling.known : isMoveTold(telling, start, now)
  if (isTold) await notify(trx, { ...tournament, start: telling.known }, start, now)
  const waits = !isTold && start !== telling.known
  await setTournament(trx, tournament.id, {
    told_start: waits ? telling.known : null,
    ...(isTold && by === 'feed' && { start_told_at: now.toISOString() }),
  })
}
