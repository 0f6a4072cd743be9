import { feedCheckedHeader } from '#contract/opening-paths.ts'
import { routePaths } from '#contract/paths.ts'
import { type Encoding, type Negotiate, negotiate, type Representation } from '../http/snapshot.ts'
import type { PolledResource } from '../http/snapshot-fast-path.ts'
import type { LatestLeaderboard } from './leaderboard-cache.ts'
import type { LeaderboardHub } from './leaderboard-hub.ts'

const pattern = new RegExp(`^${routePaths.leaderboard.replace(':tournamentId', '([1-9]\\d{0,14})')}$`)

const representations = new WeakMap<LatestLeaderboard, Partial<Record<Encoding, Representation>>>()

/** The leaderboard's snapshot with the time of the last check of the feed. The same objects for every request. */
export function negotiateLeaderboard(board: LatestLeaderboard): Negotiate {
  return (accepted) => {
    const chosen = negotiate(board.snapshot, accepted)
    const { feedChecked } = board
    if (feedChecked === null) return chosen
    const known = representations.get(board) ?? {}
    representations.set(board, known)
    known[chosen.encoding] ??= { ...chosen, headers: { [feedCheckedHeader]: feedChecked } }
    return known[chosen.encoding] ?? chosen
  }
}

/** The latest leaderboards that are in memory. */
export function createPolledLeaderboard(hub: Pick<LeaderboardHub, 'getCached'>): PolledResource {
  return {
    route: routePaths.leaderboard,
    match(url) {
      const id = pattern.exec(url)?.[1]
      const board = id && hub.getCached(Number(id))
      return board ? () => negotiateLeaderboard(board) : undefined
    },
  }
}
