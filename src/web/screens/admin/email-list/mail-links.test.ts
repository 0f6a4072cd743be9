import { expect, test } from 'vitest'
import { toMailAddresses, toMailLinks } from './mail-links.ts'

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => `player.number.${index}@example.com`)

test('a list of addresses has each once, and nothing that mail cannot go to', () => {
  expect(
    toMailAddresses([' ann@example.com', 'Ann@Example.com', '', 'imported', 'ben@example.com', 'a b@c.d']),
  ).toEqual(['Ann@Example.com', 'ben@example.com'])
})

test('a mail goes to everybody as a blind copy', () => {
  expect(toMailLinks(['ann@example.com', 'ben@example.com'])).toEqual([
    { href: 'mailto:?bcc=ann@example.com,ben@example.com', count: 2 },
  ])
})

test('signs with a meaning in an address are encoded', () => {
  const [link] = toMailLinks(['ann+golf&bcc=x,y%?#@example.com', 'zoë@example.com'])
  expect(link?.href).toBe('mailto:?bcc=ann%2Bgolf%26bcc%3Dx%2Cy%25%3F%23@example.com,zo%C3%AB@example.com')
  expect(decodeURIComponent(link?.href ?? '')).toBe(
    'mailto:?bcc=ann+golf&bcc=x,y%?#@example.com,zoë@example.com',
  )
})

test('a link that would be too long for a mail program becomes several, with everybody in one of them', () => {
  const addresses = many(150)
  const links = toMailLinks(addresses)
  expect(links.length).toBeGreaterThan(1)
  expect(Math.max(...links.map(({ href }) => href.length))).toBeLessThanOrEqual(1_800)
  expect(links.flatMap(({ href }) => href.replace('mailto:?bcc=', '').split(','))).toEqual(addresses)
  expect(links.reduce((sum, { count }) => sum + count, 0)).toBe(150)
})

test('thousands of addresses have no link at all, and nobody has none either', () => {
  expect(toMailLinks(many(3_000))).toEqual([])
  expect(toMailLinks([])).toEqual([])
})
