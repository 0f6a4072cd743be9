import { expect, test } from 'vitest'
import { emptyFee } from './fee.ts'
import { describeReceived } from './received.ts'

const paid = { isEntered: true, paidAt: '2026-11-24T16:29:00.000Z' }
const unpaid = { isEntered: true, paidAt: null }
const withdrawn = { isEntered: false, paidAt: null }
const withdrawnPaid = { ...paid, isEntered: false }
const times = <T>(count: number, person: T) => Array<T>(count).fill(person)

test('what was received of what is due', () => {
  const fee = { ...emptyFee, price: '10 GBP' }
  expect(describeReceived(fee, [...times(33, paid), ...times(22, unpaid), withdrawn])).toBe('£330 of £550 received')
  expect(describeReceived({ ...fee, price: '£2.50' }, [paid, unpaid])).toBe('£2.50 of £5 received')
  expect(describeReceived({ ...fee, isPerEntry: true }, [paid, unpaid])).toBe('£30 of £60 received')
  expect(describeReceived({ ...fee, price: '1500 JPY' }, [unpaid])).toBe('¥0 of ¥1,500 received')
})

test('a fee in words counts people', () => {
  expect(describeReceived({ ...emptyFee, price: 'a sleeve of balls' }, [paid, unpaid, unpaid])).toBe('1 of 3 have paid')
  expect(describeReceived({ ...emptyFee, price: 'a ball' }, [paid, withdrawnPaid])).toBe(
    '1 of 1 have paid, 1 who withdrew have paid',
  )
})

test('the money of somebody who withdrew is in the pot only if the organiser says so', () => {
  const fee = { ...emptyFee, price: '10 GBP' }
  const people = [paid, unpaid, withdrawnPaid]
  expect(describeReceived(fee, people)).toBe('£10 of £20 received, and £10 from people who withdrew')
  expect(describeReceived({ ...fee, keepsWithdrawn: true }, people)).toBe('£20 of £30 received')
})
