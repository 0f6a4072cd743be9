import { describe, expect, test } from 'vitest'
import { findPasswordError } from './password-rules.ts'

const owner = { email: 'ingrid.berg@example.org', name: 'Ingrid Berg' }
const errorOf = (password: string) => findPasswordError(password, owner)

test('a password has at least 8 characters of any kind', () => {
  expect(errorOf('seven77')).toBe('Use at least 8 characters.')
  expect(errorOf('😀😀😀😀😀😀😀')).toBe('Use at least 8 characters.')
  expect(errorOf('x'.repeat(1025))).toBe('Use at most 1,024 bytes.')
  for (const password of ['tulpenzwiebel', 'long drive into rough', '93471028', 'kvelertak', 'ærlig talt'])
    expect(errorOf(password), password).toBeUndefined()
})

describe('a common password is refused', () => {
  const common = [
    'password',
    'Password1',
    'P@ssw0rd!',
    'password123!',
    'p4ssword2026',
    '123password',
    'passwordpassword',
    'iloveyou',
    'ILoveYou2',
    'letmein1',
    'welcome1',
    'Welcome2026!',
    'trustno1',
    'football1',
    'monkey123',
    'Sunshine!',
    'qwertyuiop',
    'qwerty123',
    'asdfghjkl',
    '1qaz2wsx',
    '1q2w3e4r',
    'zaq12wsx',
    'qazwsxedc',
    'abcdefgh',
    'abc12345',
    '12345678',
    '123456789',
    '1234567890',
    '87654321',
    '11111111',
    '12121212',
    '123123123',
    '12341234',
    'aaaaaaaa',
    'abcabcabc',
    'princess1',
    'dragon99',
    'masters2026',
    'golfgolf',
    'golfer123',
    'TigerTiger',
    'summer2026',
    'changeme',
    'administrator',
    'superman1',
    'Liverpool1',
    'playerpool',
    'PlayerPool2026',
  ]
  test.each(common)('%s', (password) => {
    expect(errorOf(password)).toBe('This password is too common. Choose another.')
  })
})

test('a password equal to the person’s name or address is refused', () => {
  for (const password of [
    'ingrid.berg@example.org',
    'ingridberg',
    'Ingrid Berg',
    'ingrid.berg1985',
    'IngridBerg!',
  ])
    expect(errorOf(password), password).toBe('Do not use your name or email address as the password.')
  expect(errorOf('ingrid climbs mountains')).toBeUndefined()
})
