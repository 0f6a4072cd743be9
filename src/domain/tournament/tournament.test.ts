import { describe, expect, test } from 'vitest'
import { buildTournament } from '#test/support/build-tournament.ts'
import { hasStarted, isOpenForEntries } from './tournament.ts'

describe('a tournament', () => {
  const tournament = buildTournament({ start: '2026-04-09T11:00:00Z' })
  const justBefore = new Date('2026-04-09T10:59:59.999Z')
  const atStart = new Date('2026-04-09T11:00:00Z')

  test('accepts entries until the last moment before its start', () => {
    expect(hasStarted(tournament, justBefore)).toBe(false)
    expect(isOpenForEntries(tournament, justBefore)).toBe(true)
  })

  test('has started, and accepts no more entries, at the very instant of its start', () => {
    expect(hasStarted(tournament, atStart)).toBe(true)
    expect(isOpenForEntries(tournament, atStart)).toBe(false)
  })

  test('accepts no entries while inactive, even before its start', () => {
    expect(isOpenForEntries({ ...tournament, active: false }, justBefore)).toBe(false)
  })
})
