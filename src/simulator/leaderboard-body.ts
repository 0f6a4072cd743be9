import { simulatedCourse } from './simulated-course.ts'
import type { TournamentPlay } from './tournament-play.ts'
import { stateAt } from './tournament-state.ts'
import { dateOfEvent } from './tournament-time.ts'
import { toCompetitor } from './wire-competitor.ts'
import { competitionStatus, eventStatusType } from './wire-status.ts'

export type LeaderboardBody = ReturnType<typeof toLeaderboardBody>

const scoringSystem = { id: '1', name: 'Medal' }
const course = {
  id: simulatedCourse.id,
  name: simulatedCourse.name,
  shotsToPar: simulatedCourse.par,
  holes: simulatedCourse.holes.map(({ number, par }) => ({ number, shotsToPar: par })),
  host: true,
}

/** The leaderboard body in the feed's wire format at a minute of the tournament. JSON omits undefined values. */
export function toLeaderboardBody(play: TournamentPlay, minute: number) {
  const state = stateAt(play, minute)
  const { eventId, name } = play.plan
  return {
    events: [
      {
        id: eventId,
        date: dateOfEvent(play),
        name,
        shortName: name,
        season: { year: Number(play.plan.day.slice(0, 4)) },
        tournament: {
          displayName: name,
          scoringSystem,
          numberOfRounds: play.rounds,
          cutRound: 2,
          cutScore: state.cut.score,
          cutCount: state.cut.count,
        },
        status: { type: eventStatusType(state) },
        courses: [course],
        competitions: [
          {
            id: eventId,
            dataFormat: 'API',
            scoringSystem,
            competitors: state.golfers.map((golfer) => toCompetitor(play, state, golfer)),
            status: competitionStatus(play, state),
          },
        ],
      },
    ],
  }
}
