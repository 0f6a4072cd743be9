import { describe, expect, it } from 'vitest'
import { canDo, listActions, stateOf, tournamentStates } from './tournament-actions.ts'

const start = '2026-06-11T11:00:00.000Z'
const before = new Date('2026-06-11T10:59:59.999Z')
const after = new Date(start)
const upcoming = { start, active: true }
const ended = { start, active: false }
const cancelled = { ...ended, cancelledReason: 'Nothing was played.' }
const calledOff = { ...cancelled, endedBeforeStart: true } as const
const imported = { ...ended, isImported: true } as const

describe('the actions of a state', () => {
  it('follow the states of a tournament', () => {
    expect(stateOf(upcoming, before)).toBe('open')
    expect(stateOf(upcoming, after)).toBe('live')
    expect(stateOf({ ...upcoming, startedAt: start }, before)).toBe('live')
    for (const now of [before, after]) {
      expect(stateOf(ended, now)).toBe('ended')
      expect(stateOf(cancelled, now)).toBe('cancelled')
      expect(stateOf(calledOff, now)).toBe('cancelled')
      expect(stateOf(imported, now)).toBe('imported')
    }
  })

  it('are listed for every state', () => {
    const actions = Object.fromEntries(
      tournamentStates.map((state) => [state, listActions(state).toSorted().join(' ')]),
    )
    expect(actions).toEqual({
      announced: 'invite setTiers withdrawAnnouncement',
      open: 'allowEntry changeEntrants edit end hideHat invite listEmails markPaid message remind tellOfWithdrawals',
      live: 'changeEntrants correctScores decideTies downloadStandings edit end enterScores hideHat listEmails markPaid message',
      ended: 'correctResult decideTies downloadStandings hideHat listEmails markPaid message reopen sendResults',
      cancelled: 'delete downloadStandings hideHat listEmails markPaid message reopen',
      imported: 'downloadStandings listEmails',
    })
  })

  it('reopen what has ended unless another is active, and what was cancelled before its start until then', () => {
    const can = (tournament: typeof cancelled | typeof calledOff | typeof ended, now: Date, isOtherActive = false) =>
      canDo('reopen', tournament, { now, isOtherActive })
    expect([can(ended, after), can(cancelled, after), can(calledOff, before)]).toEqual([true, true, true])
    expect([can(ended, after, true), can(calledOff, before, true), can(calledOff, after)]).toEqual([
      false,
      false,
      false,
    ])
    expect(canDo('reopen', upcoming, { now: before, isOtherActive: false })).toBe(false)
  })

  it('download the standings of what has started', () => {
    const can = (tournament: typeof ended | typeof calledOff) =>
      canDo('downloadStandings', tournament, { now: after, isOtherActive: true })
    expect([can(ended), can(cancelled), can(imported), can(calledOff)]).toEqual([true, true, true, false])
  })
})
