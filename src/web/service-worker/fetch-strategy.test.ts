import { expect, test } from 'vitest'
import { signInCallbackPath, signOutCallbackPath } from '#contract/identity-paths.ts'
import { dataPrefixes, identityPrefixes } from '#contract/paths.ts'
import { chooseFetchStrategy } from './fetch-strategy.ts'

const origin = 'https://pool.example'
const serverPaths = [...dataPrefixes, ...identityPrefixes, signInCallbackPath, signOutCallbackPath]

function strategy(path: string, { method = 'GET', mode = 'navigate' as RequestMode, host = origin } = {}) {
  return chooseFetchStrategy({ method, mode, url: host + path }, origin, serverPaths)
}

test.each([
  '/',
  '/home',
  '/apis',
  '/identities',
  '/pool',
  '/pool/3?find=x',
  '/golfers',
  '/results/7',
  '/authentication/login',
])('the page %s comes from the network, with the shell as its fallback', (path) => {
  expect(strategy(path)).toBe('page')
})

test.each([
  '/api/user',
  '/api/leaderboard/3/stream',
  '/api',
  '/Identity/Account/Register?returnUrl=/authentication/login',
  '/identity/account/manage',
  '/connect/authorize?client_id=golf',
  '/.well-known/openid-configuration',
  '/_configuration/golf',
  '/authentication/login-callback?code=1&state=2',
  '/authentication/logout-callback?state=2',
  '/healthz',
  '/readyz',
])('%s always goes to the server, as a page and as a call', (path) => {
  expect(strategy(path)).toBe('network')
  expect(strategy(path, { mode: 'cors' })).toBe('network')
})

test('a file of the build comes from the cache', () => {
  expect(strategy('/assets/main-abc.js', { mode: 'cors' })).toBe('file')
  expect(strategy('/assets/archivo-text.woff2', { mode: 'cors' })).toBe('file')
})

test('the update check reaches the server', () => {
  expect(strategy('/assets/main-abc.js?_=1795000000000', { mode: 'cors' })).toBe('network')
})

test('changes, files outside the build and other origins go to the network', () => {
  expect(strategy('/pool', { method: 'POST' })).toBe('network')
  expect(strategy('/sw.js', { mode: 'same-origin' })).toBe('network')
  expect(strategy('/manifest.webmanifest', { mode: 'cors' })).toBe('network')
  expect(strategy('/assets/main-abc.js', { mode: 'cors', host: 'https://a.espncdn.com' })).toBe('network')
  expect(strategy('/icon.svg')).toBe('network')
})
