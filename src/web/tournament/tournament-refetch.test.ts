import { describe, expect, it } from 'vitest'
import { buildEntry, buildTournament } from '#test/support/build-tournament.ts'
import { toTournamentRefetchMs } from './tournament-refetch.ts'

const start = '2026-04-09T11:00:00Z'
const minute = 60_000

function refetchMs(msAfterStart: number, { active = true, isHidden = false } = {}) {
  const entries = [buildEntry(isHidden ? { selections: [] } : {})]
  const tournament = buildTournament({ start, active, entries })
  return toTournamentRefetchMs(tournament, Date.parse(start) + msAfterStart, 0.5)
}

describe('the tournament is refetched', () => {
  it('every minute before its start', () => {
    expect(refetchMs(-60 * minute)).toBe(minute)
  })

  it('just after its start, spread over three seconds', () => {
    expect(refetchMs(-10_000)).toBe(10_000 + 500 + 1_500)
  })

  it('every five seconds after the start while the server still hides the picks', () => {
    expect(refetchMs(1_000, { isHidden: true })).toBe(5_000)
    expect(refetchMs(60 * minute, { isHidden: true })).toBe(5_000)
  })

  it('for five minutes after the start, in case the browser’s clock is ahead', () => {
    expect(refetchMs(4 * minute)).toBe(minute)
  })

  it('every five minutes later, because entries may be removed', () => {
    expect(refetchMs(5 * minute)).toBe(5 * minute)
  })

  it('never when it is inactive', () => {
    expect(refetchMs(-60 * minute, { active: false })).toBe(false)
  })
})
