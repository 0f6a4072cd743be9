import { beforeEach, describe, expect, it } from 'vitest'
import { type ClockChange, ClockChangedError, createSystemClock } from './clock.ts'
import { openDatabase } from './database.ts'

const { db } = openDatabase({ kind: 'sqlite', file: ':memory:' })
const noon = Date.parse('2026-04-09T12:00:00.000Z')
const second = 1000
const hour = 3_600_000

describe('a deciding clock that jumps', () => {
  let elapsed = 0
  let setBy = 0
  let changes: ClockChange[] = []
  let clock = createSystemClock('sqlite')

  beforeEach(async () => {
    elapsed = 0
    setBy = 0
    changes = []
    clock = createSystemClock('sqlite', {
      now: () => new Date(noon + elapsed + setBy),
      monotonicNow: () => elapsed,
      onChange: (change) => void changes.push(change),
    })
    await read()
  })

  const read = () => clock.authoritativeNow(db)
  const isInDoubt = () =>
    read().then(
      () => false,
      (error: unknown) => error instanceof ClockChangedError,
    )

  it.each([hour, -hour, 61 * second, -61 * second])(
    'by %d ms decides nothing until it has held for a minute',
    async (jump) => {
      setBy = jump
      expect(await isInDoubt()).toBe(true)
      elapsed += 60 * second - 1
      expect(await isInDoubt()).toBe(true)
      expect(changes).toEqual([])
      elapsed += 1
      expect((await read()).getTime()).toBe(noon + 60 * second + jump)
      expect(changes).toEqual([{ expected: new Date(noon + 60 * second), shown: new Date(noon + 60 * second + jump) }])
      expect(await isInDoubt()).toBe(false)
    },
  )

  it('and back again has changed nothing', async () => {
    setBy = hour
    expect(await isInDoubt()).toBe(true)
    setBy = 0
    expect(await isInDoubt()).toBe(false)
    elapsed += 61 * second
    setBy = hour
    expect(await isInDoubt()).toBe(true)
  })

  it('twice has to hold for a minute after the second time', async () => {
    setBy = hour
    await isInDoubt()
    elapsed += 50 * second
    setBy = 2 * hour
    expect(await isInDoubt()).toBe(true)
    elapsed += 50 * second
    expect(await isInDoubt()).toBe(true)
    elapsed += 10 * second
    expect(await isInDoubt()).toBe(false)
  })

  it('by a minute or less is followed at once, again and again', async () => {
    for (let step = 0; step < 5; step += 1) {
      setBy += 60 * second
      elapsed += hour
      expect(await isInDoubt()).toBe(false)
    }
    expect(changes).toEqual([])
  })
})
