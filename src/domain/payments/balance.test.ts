import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { testRounds } from '#test/support/test-rounds.ts'
import { type TournamentMoney, toBalances, toTotal } from './balance.ts'
import { emptyFee } from './fee.ts'

const [ann, bo] = [
  { userId: 1, name: 'Ann' },
  { userId: 2, name: 'Bo' },
]
const entered = { isEntered: true, isPaid: false }
const fee = { ...emptyFee, price: '10 GBP' }
const money = (changes: Partial<TournamentMoney>): TournamentMoney => ({
  ...{ name: 'Spring Open', fee, isCancelled: false, people: [], prizesWon: [], prizesPaid: [] },
  ...changes,
})
const none = { feesPaid: 0, feesDue: 0, refundsDue: 0, prizesPaid: 0, prizesDue: 0 }

test('fees and prizes add up for each person, over several tournaments', () => {
  const balances = toBalances([
    money({
      people: [
        { ...bo, ...entered },
        { ...ann, ...entered, isPaid: true },
      ],
      prizesWon: [{ ...ann, minor: 1500 }],
    }),
    money({
      people: [
        { ...bo, ...entered },
        { ...ann, ...entered },
      ],
      prizesWon: [{ ...ann, minor: 500 }],
      prizesPaid: [{ ...ann, minor: 500, currency: 'GBP' }],
    }),
  ])
  expect(balances).toEqual([
    {
      ...ann,
      sums: [{ ...none, currency: 'GBP', feesPaid: 1000, feesDue: 1000, prizesPaid: 500, prizesDue: 1500 }],
      inWords: [],
    },
    { ...bo, sums: [{ ...none, currency: 'GBP', feesDue: 2000 }], inWords: [] },
  ])
  expect(balances.flatMap(({ sums }) => sums.map(toTotal))).toEqual([500, -2000])
})

test('currencies are not added, and a fee in words is listed', () => {
  const people = [{ ...ann, ...entered }]
  const inDollars = { ...fee, price: '5 USD', isPerEntry: true }
  const inWords = { ...fee, price: 'a sleeve of balls' }
  const [balance] = toBalances([
    money({ people }),
    money({ people, fee: inDollars }),
    money({ people, fee: inWords, name: 'Autumn Open' }),
  ])
  expect(balance).toEqual({
    ...ann,
    sums: [
      { ...none, currency: 'GBP', feesDue: 1000 },
      { ...none, currency: 'USD', feesDue: 1500 },
    ],
    inWords: [{ tournament: 'Autumn Open', fee: 'a sleeve of balls', isPaid: false }],
  })
})

test('what was paid goes back if the tournament was cancelled or the entry withdrawn, unless the fee is kept', () => {
  const withdrawn = [{ ...ann, isEntered: false, isPaid: true }]
  const sumsOf = (changes: Partial<TournamentMoney>) => toBalances([money(changes)])[0]?.sums
  expect(sumsOf({ people: withdrawn })).toEqual([{ ...none, currency: 'GBP', refundsDue: 1000 }])
  expect(sumsOf({ people: withdrawn, fee: { ...fee, keepsWithdrawn: true } })).toEqual([
    { ...none, currency: 'GBP', feesPaid: 1000 },
  ])
  const isCancelled = true
  expect(sumsOf({ isCancelled, people: [{ ...ann, ...entered, isPaid: true }] })).toEqual([
    { ...none, currency: 'GBP', refundsDue: 1000 },
  ])
  expect(sumsOf({ isCancelled, people: [{ ...ann, ...entered }] })).toBeUndefined()
})

test('a prize that was paid out before a correction took it away is to be given back', () => {
  const [balance] = toBalances([money({ prizesPaid: [{ ...bo, minor: 700, currency: 'GBP' }] })])
  expect(balance?.sums).toEqual([{ ...none, currency: 'GBP', prizesPaid: 700, prizesDue: -700 }])
})

const person = fc.constantFrom(ann, bo, { userId: 3, name: 'Bo' })
const minor = fc.integer({ min: 0, max: 5000 })
const tournament = fc
  .record({
    isCancelled: fc.boolean(),
    keepsWithdrawn: fc.boolean(),
    people: fc.uniqueArray(fc.record({ person, isEntered: fc.boolean(), isPaid: fc.boolean() }), {
      selector: ({ person }) => person.userId,
    }),
    won: fc.array(fc.record({ person, minor })),
    paid: fc.array(fc.record({ person, minor })),
  })
  .map(({ isCancelled, keepsWithdrawn, people, won, paid }) =>
    money({
      isCancelled,
      fee: { ...fee, keepsWithdrawn },
      people: people.map(({ person, ...state }) => ({ ...person, ...state })),
      prizesWon: won.map(({ person, minor }) => ({ ...person, minor })),
      prizesPaid: paid.map(({ person, minor }) => ({ ...person, minor, currency: 'GBP' })),
    }),
  )

test('the sums of all people are those of all tournaments, in random seasons', () => {
  fc.assert(
    fc.property(fc.array(tournament, { maxLength: 4 }), (tournaments) => {
      const sums = toBalances(tournaments).flatMap((balance) => balance.sums)
      const add = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
      const won = tournaments.flatMap(({ prizesWon }) => prizesWon.map((prize) => prize.minor))
      const paid = tournaments.flatMap(({ prizesPaid }) => prizesPaid.map((prize) => prize.minor))
      expect(add(sums.map(({ prizesPaid, prizesDue }) => prizesPaid + prizesDue))).toBe(add(won))
      expect(add(sums.map(({ prizesPaid }) => prizesPaid))).toBe(add(paid))
      const marks = tournaments.flatMap(({ people }) => people.filter(({ isPaid }) => isPaid))
      expect(add(sums.map(({ feesPaid, refundsDue }) => feesPaid + refundsDue))).toBe(1000 * marks.length)
    }),
    { numRuns: testRounds(500) },
  )
})
