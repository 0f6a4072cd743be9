import { describe, expect, it } from 'vitest'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import { feedSource } from '#domain/field/field.ts'
import { buildEvent, buildField } from '#test/support/build-field.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import type { LiveState } from '#web/live/live-connection.ts'
import { toBoardFreshness, toFreshnessText, toSourceText } from './board-freshness.ts'

const running = { active: true }

describe('the freshness of a board', () => {
  it('is the round while scores are fresh', () => {
    expect(toBoardFreshness(running, buildState())).toEqual({
      isFinal: false,
      status: 'Round 1 - In Progress',
      staleReason: null,
    })
  })

  it('is Final when the event is completed, and never stale then', () => {
    const event = buildEvent({ completed: true })
    const state = buildState({ leaderboard: buildLeaderboard({ event }), connection: 'offline' })
    expect(toBoardFreshness(running, state)).toEqual({ isFinal: true, status: 'Final', staleReason: null })
  })

  it('is Final when the tournament has been ended, even if the event has not', () => {
    expect(toBoardFreshness({ active: false }, buildState())).toMatchObject({
      isFinal: true,
      status: 'Final',
    })
  })

  it('explains stale scores in plain words, as the end of a sentence', () => {
    const stale = { since: '2026-04-09T12:00:00Z', reason: 'The sports feed returned status 500.' }
    const state = buildState({ leaderboard: buildLeaderboard({ stale }) })
    expect(toBoardFreshness(running, state).staleReason).toBe('no new scores are coming from the tour.')
  })

  it('reports an unreachable server before a failing feed', () => {
    const stale = { since: '2026-04-09T12:00:00Z', reason: 'The feed did not answer' }
    const state = buildState({ leaderboard: buildLeaderboard({ stale }), connection: 'offline' })
    expect(toBoardFreshness(running, state).staleReason).toBe('the server can’t be reached.')
  })

  it('reports an error in the server’s words', () => {
    const state = buildState({ failure: new ApiProblem('internal-error') })
    expect(toBoardFreshness(running, state).staleReason).toBe('something went wrong on the server.')
  })

  it('has neither status nor stale scores before the first scores', () => {
    const state = buildState({ leaderboard: null, failure: new ApiProblem('not-found') })
    expect(toBoardFreshness(running, state)).toEqual({ isFinal: false, status: '', staleReason: null })
  })
})

describe('the sentence about the scores on a screen', () => {
  const now = new Date('2026-04-09T12:03:00Z')
  const clock = (hour: number, minute: number) => new Date(2026, 3, 9, hour, minute).toISOString()
  const toText = (
    state: Partial<LiveState> & { isPast?: boolean; delay?: number },
    isActive = true,
    hasStarted = true,
  ) => {
    const shown = { ...buildState(state), ...state }
    const freshness = { ...toBoardFreshness({ active: isActive }, shown), hasStarted }
    return toFreshnessText(shown, freshness, now).replace('\u202f', ' ')
  }

  it.each([
    ['when the feed was checked', { feedChecked: clock(11, 24) }, 'Updated 11:24 AM'],
    ['since when they are entered by hand', { leaderboard: byHand(clock(16, 10)) }, 'Updated by hand 4:10 PM'],
    [
      'the delay of a viewer of television',
      { feedChecked: clock(11, 24), delay: 30 },
      'Updated 11:24 AM · Delayed 30 s',
    ],
    ['their age without a network', { connection: 'offline' }, 'No connection · scores from 3 minutes ago'],
    ['that none can come without a network', { connection: 'offline', leaderboard: null }, 'No connection'],
    [
      'their age while the server fails',
      { failure: new ApiProblem('internal-error') },
      'Not updating · scores from 3 minutes ago',
    ],
    ['that they are of the past', { isPast: true, connection: 'offline' }, 'Replay'],
    ['that the first are being loaded', { leaderboard: null }, 'Loading scores'],
    ['nothing while there are none', { leaderboard: null, failure: new ApiProblem('not-found') }, ''],
  ] as const)('says %s', (_, state, text) => expect(toText(state)).toBe(text))

  it('before the start says only that there is no network', () => {
    expect(toText({}, true, false)).toBe('')
    expect(toText({ connection: 'offline' }, true, false)).toBe('No connection')
  })

  it('says nothing of final scores, with or without a network', () => {
    const event = buildEvent({ completed: true })
    expect(toText({ leaderboard: buildLeaderboard({ event }), connection: 'offline' })).toBe('')
    expect(toText({ connection: 'offline' }, false)).toBe('')
  })
})

function byHand(since: string): Leaderboard {
  return buildLeaderboard({ source: { kind: 'hand', since, by: 'Ann' } })
}

it('a board names its source unless it is the feed, with the viewer’s time', () => {
  const since = new Date(2026, 3, 9, 16, 10).toISOString()
  const toText = (kind: 'feed' | 'document' | 'hand', now: Date) =>
    toSourceText({ kind, since: kind === 'hand' ? since : null, by: null }, now)
  expect(toText('feed', new Date())).toBeNull()
  expect(toText('document', new Date())).toBe('Scores from a source of the pool’s own.')
  expect(toText('hand', new Date(2026, 3, 9, 17))).toMatch(/^Scores entered by the organisers at (16:10|4:10\sPM)\.$/)
  expect(toText('hand', new Date(2026, 3, 10, 9))).toMatch(/^Scores entered by the organisers on \w+, .*4:10\sPM\.$/)
})

function buildState(overrides: Partial<LiveState> = {}): LiveState {
  return {
    leaderboard: buildLeaderboard(),
    feedChecked: null,
    lastRefresh: null,
    connection: 'live',
    failure: null,
    ...overrides,
  }
}

function buildLeaderboard(overrides: Partial<Leaderboard> = {}): Leaderboard {
  const { golfersScores: _golfersScores, ...field } = buildField()
  return {
    ...field,
    golfersScores: [],
    version: 1,
    timeStamp: '2026-04-09T12:00:00Z',
    stale: null,
    source: feedSource,
    ...overrides,
  }
}
