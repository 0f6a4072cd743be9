import { hasStarted, type Tournament } from '#domain/tournament/tournament.ts'

/** What organisers can do with a tournament, or an announced event, in each of its states (docs/rules.md, 1.2). */

/**
 * `announced`: an event without a field, which is no tournament yet. `open`: entries are open. `live`: from the start to the
 * end. `ended`: with places. `cancelled`: ended without them. `imported`: of an earlier year, with places only.
 */
export const tournamentStates = ['announced', 'open', 'live', 'ended', 'cancelled', 'imported'] as const
export type TournamentState = (typeof tournamentStates)[number]

/** The states in which an action can succeed. In all others the server refuses it, and no screen offers it. */
const statesOfAction = {
  withdrawAnnouncement: ['announced'],
  /** Creates the tournament, once no other is active. */
  setTiers: ['announced'],
  invite: ['announced', 'open'],
  remind: ['open'],
  tellOfWithdrawals: ['open'],
  /** Lets somebody whose entry an organiser has removed enter again. */
  allowEntry: ['open'],
  edit: ['open', 'live'],
  /** With places, or without. */
  end: ['open', 'live'],
  /** Removes an entry, or undoes that. */
  changeEntrants: ['open', 'live'],
  enterScores: ['live'],
  correctScores: ['live'],
  decideTies: ['live', 'ended'],
  correctResult: ['ended'],
  sendResults: ['ended'],
  reopen: ['ended', 'cancelled'],
  delete: ['cancelled'],
  markPaid: ['open', 'live', 'ended', 'cancelled'],
  hideHat: ['open', 'live', 'ended', 'cancelled'],
  message: ['open', 'live', 'ended', 'cancelled'],
  downloadStandings: ['live', 'ended', 'cancelled', 'imported'],
  listEmails: ['open', 'live', 'ended', 'cancelled', 'imported'],
} as const satisfies Readonly<Record<string, readonly TournamentState[]>>

export type TournamentAction = keyof typeof statesOfAction

export const tournamentActions = Object.keys(statesOfAction) as readonly TournamentAction[]

/** The actions of a state. Some have further conditions: `canDo` knows them. */
export function listActions(state: TournamentState): TournamentAction[] {
  return tournamentActions.filter((action) => isActionOf(action, state))
}

function isActionOf(action: TournamentAction, state: TournamentState): boolean {
  const states: readonly TournamentState[] = statesOfAction[action]
  return states.includes(state)
}

type Stored = Pick<Tournament, 'active' | 'start' | 'cancelledReason' | 'endedBeforeStart' | 'isImported'> & {
  readonly startedAt?: string | null
}

/** The state of a tournament at `now`. */
export function stateOf(tournament: Stored, now: Date): Exclude<TournamentState, 'announced'> {
  if (tournament.active) return hasStarted(tournament, now) ? 'live' : 'open'
  if (tournament.cancelledReason !== undefined) return 'cancelled'
  return tournament.isImported ? 'imported' : 'ended'
}

type Circumstances = {
  readonly now: Date
  /** Another tournament is active. */
  readonly isOtherActive: boolean
}

/** Whether an action can succeed now. Who may do it is decided elsewhere: `reopen` and `correctResult` are for admins. */
export function canDo(action: TournamentAction, tournament: Stored, { now, isOtherActive }: Circumstances): boolean {
  if (!isActionOf(action, stateOf(tournament, now))) return false
  // What was cancelled before its start never shows picks (docs/rules.md, 2.6).
  if (action === 'downloadStandings') return hasStarted(tournament, now)
  if (action === 'reopen') return !isOtherActive && (!tournament.endedBeforeStart || isBeforeStart(tournament, now))
  return true
}

/** Whether a tournament that was cancelled before its start can still be reopened (docs/rules.md, 5.4). */
function isBeforeStart({ start }: Stored, now: Date): boolean {
  return now.getTime() < Date.parse(start)
}
