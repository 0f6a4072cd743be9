import { expect, test } from 'vitest'
import {
  describeAmountDue,
  type Fee,
  findPayoutError,
  formatMoney,
  getAmountDue,
  type Payout,
  parsePayouts,
  parsePrice,
  toPayoutsText,
  toPriceText,
} from './fee.ts'

const dollars = { currency: 'USD', minor: 2000 }
const build = (changes: Partial<Fee>): Fee => ({
  price: dollars,
  isPerEntry: false,
  howToPay: '',
  payouts: [],
  keepsWithdrawn: false,
  ...changes,
})

test.each([
  ['20 USD', dollars, '20 USD'],
  ['$12.50', { currency: 'USD', minor: 1250 }, '12.50 USD'],
  ['12,5 €', { currency: 'EUR', minor: 1250 }, '12.50 EUR'],
  ['chf 7', { currency: 'CHF', minor: 700 }, '7 CHF'],
  ['1500 JPY', { currency: 'JPY', minor: 1500 }, '1500 JPY'],
  [' a sleeve of balls ', { words: 'a sleeve of balls' }, 'a sleeve of balls'],
])('the price %s', (text, price, written) => {
  expect(parsePrice(text)).toEqual(price)
  expect(toPriceText(price)).toBe(written)
  expect(parsePrice(written)).toEqual(price)
})

test.each([
  ['20', 'Say which currency, as in 20 USD.'],
  ['12.345 USD', 'Write the amount as in 12.50 USD.'],
  ['1.5 JPY', 'Write the amount as in 12.50 USD.'],
  ['0 USD', 'Write the amount as in 12.50 USD.'],
  ['x'.repeat(101), 'Use at most 100 characters.'],
])('no price: %s', (text, message) => {
  expect(parsePrice(text)).toBe(message)
})

test('a fee per entry is due three times', () => {
  expect(getAmountDue(build({}))).toBe(2000)
  expect(describeAmountDue(build({ isPerEntry: true }))).toBe('$60.00')
  expect(describeAmountDue(build({ price: { words: 'a ball' }, isPerEntry: true }))).toBe('3 × a ball')
  expect(getAmountDue(build({ price: { words: 'a ball' } }))).toBeNull()
  expect(formatMoney(1500, 'JPY')).toBe('¥1,500')
})

const payout = (prize: Payout['prize'], number: number, unit: Payout['unit'], value: number): Payout => ({
  ...{ prize, number, unit, value },
})

test('payouts are lines of text', () => {
  const payouts = parsePayouts('1st place: 60 %\n2: 27.5%\n\nlast $20\nRound 2: 5 %', dollars)
  const expected = [
    payout('place', 1, 'percent', 6000),
    payout('place', 2, 'percent', 2750),
    payout('last', 1, 'amount', 2000),
    payout('round', 2, 'percent', 500),
  ]
  expect(payouts).toEqual(expected)
  const text = toPayoutsText({ price: dollars, payouts: expected })
  expect(text).toBe('1st: 60 %\n2nd: 27.5 %\nLast: 20\nRound 2: 5 %')
  expect(parsePayouts(text, dollars)).toEqual(expected)
})

test.each([
  ['winner takes all', 'Write “winner takes all” as in 1st: 60 %, last: 20 or round 2: 5 %.'],
  ['1: 0 %', 'Write “1: 0 %” as in 1st: 60 %, last: 20 or round 2: 5 %.'],
  ['1: 60 %\n1st: 40 %', '1st is listed twice.'],
  ['1: 60 %\n2: 41 %', 'The shares are 101 % of the pot, and so more than all.'],
])('no payouts: %s', (text, message) => {
  expect(parsePayouts(text, dollars)).toBe(message)
})

test('payouts need an amount', () => {
  expect(parsePayouts('1: 60 %', { words: 'a ball' })).toMatch('need a fee in a currency')
  const payouts = [payout('last', 1, 'amount', 1)]
  expect(findPayoutError({ price: { words: 'a ball' }, payouts })).toBe('Payouts need a fee in a currency.')
})
