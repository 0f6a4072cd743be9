import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '#test/support/any-character.ts'
import { testRounds } from '#test/support/test-rounds.ts'
import { invalidReturnUrl, parseReturnUrl, requireReturnUrl } from './authentication-action.ts'

const origin = 'https://pool.example'

const hostile = [
  'https://evil.example/x',
  'http://pool.example/x',
  'https://pool.example.evil.example/',
  'https://pool.example@evil.example/',
  'https://pool.example:8443/',
  'https://pool.examplé/',
  '//evil.example',
  '//evil.example/pool',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  'java\nscript:alert(1)',
  'javascript:alert(1)',
  'javascript:alert(1)//x/y',
  'JAVASCRIPT://pool.example/%0aalert(1)',
  'data:text/html,x',
  'blob:https://pool.example/x',
  'vbscript:x',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/pool/..//evil.example',
  '/%2e%2e//evil.example',
  'https://pool.example//evil.example',
  'https://pool.example\\@evil.example',
  '/\u0000/evil.example',
  '/%',
  'pool',
  '',
  '?x',
  '#x',
  `/${'a'.repeat(2048)}`,
]

const legal = [
  ['/', '/'],
  ['/pool', '/pool'],
  ['/pool/3', '/pool/3'],
  ['/pool?wall=1#golfer-7', '/pool?wall=1#golfer-7'],
  ['/results/12?next=//evil.example', '/results/12?next=//evil.example'],
  ['https://pool.example', '/'],
  ['https://pool.example/', '/'],
  ['https://pool.example/entry/new', '/entry/new'],
  ['/entry/../pool', '/pool'],
  ['/golfers/æ', '/golfers/%C3%A6'],
] as const

const signInPages = [
  '/authentication',
  '/authentication/login',
  '/authentication/logout?x#y',
  '/AUTHENTICATION/logout',
  '/%61uthentication/login',
  '/pool/../authentication/login',
  'https://pool.example/authentication/login-callback?code=1',
]

describe('the return URL', () => {
  test.each(hostile)('%j is refused', (value) => {
    expect(parseReturnUrl(value, origin)).toBeUndefined()
  })

  test.each(legal)('%j leads to %j', (value, target) => {
    expect(parseReturnUrl(value, origin)).toBe(target)
  })

  test.each(signInPages)('%j, a sign-in page, leads to the home page', (value) => {
    expect(parseReturnUrl(value, origin)).toBe('/')
  })

  test('never leaves the origin, whatever the input', () => {
    const piece = fc.constantFrom(
      ...['/', '\\', ':', '@', '?', '#', '.', '..', '%2f', '%5c', '%2e', '%00', '\t', '\n', '\u0000', '\u2028', ' '],
      ...['https:', 'javascript:', 'pool.example', 'evil.example', 'authentication', 'pool', '／', '。', 'ß', origin],
    )
    const made = fc
      .array(fc.oneof(piece, fc.string({ unit: anyCharacter })), { maxLength: 12 })
      .map((parts) => parts.join(''))
    const value = fc.oneof(
      made,
      made.map((rest) => `/${rest}`),
      made.map((rest) => `${origin}${rest}`),
    )
    fc.assert(
      fc.property(value, (text) => {
        const target = parseReturnUrl(text, origin)
        if (target === undefined) return
        expect(target).toMatch(/^\/(?!\/)/)
        expect(new URL(target, origin).origin).toBe(origin)
        expect(decodeURIComponent(new URL(target, origin).pathname)).not.toMatch(/^\/authentication(\/|$)/i)
      }),
      { numRuns: testRounds(500) },
    )
  })

  test('every path of the app is returned unchanged', () => {
    const segment = fc.stringMatching(/^[a-z0-9-]{1,12}$/).filter((text) => text !== 'authentication')
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (segments) => {
        const path = `/${segments.join('/')}`
        expect(parseReturnUrl(path, origin)).toBe(path)
        expect(parseReturnUrl(`${origin}${path}`, origin)).toBe(path)
      }),
    )
  })

  test('falls back to the default when the query has none', () => {
    expect(requireReturnUrl('', origin)).toBe('/')
    expect(requireReturnUrl('?returnUrl=', origin, '/pool')).toBe('/pool')
  })

  test('a return URL of another origin in the query throws', () => {
    expect(() => requireReturnUrl('?returnUrl=https%3A%2F%2Fevil.example', origin)).toThrow(invalidReturnUrl)
  })
})
