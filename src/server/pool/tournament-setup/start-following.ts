import { findFeedStart } from '#domain/tournament/calendar.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import { type Db, inRetriedTransaction } from '#server/platform/db/database.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { observeStart } from '#server/pool/tournaments/tournament-start.ts'
import {
  findTournament,
  lockTournament,
  setTournament,
  type TournamentRecord,
} from '#server/pool/tournaments/tournament-store.ts'
import { bumpTournamentVersion } from '#server/users/tournament-version-store.ts'

/** Tells everyone who has entered that the start of a tournament moves to `start`. */
export type StartNotification = (trx: Db, tournament: TournamentRecord, start: string, now: Date) => Promise<void>

type Options = Pick<EditorServices, 'db' | 'clock' | 'eventBus'> & { notifyOfStart: StartNotification }

/** Moves the start of a tournament that follows the feed, until it has passed (docs/rules.md, 1.3). */
export function createStartFollowing({ db, clock, notifyOfStart, eventBus }: Options) {
  /** The new start to save or to show, as the feed gives it; undefined if it is already known. */
  function findMove(tournament: TournamentRecord | undefined, eventStart: string, now: Date) {
    if (!tournament?.active || tournament.startedAt !== null) return undefined
    const feedStart = findFeedStart(eventStart, tournament.start)
    const moves = tournament.followsFeed === true && feedStart !== tournament.start && Date.parse(feedStart) > +now
    const isKnown = (tournament.feedStart ?? tournament.start) === feedStart
    return moves || !isKnown ? { feedStart, start: moves ? feedStart : tournament.start } : undefined
  }

  return async (tournamentId: number, eventStart: string): Promise<void> => {
    if (!findMove(await findTournament(db, tournamentId), eventStart, await clock.authoritativeNow(db))) return
    await inRetriedTransaction(db, async (trx) => {
      const tournament = await lockTournament(trx, tournamentId)
      const now = await clock.authoritativeNow(trx)
      const move = findMove(tournament, eventStart, now)
      if (!tournament || !move || (await observeStart(trx, tournament, now))) return
      await setTournament(trx, tournamentId, { feed_start: move.feedStart, start: move.start })
      await bumpTournamentVersion(trx, tournamentId)
      if (move.start === tournament.start) return
      await notifyOfStart(trx, tournament, move.start, now)
      const details = { tournamentId, before: tournament.start, after: move.start }
      await addAuditEntry(trx, { userId: null, action: 'start moved', details }, now)
    })
    await eventBus.publish('tournament', tournamentId)
  }
}
