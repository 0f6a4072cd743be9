import { alternateFrom, lateDisqualificationMinutes, type TournamentPlay } from './tournament-play.ts'

/** Named moments of a tournament for tests and demos. */
export type Milestone =
  | 'scheduled'
  | `round-${1 | 2 | 3 | 4}${'-waiting' | '' | '-middle' | '-late' | '-complete'}`
  | 'cut'
  | 'alternate'
  | 'suspended'
  | 'resumed'
  | 'play-off'
  | 'cancelled'
  | 'final'
  | 'late-disqualification'

/** All milestones of this tournament in chronological order. */
export function listMilestones(play: TournamentPlay): ReadonlyMap<Milestone, number> {
  const { story } = play.plan
  const minutes = new Map<Milestone, number>([['scheduled', -120]])
  if (story === 'alternate') minutes.set('alternate', alternateFrom)
  for (const period of [1, 2, 3, 4] as const) {
    const round = play.schedule[period - 1]
    if (round === undefined) break
    const { suspension } = round
    const length = round.completeFrom - round.firstTee
    minutes.set(`round-${period}-waiting`, round.waitingFrom)
    minutes.set(`round-${period}`, round.firstTee)
    minutes.set(`round-${period}-middle`, round.firstTee + Math.round(length * 0.5))
    if (suspension) minutes.set('suspended', suspension.from).set('resumed', suspension.to)
    minutes.set(`round-${period}-late`, round.firstTee + Math.round(length * 0.95))
    minutes.set(`round-${period}-complete`, round.settledFrom)
    if (period === 2) minutes.set('cut', round.settledFrom)
  }
  if (play.playOff !== undefined) minutes.set('play-off', play.playOff.from)
  minutes.set(play.isCancelled ? 'cancelled' : 'final', play.finalFrom)
  if (story === 'late-disqualification')
    minutes.set('late-disqualification', play.finalFrom + lateDisqualificationMinutes)
  return minutes
}

/** The minute of a milestone. Throws if this tournament has no such milestone. */
export function minuteOf(play: TournamentPlay, milestone: string): number {
  const milestones = listMilestones(play)
  for (const [name, minute] of milestones) if (name === milestone) return minute
  throw new Error(`no milestone "${milestone}"; there are: ${[...milestones.keys()].join(', ')}`)
}
