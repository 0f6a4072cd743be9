import { type FeedServer, startFeedServer } from '#simulator/feed-server.ts'
import { toLeaderboardBody } from '#simulator/leaderboard-body.ts'
import { minuteOf } from '#simulator/milestones.ts'
import { playTournament, type TournamentPlay } from '#simulator/tournament-play.ts'

type Withdrawal = 'WD' | 'DQ' | 'DNS' | 'CUT' | 'removed'

const words = { WD: 'Withdrawn', DQ: 'Disqualified', DNS: 'Did Not Start', CUT: 'Missed Cut' } as const

export type WithdrawingFeed = FeedServer & {
  /** Sets the golfer's status in the feed; `removed`: the feed no longer lists the golfer. */
  withdraw(espnId: string, how: Withdrawal): void
  /** Reverts all withdrawals. */
  restore(): void
}

const plays = new Map<string, TournamentPlay>()

/** Playing a tournament takes longer than the rest of a test's start. */
function findPlay(seed: string): TournamentPlay {
  const play = plays.get(seed) ?? playTournament(seed)
  plays.set(seed, play)
  return play
}

/** A feed of a simulated tournament before its first round, from which golfers withdraw. */
export async function startWithdrawingFeed(seed = 'test'): Promise<WithdrawingFeed> {
  const play = findPlay(seed)
  const minute = minuteOf(play, 'scheduled')
  const out = new Map<string, Withdrawal>()

  function leaderboard(): string {
    const body = toLeaderboardBody(play, minute)
    for (const { competitions } of body.events) {
      for (const competition of competitions) {
        competition.competitors = competition.competitors
          .filter(({ id }) => out.get(id) !== 'removed')
          .map((competitor) => withStatus(competitor, out.get(competitor.id)))
      }
    }
    return JSON.stringify(body)
  }

  const server = await startFeedServer({
    eventId: play.plan.eventId,
    leaderboard,
    summary: () => undefined,
    describe: () => ({}),
    control: () => false,
  })
  return {
    ...server,
    withdraw: (espnId, how) => void out.set(espnId, how),
    restore: () => out.clear(),
  }
}

/** All golfers who are out have the same status; only the description says why. */
function withStatus<T extends { status: object }>(competitor: T, how: Withdrawal | undefined): T {
  if (how === undefined || how === 'removed') return competitor
  const said = { description: words[how], detail: words[how], shortDetail: how }
  const type = { id: '3', name: 'STATUS_CUT', state: 'post', completed: false, ...said }
  return { ...competitor, status: { ...competitor.status, type, displayValue: how } }
}
