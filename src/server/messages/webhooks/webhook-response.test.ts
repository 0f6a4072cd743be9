import { expect, test } from 'vitest'
import { findPauseMs, findRejection } from './webhook-channel.ts'

const answer = (status: number, text = '', retryAfterMs?: number) => ({ status, text, retryAfterMs })

test.each([
  ['slack', answer(200, 'ok'), undefined],
  ['discord', answer(204), undefined],
  ['teams', answer(202), undefined],
  ['teams', answer(200, '1'), undefined],
  [
    'teams',
    answer(200, 'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429'),
    { kind: 'later', afterMs: 30_000 },
  ],
  [
    'teams',
    answer(200, 'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 502'),
    { kind: 'later' },
  ],
  ['slack', answer(429, '', 7000), { kind: 'later', afterMs: 7000 }],
  ['discord', answer(429, '{"retry_after": 1.337, "global": false}', 2000), { kind: 'later', afterMs: 1337 }],
  ['discord', answer(429, '{"retry_after":0.2}'), { kind: 'later', afterMs: 1000 }],
  ['teams', answer(429), { kind: 'later', afterMs: 30_000 }],
  ['discord', answer(429, '{"retry_after": 999999}'), { kind: 'later', afterMs: 3_600_000 }],
  ['slack', answer(404, 'no_service'), { kind: 'gone' }],
  ['slack', answer(403, 'invalid_token'), { kind: 'gone' }],
  ['slack', answer(410, 'channel_is_archived'), { kind: 'gone' }],
  ['slack', answer(400, 'no_team'), { kind: 'gone' }],
  ['discord', answer(404, '{"message": "Unknown Webhook", "code": 10015}'), { kind: 'gone' }],
  ['discord', answer(401, '{"message": "Invalid Webhook Token", "code": 50027}'), { kind: 'gone' }],
  ['teams', answer(400, '{"error":{"code":"WorkflowTriggerIsNotEnabled"}}'), { kind: 'gone' }],
  ['slack', answer(400, 'invalid_payload'), { kind: 'refused' }],
  ['discord', answer(301), { kind: 'refused' }],
  ['slack', answer(500), { kind: 'later' }],
  ['slack', answer(408), { kind: 'later' }],
] as const)('%s answers %o', (service, received, failure) => {
  expect(findRejection(service, received)?.failure).toEqual(failure)
})

test('Discord announces with an accepted post that the next one has to wait', () => {
  expect(findPauseMs(new Headers({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '12.5' }))).toBe(12_500)
  expect(findPauseMs(new Headers({ 'x-ratelimit-remaining': '3', 'x-ratelimit-reset-after': '12.5' }))).toBe(0)
  expect(findPauseMs(new Headers())).toBe(0)
})
