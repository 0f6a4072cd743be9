import { expect, test } from 'vitest'
import { readPush } from './notifications.ts'

const push = { id: 'a1', title: 'The cut', body: 'You made it.', path: '/pool/3', tag: 'cut-3' }

test('a push is shown as it was sent', () => {
  expect(readPush({ json: () => push })).toEqual(push)
})

test.each([
  ['nothing', null],
  ['no JSON', { json: () => JSON.parse('<') }],
  ['a title that is no text', { json: () => ({ ...push, title: 3 }) }],
  ['a page of another site', { json: () => ({ ...push, path: '//evil.example' }) }],
  ['a page of another site, with a backslash', { json: () => ({ ...push, path: '/\\evil.example' }) }],
  ['no page', { json: () => ({ ...push, path: 'javascript:alert(1)' }) }],
])('with %s there is still something to show, and it leads to our own page', (_what, data) => {
  expect(readPush(data)).toEqual({ id: '', title: 'News from the pool', body: '', path: '/', tag: 'news' })
})
