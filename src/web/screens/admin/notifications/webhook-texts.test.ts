import { expect, test } from 'vitest'
import type { Webhook } from '#contract/webhook-contract.ts'
import { poolEventKinds } from '#domain/notifications/pool-events.ts'
import { describeAddress, findAddressError, toChatName, toggleKind, toWebhookState } from './webhook-texts.ts'

const webhook: Webhook = {
  id: 1,
  service: 'slack',
  host: 'hooks.slack.com',
  ending: 'wxyz',
  kinds: [],
  lastSentAt: null,
  failingSince: null,
  lastError: null,
  deadSince: null,
  waiting: 0,
}
const at = '2026-06-18T12:00:00.000Z'

test.each<[Partial<Webhook>, RegExp]>([
  [{}, /^Nothing posted yet\.$/],
  [{ waiting: 1 }, /^Posting…$/],
  [{ lastSentAt: at }, /^Last post: .*2026/],
  [{ lastSentAt: at, failingSince: at, lastError: 'The service had a fault (status 503).' }, /^Failing since .*503/],
  [
    { deadSince: at, failingSince: at, lastError: 'The webhook no longer exists (status 404).' },
    /^Posting stopped .*404.*new webhook/,
  ],
])('the state of %o', (changes, text) => {
  expect(toWebhookState({ ...webhook, ...changes })).toMatch(text)
})

test('an address is recognised while it is typed, and validated when it is submitted', () => {
  const url = ' https://hooks.slack.com/services/T0/B0/abc '
  expect(describeAddress(url)).toBe('This is a Slack webhook.')
  expect(describeAddress('https://hooks.sl')).toContain('never shown again')
  expect(findAddressError(url)).toBeNull()
  expect(findAddressError(' ')).toBe('Paste the address of the webhook.')
  expect(findAddressError('http://x')).toBe('The address must begin with https://.')
})

test('toggling a kind keeps the order', () => {
  const all = [...poolEventKinds]
  expect(toggleKind(all, 'cut')).toEqual(all.filter((kind) => kind !== 'cut'))
  expect(toggleKind(toggleKind(all, 'cut'), 'cut')).toEqual(all)
})

test('a chat is identified by its service and the end of its address', () => {
  expect(toChatName({ service: 'teams', ending: 'wxyz' })).toBe('Microsoft Teams, ending in wxyz')
})
