import { hasStarted, type StartTimes, type Tournament } from '#domain/tournament/tournament.ts'
import { formatPoolTime } from '../time-format.ts'

/** The preview of a shared link in chat apps. */
export type LinkPreview = {
  readonly title: string
  readonly description: string
  readonly path: string
  /** Set if the preview is about a tournament that has ended. */
  readonly endedTournamentId?: number
}

/** The public data of a tournament, visible without signing in (docs/security.md, 8.5). */
export type PublicTournament = StartTimes & Pick<Tournament, 'id' | 'name' | 'active' | 'cancelledReason'>

/** `current` is the tournament of a path without an id. */
export type PublicTournaments = { all: readonly PublicTournament[]; current: PublicTournament | undefined }

/**
 * The preview of a path of the app. Unknown tournaments and pages about users get the pool's preview.
 */
export function toLinkPreview(
  path: string,
  { poolName, timeZone }: { poolName: string; timeZone: string },
  { all, current }: PublicTournaments,
  now: Date,
): LinkPreview {
  const [, board, id] = /^\/(pool|golfers|home)?(?:\/(\d{1,10}))?$/.exec(path) ?? []
  const isAboutTournament = path === '/' || board !== undefined
  const found = id === undefined ? current : all.find((tournament) => tournament.id === Number(id))
  const tournament = isAboutTournament ? found : undefined
  if (!tournament) {
    const isResults = /^\/results(\/|$)/.test(path)
    const description = 'A golf tournament pool with a live leaderboard'
    return { title: isResults ? `Results - ${poolName}` : poolName, description, path: isResults ? '/results' : '/' }
  }
  const description = describeState(tournament, timeZone, now)
  return {
    title: `${tournament.name} - ${poolName}`,
    description,
    path,
    ...(!tournament.active && { endedTournamentId: tournament.id }),
  }
}

function describeState(tournament: PublicTournament, timeZone: string, now: Date): string {
  const { start, active, cancelledReason } = tournament
  if (cancelledReason !== undefined) return 'Cancelled: it ended without places.'
  if (!active) return 'Final: see how the pool ended.'
  if (!hasStarted(tournament, now)) return `Entries are open until ${formatPoolTime(start, timeZone)}.`
  return 'Live: entries are closed, and the leaderboard follows every hole.'
}
