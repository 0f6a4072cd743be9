import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import { emptyFee, type Fee } from '#domain/payments/fee.ts'
import { type Standings, scorePool, standingAt } from '#domain/standings/standings.ts'
import { buildField, buildGolferOf } from '#test/support/build-field.ts'
import { buildEntry, buildPlayers, buildSelections, buildTournament } from '#test/support/build-tournament.ts'
import { testRounds } from '#test/support/test-rounds.ts'
import { awardPrizes, toFinish } from './pot-split.ts'
import { describePrizeOrder, listOrderedTies, toPrizePlaces, toTiedText } from './prize-order.ts'
import { toFinalPlaces } from './results.ts'

/** A person, the group of golfers of each entry (entries with the same group tie, and group 1 is best), and the answers. */
type Player = { name: string; groups: [number, number, number]; answers: [string, string] }

const picksOf = (group: number) => [group, 3 + group, 6 + group, 9 + group]

function toStandings(people: readonly Player[]): Standings {
  const entries = people.map(({ name, groups, answers }, index) =>
    buildEntry({
      ...{ id: index + 1, name, tiebreakers: answers },
      selections: buildSelections(picksOf(groups[0]), picksOf(groups[1]), picksOf(groups[2])),
    }),
  )
  const golfersScores = buildPlayers().map((player) => buildGolferOf(player, { relativeScore: player.order - 9 }))
  return scorePool(createPool(buildTournament({ entries, active: false })), buildField({ golfersScores }))
}

const fee: Fee = { ...emptyFee, price: '10 GBP', tiesByAnswers: true }
const decided = (payouts: string, trueAnswers?: [string, string]) => ({ fee: { ...fee, payouts }, trueAnswers })

/** "1st Ann 1: 500" for each award. */
function listAwards(people: readonly Player[], payouts: string, trueAnswers?: [string, string], pot = 1000) {
  const standings = toStandings(people)
  const { awards, left } = awardPrizes(decided(payouts, trueAnswers), standings, pot)
  return [
    ...awards.map(
      ({ prize, number, line, minor }) => `${prize} ${number} ${standingAt(standings, line).displayName}: ${minor}`,
    ),
    left,
  ]
}

const ann: Player = { name: 'Ann', groups: [1, 2, 3], answers: ['280', '62'] }
const bo: Player = { name: 'Bo', groups: [1, 2, 3], answers: ['276', '60'] }
const cy: Player = { name: 'Cy', groups: [1, 3, 3], answers: ['about 277', '62'] }

test('the answers give the prizes of a tie to people in their order; without true answers they share', () => {
  const payouts = '1st: 50%\n2nd: 30%\n3rd: 20%'
  expect(listAwards([ann, bo, cy], payouts, ['277', '62'])).toEqual([
    'place 1 Bo 1: 500',
    'place 2 Ann 1: 300',
    'place 3 Cy 1: 200',
    0,
  ])
  const shared = ['place 1 Ann 1: 334', 'place 1 Bo 1: 333', 'place 1 Cy 1: 333', 0]
  expect(listAwards([ann, bo, cy], payouts)).toEqual(shared)
  expect(listAwards([ann, bo, cy], payouts, ['', ''])).toEqual(shared)
})

test('people who are level share the prizes of their places', () => {
  const di: Player = { ...bo, name: 'Di', answers: ['278', '60'] }
  expect(listAwards([ann, bo, di], '1st: 50%\n2nd: 31%\n3rd: 19%', ['277', ''])).toEqual([
    'place 1 Bo 1: 405',
    'place 1 Di 1: 405',
    'place 3 Ann 1: 190',
    0,
  ])
})

test('a player’s entries in a tie stand together, in entry order', () => {
  const twice: Player = { ...bo, groups: [2, 1, 1] }
  expect(listAwards([ann, twice], '1st: 50%\n2nd: 30%\n3rd: 20%', ['277', '62'])).toEqual([
    'place 1 Bo 2: 500',
    'place 2 Bo 3: 300',
    'place 3 Ann 1: 200',
    0,
  ])
})

test('prizes for the last place are always shared', () => {
  expect(listAwards([ann, bo], 'last: 5', ['277', '62'])).toEqual(['last 1 Ann 3: 250', 'last 1 Bo 3: 250', 500])
})

test('everybody reads how the prizes of a tie are given', () => {
  const standings = toStandings([ann, bo, cy])
  const describe = (changes: Partial<Fee>, trueAnswers?: [string, string]) => {
    const payouts = [{ prize: 'place', number: 2, unit: 'percent', value: 1 } as const]
    return describePrizeOrder(standings, { fee: { ...fee, ...changes }, payouts, trueAnswers })
  }
  expect(describe({}, ['277', ''])).toBe(
    'The prizes of those who tie go by the answers (277). T1: Bo, then Ann, then Cy.',
  )
  expect(describe({}, ['278', '62'])).toBe(
    'The prizes of those who tie go by the answers (278 and 62). T1: Ann, then Bo, then Cy.',
  )
  expect(describe({})).toBe(
    'The answers decide who gets which prize of those who tie for 1st. Until the organisers give the true answers, they share.',
  )
  expect(describe({ tiesByAnswers: false }, ['277', '62'])).toBe('')
  const level = toStandings([ann, { ...ann, name: 'Al' }])
  const payouts = [{ prize: 'place', number: 1, unit: 'percent', value: 1 } as const]
  expect(describePrizeOrder(level, { fee, payouts, trueAnswers: ['277', '62'] })).toBe(
    'The prizes of those who tie go by the answers (277 and 62). T1: Al and Ann, who are level.',
  )
})

test('who is tied is about places with a prize only', () => {
  const places = (people: Player[]) => toFinalPlaces(toStandings(people))
  const payouts = [{ prize: 'place', number: 2, unit: 'percent', value: 1 } as const]
  const apart: Player = { ...bo, groups: [2, 2, 3] }
  expect(toTiedText(places([ann, bo]), payouts)).toBe('1: 1.0,2.0')
  expect(toTiedText(places([ann, apart]), payouts)).toBe('2: 1.1,2.0,2.1')
  expect(toTiedText(places([ann, bo]), [])).toBe('')
})

const group = fc.integer({ min: 1, max: 3 })
const answer = fc.constantFrom('1', '2', '3', '4', 'many')
const people: fc.Arbitrary<Player[]> = fc
  .array(fc.record({ groups: fc.tuple(group, group, group), answers: fc.tuple(answer, answer) }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((list) => list.map((person, index) => ({ ...person, name: `P${index}` })))
const trueAnswers = fc.tuple(fc.constantFrom('2', '3', ''), fc.constantFrom('2', ''))
const shares = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 4 })

/** The same rule, written another way: each person's rank is the number of people who are closer. */
function toNaivePrizePlaces(standings: Standings, known: readonly string[], places: readonly (number | null)[]) {
  const lines = places.map((_, line) => standingAt(standings, line))
  const far = (given: string | undefined, wanted: string | undefined) => {
    if (wanted === '') return 0
    return given === 'many' ? 1000 : Math.abs(Number(given) - Number(wanted))
  }
  const distance = ({ tiebreakers }: (typeof lines)[number]) =>
    far(tiebreakers[0], known[0]) * 10_000 + far(tiebreakers[1], known[1])
  return lines.map((own) => {
    const tied = lines.filter(({ place }) => place === own.place)
    const ahead = tied.filter((other) => distance(other) < distance(own)).length
    const level = tied.filter((other) => distance(other) === distance(own))
    const isAlone = level.every(({ entryId }) => entryId === own.entryId)
    const before = isAlone ? level.filter(({ entryNumber }) => entryNumber < own.entryNumber).length : 0
    return (own.place ?? 0) + ahead + before
  })
}

test('people with equal scores are ordered by the answers, in random pools', () => {
  const everyPlace = Array.from({ length: 18 }, (_, index) => ({
    ...({ prize: 'place', number: index + 1, unit: 'percent', value: 1 } as const),
  }))
  fc.assert(
    fc.property(people, trueAnswers, (list, known) => {
      const standings = toStandings(list)
      const { places } = toFinish(standings)
      const prizePlaces = toPrizePlaces(places, listOrderedTies(standings, everyPlace, known))
      expect(prizePlaces).toEqual(toNaivePrizePlaces(standings, known, places))
    }),
    { numRuns: testRounds(1000) },
  )
})

test('the money adds up, and a tie gets as much in all as if it were split, in random pools', () => {
  fc.assert(
    fc.property(people, trueAnswers, shares, fc.integer({ min: 0, max: 5000 }), (list, known, numbers, pot) => {
      const standings = toStandings(list)
      const { places } = toFinish(standings)
      const payouts = `last: 1\nround 1: 7%\n${numbers.map((number) => `${number}: ${number + 10}%`).join('\n')}`
      const byAnswers = awardPrizes(decided(payouts, known), standings, pot)
      const split = awardPrizes(
        { ...decided(payouts, known), fee: { ...fee, payouts, tiesByAnswers: false } },
        standings,
        pot,
      )
      const toSums = ({ awards }: typeof split) => {
        const sums = new Map<string, number>()
        for (const { prize, line, minor } of awards) {
          const key = `${prize} of ${prize === 'place' ? places[line] : line}`
          if (minor > 0) sums.set(key, (sums.get(key) ?? 0) + minor)
        }
        return sums
      }
      expect(byAnswers.awards.reduce((sum, { minor }) => sum + minor, byAnswers.left)).toBe(pot)
      expect(byAnswers.left).toBe(split.left)
      expect(toSums(byAnswers)).toEqual(toSums(split))
    }),
    { numRuns: testRounds(1000) },
  )
})
