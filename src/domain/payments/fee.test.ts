import { expect, test } from 'vitest'
import { describeAmountDue, emptyFee, type Fee, formatMoney, getAmountDue, getPot, readFee } from './fee.ts'

const build = (changes: Partial<Fee>): Fee => ({
  ...emptyFee,
  price: '20 USD',
  ...changes,
})

test.each([
  ['20 USD', { currency: 'USD', minor: 2000 }],
  ['$12.50', { currency: 'USD', minor: 1250 }],
  ['12,5 €', { currency: 'EUR', minor: 1250 }],
  ['chf 7', { currency: 'CHF', minor: 700 }],
  ['1500 JPY', { currency: 'JPY', minor: 1500 }],
  ['$20 usd', { currency: 'USD', minor: 2000 }],
  [' a sleeve of balls ', null],
])('the price %s', (price, read) => {
  expect(readFee(build({ price }))).toEqual({ price: read, payouts: [], errors: {} })
})

test.each([
  [' ', 'Enter the fee.'],
  ['20', 'Say which currency, as in 20 USD.'],
  ['12.345 USD', 'Write the amount as in 12.50 USD.'],
  ['1.5 JPY', 'Write the amount as in 12.50 USD.'],
  ['0 USD', 'Write the amount as in 12.50 USD.'],
  ['$20 EUR', 'Say one currency, as in 20 USD.'],
])('no price: %s', (price, error) => {
  expect(readFee(build({ price })).errors).toEqual({ price: error })
})

test('a fee per entry is due three times', () => {
  expect(getAmountDue(build({}))).toBe(2000)
  expect(describeAmountDue(build({ isPerEntry: true }))).toBe('$60.00')
  expect(describeAmountDue(build({ price: 'a ball', isPerEntry: true }))).toBe('3 × a ball')
  expect(getAmountDue(build({ price: 'a ball' }))).toBeNull()
  expect(formatMoney(1500, build({ price: '5 JPY' }))).toBe('¥1,500')
})

test('payouts are lines of text', () => {
  expect(readFee(build({ payouts: '1st place: 60 %\n2: 27.5%\n\nlast $20\nRound 2: 5 %' })).payouts).toEqual([
    { prize: 'place', number: 1, unit: 'percent', value: 6000 },
    { prize: 'place', number: 2, unit: 'percent', value: 2750 },
    { prize: 'last', number: 1, unit: 'amount', value: 2000 },
    { prize: 'round', number: 2, unit: 'percent', value: 500 },
  ])
})

test.each([
  [
    '1: 60 %\nwinner takes all',
    '“winner takes all” is not understood. Write one prize per line, as in 1st: 60%, last: 20 or round 2: 5%.',
  ],
  ['3rd: 20 EUR', '“3rd: 20 EUR” is not in USD, the currency of the fee.'],
  ['1: 60 %\n1st: 40 %', '1st is listed twice.'],
  ['1: 60 %\n2: 41 %', 'The shares are 101% of the pot, and so more than all.'],
])('no payouts: %s', (payouts, error) => {
  expect(readFee(build({ payouts })).errors).toEqual({ payouts: error })
})

test('payouts need an amount', () => {
  expect(readFee(build({ price: 'a ball', payouts: '1: 60 %' })).errors.payouts).toMatch('need a fee in a currency')
})

test('the pot is what all owe, or what was received; those who withdrew count as the organiser says', () => {
  const counts = { entered: 5, paid: 3, withdrawnPaid: 1 }
  expect(getPot(build({}), counts)).toBe(10_000)
  expect(getPot(build({ countsPaid: true }), counts)).toBe(6000)
  expect(getPot(build({ keepsWithdrawn: true }), counts)).toBe(12_000)
  expect(getPot(build({ keepsWithdrawn: true, countsPaid: true }), counts)).toBe(8000)
  expect(getPot(build({ price: 'a ball' }), counts)).toBeNull()
})
