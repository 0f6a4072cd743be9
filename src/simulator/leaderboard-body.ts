import { findPrizes, purse, toDollarText } from './prize-money.ts'
import { parOf, type SimulatedCourse } from './simulated-course.ts'
import type { TournamentPlay } from './tournament-play.ts'
import { stateAt, type TournamentState } from './tournament-state.ts'
import { dateOfEvent, timeAt, withoutSeconds } from './tournament-time.ts'
import { toCompetitor } from './wire-competitor.ts'
import { competitionStatus, eventStatusType } from './wire-status.ts'

export type LeaderboardBody = ReturnType<typeof toLeaderboardBody>

const scoringSystem = { id: '1', name: 'Medal' }

/** The leaderboard body in the feed's wire format at a minute of the tournament. JSON omits undefined values. */
export function toLeaderboardBody(play: TournamentPlay, minute: number) {
  const state = stateAt(play, minute)
  const { eventId, name } = play.plan
  const defender = play.golfers[7]?.golfer
  const { winner } = state
  return {
    events: [
      {
        id: eventId,
        uid: `s:1100~l:1106~e:${eventId}`,
        date: dateOfEvent(play),
        endDate: dateOfEvent(play, 3),
        name,
        shortName: name,
        season: { year: Number(play.plan.day.slice(0, 4)) },
        seasonType: { id: '2', name: 'Regular Season' },
        league: { id: '1106', name: 'PGA TOUR', abbreviation: 'PGA', shortName: 'PGA TOUR', slug: 'pga' },
        defendingChampion: defender && {
          athlete: { id: defender.espnId, displayName: defender.name, amateur: defender.amateur },
          displayName: '',
        },
        winner: winner && { id: winner.espnId, displayName: winner.name },
        tournament: {
          id: '990',
          displayName: name,
          major: false,
          scoringSystem,
          numberOfRounds: 4,
          cutRound: 2,
          cutScore: state.cut.score,
          cutCount: state.cut.count,
        },
        status: { type: eventStatusType(state) },
        playoffType: { id: -1, description: 'None', minimumHoles: 0 },
        purse,
        displayPurse: toDollarText(purse),
        primary: true,
        hasPlayerStats: state.phase !== 'scheduled',
        hasCourseStats: true,
        courses: [toCourse(play.course, timeAt(play, minute))],
        competitions: [toCompetition(play, state)],
        links: [
          {
            language: 'en-US',
            rel: ['summary', 'desktop', 'event'],
            href: `https://www.espn.com/golf/leaderboard?tournamentId=${eventId}`,
            text: 'Leaderboard',
          },
        ],
        airings: [],
        athleteAirings: [],
      },
    ],
  }
}

function toCourse(course: SimulatedCourse, now: number) {
  return {
    id: course.id,
    name: course.name,
    address: { city: course.city, state: course.state, zipCode: course.zipCode, country: 'USA' },
    weather: {
      type: 'Current Conditions',
      displayValue: 'Partly sunny',
      temperature: 68,
      windSpeed: 11,
      windDirection: 'NW',
      lastUpdated: withoutSeconds(now),
    },
    totalYards: course.holes.reduce((sum, hole) => sum + hole.yards, 0),
    shotsToPar: parOf(course),
    parIn: parOf(course, 10, 18),
    parOut: parOf(course, 1, 9),
    holes: course.holes.map(({ number, par, yards }) => ({ number, shotsToPar: par, totalYards: yards })),
    host: true,
  }
}

function toCompetition(play: TournamentPlay, state: TournamentState) {
  const { eventId } = play.plan
  const prizes = state.areEarningsKnown ? findPrizes(state) : undefined
  return {
    id: eventId,
    uid: `s:1100~l:1106~e:${eventId}~c:${eventId}`,
    date: dateOfEvent(play),
    endDate: dateOfEvent(play, 3),
    scoringSystem,
    onWatchESPN: false,
    recent: true,
    competitors: state.golfers.map((golfer) => toCompetitor(play, state, golfer, prizes?.get(golfer.golfer.index))),
    status: competitionStatus(play, state),
    broadcasts: [],
    dataFormat: 'API',
    holeByHoleSource: { id: '2', description: 'feed', state: 'full' },
  }
}
