import type { Exit, TournamentPlay } from './tournament-play.ts'
import type { GolferState, TournamentState } from './tournament-state.ts'
import { announcedDates } from './tournament-time.ts'

/** The feed's three kinds of status: of the event, of the current round, and of a golfer. */

/** Known from other sports of the feed only. */
const cancelledType = { id: '5', name: 'STATUS_CANCELED', state: 'post', description: 'Canceled' }

export function eventStatusType(state: TournamentState) {
  if (state.phase === 'scheduled') {
    return { id: '1', name: 'STATUS_SCHEDULED', state: 'pre', completed: false, description: 'Scheduled' }
  }
  if (state.phase === 'cancelled') return { ...cancelledType, completed: false }
  if (state.phase === 'final') {
    return { id: '3', name: 'STATUS_FINAL', state: 'post', completed: true, description: 'Final' }
  }
  return { id: '2', name: 'STATUS_IN_PROGRESS', state: 'in', completed: false, description: 'In Progress' }
}

export function competitionStatus(play: TournamentPlay, state: TournamentState) {
  return { period: state.period, type: competitionStatusType(play, state) }
}

function competitionStatusType(play: TournamentPlay, state: TournamentState) {
  const { phase, period } = state
  if (phase === 'scheduled') {
    const { long, short } = announcedDates(play)
    const type = { id: '1', name: 'STATUS_SCHEDULED', state: 'pre', description: 'Scheduled' }
    return { ...type, detail: long, shortDetail: short }
  }
  if (phase === 'final') {
    const type = { id: '3', name: 'STATUS_FINAL', state: 'post', description: 'Final' }
    return { ...type, detail: 'Final', shortDetail: 'Complete' }
  }
  if (phase === 'cancelled') return { ...cancelledType, detail: 'Canceled', shortDetail: 'Canceled' }
  if (phase === 'suspended') {
    const detail = `Round ${period} - Suspended`
    const type = { id: '9', name: 'STATUS_SUSPENDED', state: 'in', description: 'Suspended' }
    return { ...type, detail, shortDetail: detail }
  }
  if (phase === 'waiting' || phase === 'playing') {
    const detail = `Round ${period} - In Progress`
    const type = { id: '2', name: 'STATUS_IN_PROGRESS', state: 'in', description: 'In Progress' }
    return { ...type, detail, shortDetail: detail }
  }
  const detail = `${phase === 'play-off' ? 'Playoff' : `Round ${period}`} - Play Complete`
  const type = { id: '35', name: 'STATUS_PLAY_COMPLETE', state: 'post', description: 'Play Complete' }
  return { ...type, detail, shortDetail: detail }
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
