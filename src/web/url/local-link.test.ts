import { expect, test } from 'vitest'
import { isLocalLink } from './local-link.ts'

test.each([
  ['http://localhost:8080/join#abc', true],
  ['http://pool.localhost/', true],
  ['http://127.0.0.1:8080/', true],
  ['http://[::1]:8080/', true],
  ['https://pool.example.org/join#localhost', false],
  ['https://localhost.example.org/', false],
  ['http://192.168.1.5:8080/', false],
])('%s opens on this machine only: %s', (url, isLocal) => {
  expect(isLocalLink(url)).toBe(isLocal)
})
