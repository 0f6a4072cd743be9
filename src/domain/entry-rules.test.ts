import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildEntry, buildPlayers } from '#test/support/build-tournament.ts'
import { findPickFaults, saysTheSame, tierOfPlace } from './entry-rules.ts'
import { picksPerEntryRecord, tierNames } from './tournament.ts'

const perTier = 5
const players = buildPlayers(perTier)
const places = fc.integer({ min: 0, max: picksPerEntryRecord - 1 })
const idsOfTier = (tier: number) => players.filter((player) => player.tier === tier).map(({ id }) => id)

/** One player of the tier of each place, whichever. */
const goodPicks = fc.tuple(
  ...Array.from({ length: picksPerEntryRecord }, (_, place) => fc.constantFrom(...idsOfTier(place % 4))),
)

describe('the picks of an entry', () => {
  test('are good when each place has a golfer of its tier, the same one in several entries or not', () => {
    fc.assert(
      fc.property(goodPicks, (picks) => {
        expect(findPickFaults(picks, players)).toEqual([])
      }),
    )
    const thrice = [1, 6, 11, 16, 1, 6, 11, 16, 1, 6, 11, 16]
    expect(findPickFaults(thrice, players)).toEqual([])
  })

  test('are refused at the place of a golfer of another tier, and there alone', () => {
    fc.assert(
      fc.property(goodPicks, places, fc.constantFrom(...players), (picks, place, other) => {
        const tier = tierOfPlace(place)
        fc.pre(other.tier !== tier)
        expect(findPickFaults(picks.with(place, other.id), players)).toEqual([
          { field: `selections.${place}.playerId`, message: `must be a golfer of tier ${tierNames[tier]}` },
        ])
      }),
    )
  })

  test('are refused at the place of a golfer of another tournament', () => {
    const strangers = fc.integer().filter((id) => !players.some((player) => player.id === id))
    fc.assert(
      fc.property(goodPicks, places, strangers, (picks, place, stranger) => {
        expect(findPickFaults(picks.with(place, stranger), players)).toEqual([
          { field: `selections.${place}.playerId`, message: 'must be a golfer of this tournament' },
        ])
      }),
    )
  })

  test('have a fault for every wrong place, in the order of the places', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...players), { minLength: 12, maxLength: 12 }), (picked) => {
        const wrong = picked.flatMap(({ tier }, place) => (tier === place % 4 ? [] : [place]))
        const faults = findPickFaults(
          picked.map(({ id }) => id),
          players,
        )
        expect(faults.map(({ field }) => field)).toEqual(wrong.map((place) => `selections.${place}.playerId`))
      }),
    )
  })

  test('are twelve', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...players), { maxLength: 30 }), (picked) => {
        fc.pre(picked.length !== 12)
        expect(
          findPickFaults(
            picked.map(({ id }) => id),
            players,
          ),
        ).toEqual([{ field: 'selections', message: 'must name 12 golfers' }])
      }),
    )
  })
})

test('the places are of tiers A, B, C, D, three times over', () => {
  const names = Array.from({ length: picksPerEntryRecord }, (_, place) => tierNames[tierOfPlace(place)])
  expect(names.join('')).toBe('ABCDABCDABCD')
  expect(() => tierOfPlace(-1)).toThrow(RangeError)
})

describe('an entry says the same', () => {
  const stored = buildEntry()
  const content = {
    tiebreakers: stored.tiebreakers,
    playerIds: stored.selections.map(({ playerId }) => playerId),
  }

  test('when every answer and every pick is the stored one', () => {
    expect(saysTheSame(stored, content)).toBe(true)
  })

  test('no more when one answer or one pick differs, or two have changed places', () => {
    fc.assert(
      fc.property(places, (place) => {
        expect(saysTheSame(stored, { ...content, playerIds: content.playerIds.with(place, 99) })).toBe(false)
      }),
    )
    const [first = '', second = ''] = content.tiebreakers
    expect(saysTheSame(stored, { ...content, tiebreakers: [first, 'another'] })).toBe(false)
    expect(saysTheSame(stored, { ...content, tiebreakers: [second, first] })).toBe(false)
    expect(saysTheSame(stored, { ...content, playerIds: content.playerIds.toReversed() })).toBe(false)
    expect(saysTheSame(stored, { ...content, playerIds: content.playerIds.slice(1) })).toBe(false)
  })
})
