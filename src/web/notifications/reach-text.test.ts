import { expect, test } from 'vitest'
import { canSend, toDoneText, toReachText, toSendLabel } from './reach-text.ts'

const nobody = { devices: 0, emails: 0, files: 0, none: 0 }

test('a preview says how many people are reached by email, by device and by nothing', () => {
  expect(toReachText({ ...nobody, emails: 1_200, devices: 3, none: 2 })).toBe(
    'It reaches 1,203 people: 1,200 by email and 3 by device. 2 people get nothing: they want no such message, or have neither an address nor a device.',
  )
  expect(toReachText({ ...nobody, devices: 1, files: 49 })).toBe(
    'It reaches 1 person: 1 by device. 49 people get nothing: their emails become files, because no mail server is set up.',
  )
  expect(toReachText({ ...nobody, files: 1, none: 1 })).toBe(
    'It reaches nobody. 1 person gets nothing: the email becomes a file, because no mail server is set up. 1 person gets nothing: they want no such message, or have neither an address nor a device.',
  )
})

test('no button claims that people are reached who get nothing', () => {
  expect(toSendLabel('Remind', { ...nobody, devices: 1, emails: 1, files: 2, none: 3 })).toBe('Remind 2 people')
  expect(toSendLabel('Remind', { ...nobody, files: 50 })).toBe('Write 50 emails to files')
  expect(
    [
      { ...nobody, none: 4 },
      { ...nobody, files: 1 },
    ].map(canSend),
  ).toEqual([false, true])
})

test('afterwards, emails that became files reach nobody', () => {
  expect(toDoneText({ people: 50, files: 0 })).toEqual({ text: '50 people are being notified.' })
  expect(toDoneText({ people: 0, files: 50 })).toEqual({
    text: 'Nobody was notified.',
    detail: '50 emails became files, because no mail server is set up.',
  })
  expect(toDoneText({ people: 1, files: 1 })).toEqual({
    text: '1 person is being notified.',
    detail: '1 email became a file, because no mail server is set up.',
  })
  expect(toDoneText({ people: 0, files: 0 }).detail).toBe('They have it already, or want no such message.')
  // The number would reveal picks.
  expect(toDoneText({ people: null, files: 0 })).toEqual({
    text: 'Everyone who picked one of these golfers is being notified.',
  })
  expect(toDoneText({ people: null, files: null })).toEqual({
    text: 'Everyone who picked one of these golfers and has a device is being notified.',
    detail:
      'Emails are not sent: they become files, because no mail server is set up. People get messages on their devices only.',
  })
})
