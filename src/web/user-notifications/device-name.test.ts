import { expect, test } from 'vitest'
import { isAppleMobile, toDeviceName } from './device-name.ts'

const iPad =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'

test.each([
  ['Firefox on Android', 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'],
  [
    'Edge on Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0',
  ],
  [
    'Safari on iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  ],
  ['Browser on an unknown system', 'curl'],
])('%s', (name, userAgent) => {
  expect(toDeviceName(userAgent)).toBe(name)
})

test('an iPad is distinguished from a Mac by its touch screen', () => {
  expect(isAppleMobile({ userAgent: iPad, maxTouchPoints: 5 })).toBe(true)
  expect(isAppleMobile({ userAgent: iPad, maxTouchPoints: 0 })).toBe(false)
})
