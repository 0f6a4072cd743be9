import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildEntry, buildPlayers } from '#test/support/build-tournament.ts'
import {
  entryNumberOfPick,
  findPickErrors,
  isSameEntry,
  picksPerEntryRecord,
  tierNames,
  tierOfPick,
} from './tournament.ts'

const perTier = 5
const players = buildPlayers(perTier)
const pickIndexes = fc.integer({ min: 0, max: picksPerEntryRecord - 1 })
const idsOfTier = (tier: number) => players.filter((player) => player.tier === tier).map(({ id }) => id)

/** A golfer of the right tier for each pick. */
const goodPicks = fc.tuple(
  ...Array.from({ length: picksPerEntryRecord }, (_, index) => fc.constantFrom(...idsOfTier(index % 4))),
)

describe('the picks of an entry', () => {
  test('are valid when each pick is from its tier, even if a golfer is in several entries', () => {
    fc.assert(
      fc.property(goodPicks, (picks) => {
        expect(findPickErrors(picks, players)).toEqual([])
      }),
    )
    const thrice = [1, 6, 11, 16, 1, 6, 11, 16, 1, 6, 11, 16]
    expect(findPickErrors(thrice, players)).toEqual([])
  })

  test('are rejected where the golfer is from another tier', () => {
    fc.assert(
      fc.property(goodPicks, pickIndexes, fc.constantFrom(...players), (picks, index, other) => {
        const tier = tierOfPick(index)
        fc.pre(other.tier !== tier)
        expect(findPickErrors(picks.with(index, other.id), players)).toEqual([
          { field: `selections.${index}.playerId`, message: `must be a golfer of tier ${tierNames[tier]}` },
        ])
      }),
    )
  })

  test('are rejected where the golfer is from another tournament', () => {
    const unknownIds = fc.integer().filter((id) => !players.some((player) => player.id === id))
    fc.assert(
      fc.property(goodPicks, pickIndexes, unknownIds, (picks, index, unknownId) => {
        expect(findPickErrors(picks.with(index, unknownId), players)).toEqual([
          { field: `selections.${index}.playerId`, message: 'must be a golfer of this tournament' },
        ])
      }),
    )
  })

  test('have one error for every wrong pick, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...players), { minLength: 12, maxLength: 12 }), (picked) => {
        const wrong = picked.flatMap(({ tier }, index) => (tier === index % 4 ? [] : [index]))
        const errors = findPickErrors(
          picked.map(({ id }) => id),
          players,
        )
        expect(errors.map(({ field }) => field)).toEqual(wrong.map((index) => `selections.${index}.playerId`))
      }),
    )
  })

  test('must be exactly twelve', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...players), { maxLength: 30 }), (picked) => {
        fc.pre(picked.length !== 12)
        expect(
          findPickErrors(
            picked.map(({ id }) => id),
            players,
          ),
        ).toEqual([{ field: 'selections', message: 'must name 12 golfers' }])
      }),
    )
  })
})

test('the picks are of tiers A, B, C and D, three times over', () => {
  const names = Array.from({ length: picksPerEntryRecord }, (_, index) => tierNames[tierOfPick(index)])
  expect(names.join('')).toBe('ABCDABCDABCD')
  expect(() => tierOfPick(-1)).toThrow(RangeError)
})

test('four picks belong to each entry', () => {
  const numbers = Array.from({ length: picksPerEntryRecord }, (_, index) => entryNumberOfPick(index))
  expect(numbers.join('')).toBe('111122223333')
  expect(() => entryNumberOfPick(12)).toThrow(RangeError)
})

describe('an entry is unchanged', () => {
  const stored = buildEntry()
  const content = {
    tiebreakers: stored.tiebreakers,
    playerIds: stored.selections.map(({ playerId }) => playerId),
  }

  test('when every answer and every pick is the stored one', () => {
    expect(isSameEntry(stored, content)).toBe(true)
  })

  test('unless an answer or a pick differs, or two are swapped', () => {
    fc.assert(
      fc.property(pickIndexes, (index) => {
        expect(isSameEntry(stored, { ...content, playerIds: content.playerIds.with(index, 99) })).toBe(false)
      }),
    )
    const [first = '', second = ''] = content.tiebreakers
    expect(isSameEntry(stored, { ...content, tiebreakers: [first, 'another'] })).toBe(false)
    expect(isSameEntry(stored, { ...content, tiebreakers: [second, first] })).toBe(false)
    expect(isSameEntry(stored, { ...content, playerIds: content.playerIds.toReversed() })).toBe(false)
    expect(isSameEntry(stored, { ...content, playerIds: content.playerIds.slice(1) })).toBe(false)
  })
})
