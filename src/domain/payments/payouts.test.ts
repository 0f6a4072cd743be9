import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describePayout, type Payout, readPayoutLines } from './payouts.ts'

const read = (text: string, currency = 'USD') => readPayoutLines(text, currency).map(({ payout }) => payout)

test.each([
  ['1st place: 60 %', '1st: 60% of the pot'],
  ['2: 27.5%', '2nd: 27.5% of the pot'],
  ['3rd 12,5 per cent', '3rd: 12.5% of the pot'],
  ['1st: 60 percent', '1st: 60% of the pot'],
  ['Last $20', 'Last: 20 USD'],
  ['last place: 20.5 usd', 'Last: 20.50 USD'],
  ['4th: USD 7', '4th: 7 USD'],
  ['Round 2: 5 % of the pot', 'Round 2: 5% of the pot'],
])('the line “%s” is understood as “%s”', (line, understood) => {
  const [payout] = read(line)
  expect(typeof payout === 'object' && describePayout(payout, 'USD')).toBe(understood)
})

test('a dollar sign is that of the fee, where its currency has one', () => {
  expect(read('1st: $20', 'CAD')).toEqual([{ prize: 'place', number: 1, unit: 'amount', value: 2000 }])
  expect(read('1st: $20', 'EUR')).toEqual(['“1st: $20” is not in EUR, the currency of the fee.'])
})

describe('a line is refused, and quoted,', () => {
  test.each([
    'winner takes all',
    '1: 0 %',
    '0: 5%',
    '2nd: 1 000',
    '2nd: 1,000',
    '2nd: 1.000,00',
    '1st: 60% 2nd: 40%',
    '1st: 60%, 2nd: 40%',
    '1st: 60% of everything',
    '1st: 60%%',
    '1st: 60 % USD',
    '1st - 60%',
    '1st to 3rd: 10%',
    'round 5: 5%',
    '1st: -5',
    '1st: 20 dollars',
  ])('if it is not understood to its end: %s', (line) => {
    expect(read(line)).toEqual([
      `“${line}” is not understood. Write one prize per line, as in 1st: 60%, last: 20 or round 2: 5%.`,
    ])
  })

  test.each(['3rd: 20 EUR', '3rd: €20', '3rd: £ 20', '3rd: $20 EUR'])('if it is in another currency: %s', (line) => {
    expect(read(line)).toEqual([`“${line}” is not in USD, the currency of the fee.`])
  })

  test('if its prize was listed before', () => {
    expect(read('1: 60 %\n1st place: 40 %').at(1)).toBe('1st is listed twice.')
  })
})

const prize = fc.oneof(
  fc.record({ prize: fc.constant('place' as const), number: fc.integer({ min: 1, max: 999 }) }),
  fc.record({ prize: fc.constant('last' as const), number: fc.constant(1) }),
  fc.record({ prize: fc.constant('round' as const), number: fc.integer({ min: 1, max: 4 }) }),
)
const currency = fc.constantFrom('USD', 'EUR', 'JPY', 'KWD', 'CHF')
const worth = fc.oneof(
  fc.record({ unit: fc.constant('percent' as const), value: fc.integer({ min: 1, max: 100_00 }) }),
  fc.record({ unit: fc.constant('amount' as const), value: fc.integer({ min: 1, max: 9_999_999 }) }),
)

test('what is described reads back as the same payout', () => {
  fc.assert(
    fc.property(prize, worth, currency, (prize, worth, currency) => {
      const payout: Payout = { ...prize, ...worth }
      expect(read(describePayout(payout, currency), currency)).toEqual([payout])
    }),
  )
})

test('nothing after a line that is understood is ignored', () => {
  // These continue the number, the word or the unit.
  const rest = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '' && !/\n/.test(text))
  fc.assert(
    fc.property(prize, worth, currency, rest, (prize, worth, currency, rest) => {
      const payout: Payout = { ...prize, ...worth }
      const [found] = read(`${describePayout(payout, currency)} ${rest}`, currency)
      expect(typeof found).toBe('string')
    }),
  )
})
