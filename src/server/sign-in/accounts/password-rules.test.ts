import { expect, test } from 'vitest'
import { findPasswordError } from './password-rules.ts'

const owner = { email: 'ingrid.berg@example.org', name: 'Ingrid Berg', poolName: 'Fjordbyen Open' }
const errorOf = (password: string) => findPasswordError(password, owner)

test('a password has at least 8 characters of any kind', async () => {
  expect(await errorOf('seven77')).toBe('Use at least 8 characters.')
  expect(await errorOf('😀😀😀😀😀😀😀')).toBe('Use at least 8 characters.')
  expect(await errorOf('x'.repeat(1025))).toBe('Use at most 1,024 bytes.')
  for (const password of ['tulpenzwiebel', 'long drive into rough', '93471028', 'kvelertak', 'ærlig talt', 'xkqzmvbw'])
    expect(await errorOf(password), password).toBeUndefined()
})

test('a common password is refused, also with capitals, digits and signs, repeated, or as a run of keys', async () => {
  const common = `password Password1 P@ssw0rd! password123! p4ssword2026 123password passwordpassword iloveyou ILoveYou2
  letmein1 welcome1 trustno1 football1 monkey123 Sunshine! qwertyuiop qwerty123 asdfghjkl 1qaz2wsx 1q2w3e4r zaq12wsx qazwsxedc
  abcdefgh abc12345 12345678 123456789 1234567890 87654321 11111111 12121212 123123123 12341234 aaaaaaaa abcabcabc princess1
  dragon99 summer2026 changeme administrator superman1 Liverpool1 ｐａｓｓｗｏｒｄ 1q2w3e4r5t charlie1 myspace1 jordan23
  blink182 hello123 computer michelle chelsea1 asdf1234 a1234567 147258369 88888888 passw0rd1 minecraft aa123456 31415926
  butterfly november steelers gandalf1 porsche911 metallica brooklyn newyork1 swordfish wolverine letmein! hunter12 marine01`
  for (const password of common.split(/\s+/))
    expect(await errorOf(password), password).toBe('This password is too common. Choose another.')
})

test('a password is refused that is easy to guess in a golf pool, or in this pool', async () => {
  for (const password of ['masters2026', 'golfgolf', 'golfer123', 'TigerTiger', 'PlayerPool2026', 'FjordbyenOpen1'])
    expect(await errorOf(password), password).toBe('This password is too common. Choose another.')
})

test('a password equal to the person’s name or address is refused', async () => {
  for (const password of ['ingrid.berg@example.org', 'ingridberg', 'Ingrid Berg', 'ingrid.berg1985', 'IngridBerg!'])
    expect(await errorOf(password), password).toBe('Do not use your name or email address as the password.')
  expect(await errorOf('ingrid climbs mountains')).toBeUndefined()
})

test('a person’s name counts with and without its accents', async () => {
  for (const password of ['josénúñez', 'josenunez1'])
    expect(await findPasswordError(password, { ...owner, name: 'José Núñez' }), password).toMatch('your name')
})

test('only the beginning of a long password is judged, because the time grows with its length', async () => {
  const strong = '!Fk6[&Kp;`+Pu@e0UzEj5Z%Jo:_*Ot'
  expect(await errorOf(strong)).toBeUndefined()
  expect(await errorOf(`${'1'.repeat(60)}${strong}`)).toBeUndefined()
  expect(await errorOf(`${'1'.repeat(100)}${strong}`)).toBe('This password is too common. Choose another.')
})
