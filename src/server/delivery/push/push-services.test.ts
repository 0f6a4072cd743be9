import { expect, test } from 'vitest'
import { isPushEndpoint } from './push-services.ts'

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://api.push.apple.com/abc',
  'https://wns2-db5p.notify.windows.com/w/?token=abc',
])('%s is the address of a push service', (endpoint) => {
  expect(isPushEndpoint(endpoint)).toBe(true)
})

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://user@fcm.googleapis.com/abc',
  'https://fcm.googleapis.com@evil.example/abc',
  'https://fcm.googleapis.com.evil.example/abc',
  'https://evilnotify.windows.com/abc',
  'https://notify.windows.com/abc',
  'https://127.0.0.1/abc',
  'https://[::1]/abc',
  'https://fcm.googleapis.com/abc#part',
  `https://fcm.googleapis.com/${'a'.repeat(1024)}`,
  'file:///etc/passwd',
  'abc',
])('%s is refused as the address of a push service', (endpoint) => {
  expect(isPushEndpoint(endpoint)).toBe(false)
})
