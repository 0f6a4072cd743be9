import { describe, expect, test } from 'vitest'
import { findPasswordError } from './password-rules.ts'

const owner = { email: 'ingrid.berg@example.org', name: 'Ingrid Berg' }
const errorOf = (password: string) => findPasswordError(password, owner)

test('a password has at least 8 characters of any kind', async () => {
  expect(await errorOf('seven77')).toBe('Use at least 8 characters.')
  expect(await errorOf('😀😀😀😀😀😀😀')).toBe('Use at least 8 characters.')
  expect(await errorOf('x'.repeat(1025))).toBe('Use at most 1,024 bytes.')
  for (const password of ['tulpenzwiebel', 'long drive into rough', '93471028', 'kvelertak', 'ærlig talt'])
    expect(await errorOf(password), password).toBeUndefined()
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
  test.each(common)('%s', async (password) => {
    expect(await errorOf(password)).toBe('This password is too common. Choose another.')
  })
})

test('well-known leaked passwords are refused', async () => {
  const leaked = `princess1 1q2w3e4r5t qwerty12 iloveyou1 charlie1 myspace1 jordan23 blink182 hello123 fuckyou1 loveme12 qwer1234 computer
  superman internet michelle sunshine jessica1 babygirl1 arsenal1 chelsea1 1234qwer asdf1234 zxcvbnm1 dragon123 monkey12
  ashley123 whatever1 abcdef123 a1234567 q1w2e3r4 147258369 159357456 789456123 987654321 11223344 88888888 password12 passw0rd1
  starwars1 mustang1 samsung1 pokemon1 minecraft naruto123 cristiano 1qazxsw2 qazxsw21 q1w2e3r4t5 aa123456 abcd1234
  abc123456 woaini1314 31415926 google123 admin123 letmein123 master123 freedom1 shadow123 welcome123 secret123 family123 blessed1
  iloveyou2 lovely123 tequiero alejandra estrella anthony1 daniel123 michael1 jennifer hannah123 samantha elizabeth alexandra
  alexander jonathan chocolate butterfly strawberry november december christmas yankees1 cowboys1 steelers raiders1 lakers24
  kobe1234 thunder1 gandalf1 merlin123 scorpion sergeant corvette harley01 ferrari1 porsche911 jackson5 metallica slipknot
  eminem123 tupac123 spongebob mickey123 snoopy12 garfield scooby12 pikachu1 digimon1 zelda123 letmein! trustno1!
  maverick1 cheyenne savannah brooklyn manchester newyork1 london123 paris123 california texas123 florida1 canada12 brasil123
  mexico123 pakistan india123 portugal swordfish wolverine blackjack crystal1 diamond1 rainbow1 lollipop cupcake1 cookie123
  bubbles1 peaches1 pumpkin1 cherry12 orange12 banana123 computer1 internet1 hunter12 killer123 soldier1 warrior1 marine01`
  for (const password of leaked.split(/\s+/)) expect(await errorOf(password), password).toBeDefined()
})

test('the longest password is checked within milliseconds', async () => {
  await errorOf('long enough')
  const before = performance.now()
  for (const password of ['x7'.repeat(512), 'aB3$1qP0!'.repeat(113), 'qwertyuiop'.repeat(102), ' '.repeat(1024)])
    await errorOf(password)
  expect(performance.now() - before).toBeLessThan(200)
})

test('a password equal to the person’s name or address is refused', async () => {
  for (const password of ['ingrid.berg@example.org', 'ingridberg', 'Ingrid Berg', 'ingrid.berg1985', 'IngridBerg!'])
    expect(await errorOf(password), password).toBe('Do not use your name or email address as the password.')
  expect(await errorOf('ingrid climbs mountains')).toBeUndefined()
})
