import { expect, test } from 'vitest'
import { isAppleMobile } from './apple-mobile.ts'

const iPad =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'

test('an iPad is distinguished from a Mac by its touch screen', () => {
  expect(isAppleMobile({ userAgent: iPad, maxTouchPoints: 5 })).toBe(true)
  expect(isAppleMobile({ userAgent: iPad, maxTouchPoints: 0 })).toBe(false)
})
