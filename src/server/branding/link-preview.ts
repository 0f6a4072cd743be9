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
export type PublicTournament = StartTimes & Pick<Tournament, 'id' | 'name' | 'active'>

/**
 * The preview of a path of the app. `tournaments` are sorted by start, latest first. Unknown tournaments and pages about
 * users get the pool's preview.
 */
export function toLinkPreview(
  path: string,
  { poolName, timeZone }: { poolName: string; timeZone: string },
  tournaments: readonly PublicTournament[],
  now: Date,
): LinkPreview {
  const [, board, id] = /^\/(pool|golfers|home)?(?:\/(\d{1,10}))?$/.exec(path) ?? []
  const isAboutTournament = path === '/' || board !== undefined
  const tournament = isAboutTournament ? findTournament(tournaments, id) : undefined
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

/** The tournament of a path without an id. */
export function findCurrentTournament(tournaments: readonly PublicTournament[]): PublicTournament | undefined {
  return tournaments.find(({ active }) => active) ?? tournaments[0]
}

function findTournament(tournaments: readonly PublicTournament[], id: string | undefined) {
  if (id !== undefined) return tournaments.find((tournament) => tournament.id === Number(id))
  return findCurrentTournament(tournaments)
}

function describeState(tournament: PublicTournament, timeZone: string, now: Date): string {
  const { start, active } = tournament
  if (!active) return 'Final: see how the pool ended.'
  if (!hasStarted(tournament, now)) return `Entries are open until ${formatPoolTime(start, timeZone)}.`
  return 'Live: entries are closed, and the leaderboard follows every hole.'
}
