import { expect, it } from 'vitest'
import { toInvitedText, toLeftText, toSentText, toUnreadableText } from './invitation-mail-texts.ts'

it.each([
  [{ sent: 53, repeated: 0, waiting: 0 }, { text: '53 addresses are being invited by email.' }],
  [
    { sent: 1, repeated: 2, waiting: 1 },
    {
      text: '1 address is being invited by email.',
      detail: '2 addresses were invited before. 1 address is over today’s limit: send the list again tomorrow.',
    },
  ],
  [
    { sent: 0, repeated: 1, waiting: 0 },
    { text: 'Nobody was invited.', detail: '1 address was invited before.' },
  ],
])('the banner says what was done with %j', (sent, text) => {
  expect(toSentText(sent)).toEqual(text)
})

it('what is no address is named, and the rest counted', () => {
  expect(toUnreadableText([])).toBe('')
  expect(toUnreadableText(['Ann'])).toBe('“Ann” is not an address and is left out.')
  expect(toUnreadableText(['a', 'b', 'c', 'd', 'e'])).toBe(
    '“a”, “b”, “c”, and 2 more are not addresses and are left out.',
  )
})

it('the limit of the day is named when it is near', () => {
  expect([toLeftText(200, 53), toLeftText(51, 51)]).toEqual(['', ''])
  expect(toLeftText(40, 1)).toBe('40 more can be invited today: the limit is 200 in 24 hours.')
  expect(toLeftText(0, 1)).toMatch(/^No more can be invited today/)
  expect([toInvitedText(0), toInvitedText(1), toInvitedText(2)]).toEqual([
    'Nobody has been invited by email yet.',
    '1 address has been invited by email so far.',
    '2 addresses have been invited by email so far.',
  ])
})
