import { findBestStandingOfUser, type Standings, standingAt, standingsOfUser } from './standings.ts'

/** From this round on the title shows the distance to the lead (docs/rules.md, 4.7). */
const firstLeadRound = 4

const productName = 'Player Pool'

export type TabTitleInput = {
  readonly standings: Standings
  readonly userId: number
  /** 0 before the first round. */
  readonly currentRound: number
  readonly tournamentName: string
}

/**
 * The browser tab's title for one user (docs/rules.md, 4.7): "T3, 10, -- - {tournament} - Player Pool", from round 4 on
 * "2 shot lead - {tournament} - Player Pool". The first part is left out if the user has no position to show.
 */
export function toTabTitle({ standings, userId, currentRound, tournamentName }: TabTitleInput): string {
  const summary = currentRound >= firstLeadRound ? toLeadText(standings, userId) : toPositionsText(standings, userId)
  return [summary, tournamentName, productName].filter((part) => part !== '').join(' - ')
}

function toPositionsText(standings: Standings, userId: number): string {
  return standingsOfUser(standings, userId)
    .map((standing) => standing.position)
    .join(', ')
}

/** The user's best entry compared with the best of all others; empty if either has no position. */
function toLeadText(standings: Standings, userId: number): string {
  const own = findBestStandingOfUser(standings, userId)?.relativeScore ?? null
  const others = findBestScoreOfOthers(standings, userId)
  if (own === null || others === null) return ''
  if (own === others) return 'Tied for lead'
  if (own < others) return `${others - own} shot lead`
  return own - others === 1 ? '1 shot back' : `${own - others} shots back`
}

/** Skips the user's own entries from the top: at most three lines. */
function findBestScoreOfOthers(standings: Standings, userId: number): number | null {
  for (let line = 0; line < standings.placed; line += 1) {
    const standing = standingAt(standings, line)
    if (standing.userId !== userId) return standing.relativeScore
  }
  return null
}
