import type { StartMovePreview } from '#contract/organiser-message-contract.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { findToldStart } from '#server/pool/tournament-setup/start-telling-store.ts'
import { requireTournament } from '#server/pool/tournaments/require-tournament.ts'
import { observeStart } from '#server/pool/tournaments/tournament-start.ts'
import { findReach, type SendingContext } from './notification-delivery.ts'
import { toStartNotification } from './notification-listener.ts'
import { listRecipients } from './notification-store.ts'
import { newStartText } from './notification-texts.ts'

type Options = Pick<EditorServices, 'db' | 'clock'> & Pick<SendingContext, 'timeZone'> & { hasMail: boolean }

export type StartPreviews = ReturnType<typeof createStartPreviews>

/** Whom an organiser's new start tells, before it is saved (docs/rules.md, 1.3). */
export function createStartPreviews({ db, clock, timeZone, hasMail }: Options) {
  return {
    /** `submitted`: the new start; by default, the stored one. */
    async preview(tournamentId: number, submitted: string | undefined): Promise<StartMovePreview> {
      const tournament = await requireTournament(db, tournamentId)
      const start = new Date(submitted ?? tournament.start).toISOString()
      const now = await clock.authoritativeNow(db)
      const { known } = await findToldStart(db, tournament)
      const isFixed = !tournament.active || (await observeStart(db, tournament, now))
      const isTold = !isFixed && start !== tournament.start && start !== known
      const entrants = isTold ? await listRecipients(db, tournamentId, { hasEntry: true }) : []
      const { title, body } = newStartText({ ...tournament, start: known }, start, timeZone)
      const reach = findReach(entrants, toStartNotification(tournament, start, now), { now, timeZone, hasMail })
      return { reach, title, body }
    },
  }
}
