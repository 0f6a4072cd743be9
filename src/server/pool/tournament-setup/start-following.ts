import { findFeedStart } from '#domain/tournament/calendar.ts'
import { isMoveTold } from '#domain/tournament/start-move.ts'
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
import { type StartNotification, tellOfStart } from './start-telling.ts'
import { findToldStart } from './start-telling-store.ts'

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

  /** Small moves that were not told when they came. */
  async function isDue(reader: Db, tournament: TournamentRecord | undefined, now: Date): Promise<boolean> {
    if (!tournament?.active || tournament.startedAt !== null) return false
    return isMoveTold(await findToldStart(reader, tournament), tournament.start, now)
  }

  return async (tournamentId: number, eventStart: string): Promise<void> => {
    const [seen, at] = [await findTournament(db, tournamentId), await clock.authoritativeNow(db)]
    if (!findMove(seen, eventStart, at) && !(await isDue(db, seen, at))) return
    await inRetriedTransaction(db, async (trx) => {
      const tournament = await lockTournament(trx, tournamentId)
      const now = await clock.authoritativeNow(trx)
      const move = findMove(tournament, eventStart, now)
      if (!tournament || (await observeStart(trx, tournament, now))) return
      const start = move?.start ?? tournament.start
      if (start !== tournament.start || (await isDue(trx, tournament, now)))
        await tellOfStart(trx, notifyOfStart, { tournament, start, now, by: 'feed' })
      if (!move) return
      await setTournament(trx, tournamentId, { feed_start: move.feedStart, start: move.start })
      await bumpTournamentVersion(trx, tournamentId)
      if (move.start === tournament.start) return
      const details = { tournamentId, before: tournament.start, after: move.start }
      await addAuditEntry(trx, { userId: null, action: 'start moved', details }, now)
    })
    await eventBus.publish('tournament', tournamentId)
  }
}
