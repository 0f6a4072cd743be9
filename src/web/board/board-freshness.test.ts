import { describe, expect, it } from 'vitest'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import { buildEvent, buildField } from '#test/support/build-field.ts'
import { ApiProblem } from '../api/api-problem.ts'
import type { LiveState } from '../live/live-connection.ts'
import { toBoardFreshness } from './board-freshness.ts'

const running = { active: true }

describe('the freshness of a board', () => {
  it('is the round while all goes well', () => {
    expect(toBoardFreshness(running, buildState())).toEqual({
      isFinal: false,
      status: 'Round 1 - In Progress',
      staleReason: null,
    })
  })

  it('is Final when the event is completed, and old scores are no trouble then', () => {
    const event = buildEvent({ completed: true })
    const state = buildState({ leaderboard: buildLeaderboard({ event }), connection: 'offline' })
    expect(toBoardFreshness(running, state)).toEqual({ isFinal: true, status: 'Final', staleReason: null })
  })

  it('is Final when the tournament was ended, whatever the event says', () => {
    expect(toBoardFreshness({ active: false }, buildState())).toMatchObject({
      isFinal: true,
      status: 'Final',
    })
  })

  it('tells why the feed’s scores are old, as the end of a sentence', () => {
    const stale = { since: '2026-04-09T12:00:00Z', reason: 'The feed did not answer' }
    const state = buildState({ leaderboard: buildLeaderboard({ stale }) })
    expect(toBoardFreshness(running, state).staleReason).toBe('the feed did not answer.')
  })

  it('tells that the server is out of reach before anything else', () => {
    const stale = { since: '2026-04-09T12:00:00Z', reason: 'The feed did not answer' }
    const state = buildState({ leaderboard: buildLeaderboard({ stale }), connection: 'offline' })
    expect(toBoardFreshness(running, state).staleReason).toBe('the server cannot be reached.')
  })

  it('tells a refusal in the words of the server', () => {
    const state = buildState({ failure: new ApiProblem('internal-error') })
    expect(toBoardFreshness(running, state).staleReason).toBe('something went wrong on the server.')
  })

  it('has no trouble and no status while there are no scores yet', () => {
    const state = buildState({ leaderboard: null, failure: new ApiProblem('not-found') })
    expect(toBoardFreshness(running, state)).toEqual({ isFinal: false, status: '', staleReason: null })
  })
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
    ...overrides,
  }
}
