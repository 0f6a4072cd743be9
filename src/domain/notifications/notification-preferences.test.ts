import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  findPreferenceSet,
  findSendingTime,
  listKinds,
  notificationChannels,
  preferenceSets,
} from './notification-preferences.ts'

const night = { from: '22:00', to: '07:00' }
const sendAt = (now: string, timeZone: string, quietHours: { from: string; to: string } | null = night) =>
  findSendingTime({ now: new Date(now), quietHours, timeZone }).toISOString()

describe('quiet hours', () => {
  test.each([
    ['before they begin', '2026-04-09T19:59:30.000Z', 'Europe/Berlin', '2026-04-09T19:59:30.000Z'],
    ['as they begin', '2026-04-09T20:00:00.000Z', 'Europe/Berlin', '2026-04-10T05:00:00.000Z'],
    ['after midnight', '2026-04-09T23:15:30.000Z', 'Europe/Berlin', '2026-04-10T05:00:00.000Z'],
    ['in their last minute', '2026-04-10T04:59:59.999Z', 'Europe/Berlin', '2026-04-10T05:00:00.000Z'],
    ['when they have ended', '2026-04-10T05:00:00.000Z', 'Europe/Berlin', '2026-04-10T05:00:00.000Z'],
    ['on the other side of the date line', '2026-04-09T12:00:00.000Z', 'Australia/Sydney', '2026-04-09T21:00:00.000Z'],
    ['half an hour off the hour', '2026-04-09T17:00:00.000Z', 'Asia/Kolkata', '2026-04-10T01:30:00.000Z'],
  ])('%s', (_when, now, zone, expected) => {
    expect(sendAt(now, zone)).toBe(expected)
  })

  test.each([
    ['clocks go forward', '2026-03-28T22:00:00.000Z', '2026-03-29T05:00:00.000Z'],
    ['clocks go back', '2026-10-24T21:00:00.000Z', '2026-10-25T06:00:00.000Z'],
  ])('end at seven on the clock in a night in which %s', (_case, now, expected) => {
    expect(sendAt(now, 'Europe/Berlin')).toBe(expected)
  })

  test('that would end in the hour that does not exist end an hour later on the clock, which is the same instant', () => {
    const quiet = { from: '23:00', to: '02:30' }
    expect(sendAt('2026-03-28T23:00:00.000Z', 'Europe/Berlin', quiet)).toBe('2026-03-29T00:30:00.000Z')
  })

  test('may be within one day, of no length, or none', () => {
    expect(sendAt('2026-07-01T12:30:00.000Z', 'UTC', { from: '12:00', to: '13:00' })).toBe('2026-07-01T13:00:00.000Z')
    expect(sendAt('2026-07-01T12:30:00.000Z', 'UTC', { from: '12:30', to: '12:30' })).toBe('2026-07-01T12:30:00.000Z')
    expect(sendAt('2026-07-01T23:30:00.000Z', 'UTC', null)).toBe('2026-07-01T23:30:00.000Z')
  })

  test('never delay by more than their length and an hour, and what comes after them is not delayed again', () => {
    const zones = fc.constantFrom('UTC', 'Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu')
    const instants = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(instants, zones, (now, timeZone) => {
        const at = findSendingTime({ now, quietHours: night, timeZone })
        const delay = at.getTime() - now.getTime()
        expect(delay).toBeGreaterThanOrEqual(0)
        expect(delay).toBeLessThanOrEqual(10 * 3_600_000)
        expect(findSendingTime({ now: at, quietHours: night, timeZone })).toEqual(at)
      }),
    )
  })
})

test('only organisers choose how they are told about missing scores', () => {
  expect(listKinds(true)).toEqual([...listKinds(false), 'scores'])
})

test('"Tell me what matters" is recognised by its channel, and a choice of one’s own is none', () => {
  const kinds = listKinds(false)
  for (const channel of notificationChannels) {
    expect(findPreferenceSet(preferenceSets[channel], kinds)).toBe(channel)
    // Players do not see what organisers choose.
    const unseen = channel === 'off' ? 'email' : 'off'
    expect(findPreferenceSet({ ...preferenceSets[channel], scores: unseen }, kinds)).toBe(channel)
    expect(findPreferenceSet({ ...preferenceSets[channel], lead: unseen }, kinds)).toBeNull()
  }
  expect(preferenceSets.push).toMatchObject({ receipt: 'email', sheet: 'email', results: 'push' })
})
