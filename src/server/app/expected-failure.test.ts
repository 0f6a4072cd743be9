import { expect, it } from 'vitest'
import { FeedError } from '#server/feed/feed-error.ts'
import { OperatorError } from '#server/platform/start/operator-error.ts'
import { isExpectedFailure } from './expected-failure.ts'

const withCode = (code: string) => Object.assign(new Error('connection lost'), { code })

it.each([
  ['PostgreSQL that shuts down', withCode('57P01')],
  ['PostgreSQL that has ended a silent session', withCode('57P05')],
  ['PostgreSQL that is gone', new Error('Connection terminated unexpectedly')],
  ['a full disk', withCode('SQLITE_FULL')],
  ['a network that is away', new TypeError('fetch failed', { cause: withCode('ECONNREFUSED') })],
  ['a server that takes too long', new DOMException('The operation was aborted due to timeout', 'TimeoutError')],
  ['the feed', new FeedError('status', 'The sports feed returned status 503.')],
  ['what the operator has to do', new OperatorError('Set PUBLIC_URL.')],
])('%s is an expected failure', (_what, error) => {
  expect(isExpectedFailure(error)).toBe(true)
})

it('a fault of the program is none', () => {
  for (const error of [new TypeError('x is not a function'), withCode('42601'), new Error('', { cause: 'x' }), 'text'])
    expect(isExpectedFailure(error)).toBe(false)
})
