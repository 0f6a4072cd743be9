import { type FeedServer, startFeedServer } from '#simulator/feed-server.ts'
import { toLeaderboardBody } from '#simulator/leaderboard-body.ts'
import { minuteOf } from '#simulator/milestones.ts'
import { playTournament } from '#simulator/tournament-play.ts'

const previousEventId = '401999000'

export type UpcomingEventFeed = FeedServer & {
  /** Athlete ids, in the order of the feed. */
  readonly golferIds: readonly string[]
  /** Lists these golfers of the event, and those of other ids under other names. */
  list(espnIds: readonly string[]): void
  /** Lists these golfers of the event before it; by default the feed does not know it. `broken`: it responds with nonsense. */
  listPrevious(espnIds: readonly string[] | 'broken'): void
}

/** The feed of a simulated event before its first round, whose field can change, and of the event a week before. */
export async function startUpcomingEventFeed(day: string, seed = 'test'): Promise<UpcomingEventFeed> {
  const play = playTournament(seed, { day })
  const golferIds = play.golfers.map(({ golfer }) => golfer.espnId)
  let listed: readonly string[] = golferIds
  let previous: readonly string[] | 'broken' | undefined

  function toBody(eventId: string, espnIds: readonly string[]): string {
    const body = toLeaderboardBody(play, minuteOf(play, 'scheduled'))
    for (const event of body.events) {
      event.id = eventId
      for (const competition of event.competitions) {
        const rows = new Map(competition.competitors.map((row) => [row.id, row]))
        competition.competitors = espnIds.flatMap((id) => {
          const row = rows.get(id) ?? competition.competitors[0]
          if (!row) return []
          const displayName = rows.has(id) ? row.athlete.displayName : `Other Golfer ${id}`
          return [{ ...row, id, athlete: { ...row.athlete, id, displayName } }]
        })
      }
    }
    return JSON.stringify(body)
  }

  const weekBefore = new Date(Date.parse(day) - 7 * 86_400_000).toISOString().slice(0, 10)
  const calendar = [
    [previousEventId, weekBefore],
    [play.plan.eventId, day],
  ].map(([id, first]) => ({ id, label: `Event ${id}`, startDate: `${first}T07:00Z`, endDate: `${first}T07:00Z` }))
  const server = await startFeedServer({
    eventId: play.plan.eventId,
    leaderboard: () => toBody(play.plan.eventId, listed),
    otherLeaderboard(id) {
      if (id !== previousEventId || previous === undefined) return undefined
      return previous === 'broken' ? '{}' : toBody(id, previous)
    },
    summary: () => undefined,
    calendar: () => JSON.stringify({ leagues: [{ calendar }] }),
    describe: () => ({}),
    control: () => false,
  })
  return {
    ...server,
    golferIds,
    list: (espnIds) => {
      listed = espnIds
    },
    listPrevious: (espnIds) => {
      previous = espnIds
    },
  }
}
