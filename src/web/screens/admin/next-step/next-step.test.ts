import { describe, expect, it } from 'vitest'
import type { Announcement } from '#contract/announcement-contract.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { decideNextStep, type Situation } from './next-step.ts'

const tournament = {
  id: 7,
  espnId: '401',
  name: 'The Open',
  start: '2026-07-16T06:35:00.000Z',
  active: true,
  tiebreakers: ['Score?', 'Aces?'],
} as TournamentSummary

const ended: TournamentSummary = { ...tournament, active: false }

const nothing: Situation = {
  active: undefined,
  isFirst: false,
  latest: undefined,
  announced: null,
  hasStarted: false,
  needsLink: undefined,
  unreminded: undefined,
  isEventOver: undefined,
  received: undefined,
  withoutResults: undefined,
  openTie: undefined,
  now: new Date('2026-07-20T00:00:00.000Z'),
}

function announce(fieldOutAt: string | null): Announcement {
  const { espnId, name, start, tiebreakers } = tournament
  return { event: { espnId, name, start, tiebreakers }, fieldOutAt, after: null }
}

/** The title and the action of the next step. */
function next(known: Partial<Situation>): unknown[] {
  const { title, action } = decideNextStep({ ...nothing, ...known })
  return [title, action]
}

const create = { kind: 'link', to: '/tournament/new' }

describe('without a tournament', () => {
  it('one is set up, the first or the next', () => {
    expect(next({ isFirst: true })).toEqual(['Set up your first tournament', create])
    // One that was cancelled was not played.
    expect(next({})).toEqual(['Set up the next tournament', create])
    expect(next({ latest: ended, withoutResults: 0, openTie: '' })).toEqual(['Set up the next tournament', create])
  })

  it('an announced event is made known until its field is out, then it is set up', () => {
    const section = { kind: 'section', title: 'Next event' }
    expect(next({ announced: announce(null), latest: ended })).toEqual(['Tell people about The Open', section])
    expect(next({ announced: announce('2026-07-10T00:00:00.000Z') })).toEqual(['Set up The Open', create])
  })
})

describe('before the start', () => {
  const invitations = { kind: 'section', title: 'Invitations' }

  it('people are invited if nobody has a link, whoever has not entered', () => {
    const expected = ['Invite people to The Open', invitations]
    expect(next({ active: tournament, needsLink: true, unreminded: 3 })).toEqual(expected)
  })

  it('then those who have not entered are reminded, and after that more are invited', () => {
    const reminding = ['Remind people of The Open', { kind: 'section', title: 'Not entered yet' }]
    expect(next({ active: tournament, needsLink: false, unreminded: 3 })).toEqual(reminding)
    expect(next({ active: tournament, needsLink: false, unreminded: 0 })).toEqual([
      'Invite people to The Open',
      invitations,
    ])
  })

  it('says how many have not entered, and nothing that it does not know', () => {
    const text = (unreminded?: number) =>
      decideNextStep({ ...nothing, active: tournament, needsLink: false, unreminded }).text
    expect(text(1)).toMatch(/ 1 person has not entered\.$/)
    expect(text(12)).toMatch(/ 12 people have not entered\.$/)
    expect(text()).not.toMatch(/not entered/)
  })
})

describe('after the start', () => {
  const started = { active: tournament, latest: tournament, hasStarted: true }

  it('the board is watched until the event is over; without scores too', () => {
    const watching = ['Watch The Open', { kind: 'link', to: '/pool/7' }]
    expect(next({ ...started, isEventOver: false })).toEqual(watching)
    expect(next(started)).toEqual(watching)
  })

  it('while fees are due, they are collected', () => {
    const due = { ...started, received: '£20 of £50 received' }
    expect(next(due)).toEqual(['Collect the fees of The Open', { kind: 'entrants', tournament }])
    expect(decideNextStep({ ...nothing, ...due }).text).toBe('£20 of £50 received.')
  })

  it('then it is ended', () => {
    expect(next({ ...started, isEventOver: true, received: '£20 of £50 received' })).toEqual([
      'End The Open',
      { kind: 'end', tournament },
    ])
  })
})

describe('after the end', () => {
  const tie = '2 people share the first place.'
  const sending = ['Send the results of The Open', { kind: 'sendResults', tournament: ended }]
  const deciding = ['Decide the tie in The Open', { kind: 'end', tournament: ended }]
  const setUp = ['Set up the next tournament', create]

  it('results are sent, a shared first place is decided, fees are collected, then the next is set up', () => {
    const received = '£20 of £50 received'
    expect(next({ latest: ended, withoutResults: 4, openTie: tie, received })).toEqual(sending)
    expect(next({ latest: ended, withoutResults: 0, openTie: tie, received })).toEqual(deciding)
    expect(next({ latest: ended, received })).toEqual([
      'Collect the fees of The Open',
      { kind: 'entrants', tournament: ended },
    ])
    expect(decideNextStep({ ...nothing, latest: ended, openTie: tie }).text).toBe(tie)
    expect(next({ latest: ended, withoutResults: 0, openTie: '' })).toEqual(setUp)
  })

  it('two weeks after the start, nothing is asked any more', () => {
    const known = { latest: ended, withoutResults: 4, openTie: tie, received: '£20 of £50 received' }
    expect(next({ ...known, now: new Date('2026-07-30T06:34:59.000Z') })).toEqual(sending)
    expect(next({ ...known, now: new Date('2026-07-30T06:35:00.000Z') })).toEqual(setUp)
  })
})
