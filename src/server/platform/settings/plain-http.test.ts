import { expect, it } from 'vitest'
import { isPlainHttp } from './plain-http.ts'

it.each([
  ['http://pool.lan:8080', true],
  ['http://192.168.1.20:8080', true],
  ['http://localhost.example.org', true],
  ['https://pool.example.org', false],
  ['http://localhost:8080', false],
  ['http://pool.localhost', false],
  ['http://127.0.0.1:8080', false],
  ['http://[::1]:8080', false],
])('whether %s is plain HTTP: %s', (publicUrl, expected) => {
  expect(isPlainHttp(publicUrl)).toBe(expected)
})
