import type { Exit, TournamentPlay } from './tournament-play.ts'
import type { GolferState, TournamentState } from './tournament-state.ts'
import { announcedDates } from './tournament-time.ts'

/** The feed's three kinds of status: of the event, of the current round, and of a golfer. */

export function eventStatusType({ phase }: TournamentState) {
  if (phase === 'scheduled') return { ...types.scheduled, completed: false }
  if (phase === 'cancelled') return { ...types.cancelled, completed: false }
  return phase === 'final' ? { ...types.final, completed: true } : { ...types.inProgress, completed: false }
}

const types = {
  scheduled: { id: '1', name: 'STATUS_SCHEDULED', state: 'pre', description: 'Scheduled' },
  inProgress: { id: '2', name: 'STATUS_IN_PROGRESS', state: 'in', description: 'In Progress' },
  final: { id: '3', name: 'STATUS_FINAL', state: 'post', description: 'Final' },
  // Known from other sports of the feed only.
  cancelled: { id: '5', name: 'STATUS_CANCELED', state: 'post', description: 'Canceled' },
  // "post" is not the end: only `completed` is.
  suspended: { id: '8', name: 'STATUS_SUSPENDED', state: 'post', completed: false, description: 'Suspended' },
  playComplete: { id: '35', name: 'STATUS_PLAY_COMPLETE', state: 'post', description: 'Play Complete' },
} as const

/** The status of the current round by phase. */
const typesOfRound = {
  waiting: types.inProgress,
  playing: types.inProgress,
  suspended: types.suspended,
  complete: types.playComplete,
  settled: types.playComplete,
  'play-off': types.playComplete,
} as const

export function competitionStatus(play: TournamentPlay, state: TournamentState) {
  return { period: state.period, type: competitionStatusType(play, state) }
}

function competitionStatusType(play: TournamentPlay, { phase, period }: TournamentState) {
  if (phase === 'scheduled') return { ...types.scheduled, detail: announcedDates(play) }
  if (phase === 'final') return { ...types.final, detail: 'Final' }
  if (phase === 'cancelled') return { ...types.cancelled, detail: 'Canceled' }
  const type = typesOfRound[phase]
  const stage = phase === 'play-off' ? 'Playoff' : `Round ${period}`
  return { ...type, detail: `${stage} - ${type.description}` }
}

export const playingStatusType = toStatusType('1', 'STATUS_IN_PROGRESS', 'in', false, 'In Progress', 'In Progress')

const golferStatusTypes = {
  waiting: toStatusType('0', 'STATUS_SCHEDULED', 'pre', false, 'Scheduled', 'Scheduled'),
  playing: playingStatusType,
  finished: toStatusType('2', 'STATUS_FINISH', 'post', true, 'Finish', 'F'),
}

/** The feed reports every golfer who is out as cut; only the description says why. */
const exitDescriptions: Record<Exit['reason'], string> = {
  CUT: 'Missed Cut',
  WD: 'Withdrawn',
  DQ: 'Disqualified',
  DNS: 'Did Not Start',
}

export function golferStatusType(golfer: GolferState) {
  if (golfer.exit !== undefined) {
    return toStatusType('3', 'STATUS_CUT', 'post', false, exitDescriptions[golfer.exit.reason], golfer.exit.reason)
  }
  if (golfer.playState === 'out') throw new Error(`${golfer.golfer.name} is out without a reason`)
  return golferStatusTypes[golfer.playState]
}

function toStatusType(
  id: string,
  name: string,
  state: 'pre' | 'in' | 'post',
  completed: boolean,
  description: string,
  shortDetail: string,
) {
  return { id, name, state, completed, description, detail: description, shortDetail }
}
