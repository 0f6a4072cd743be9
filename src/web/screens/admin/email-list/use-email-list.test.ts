import { expect, test } from 'vitest'
import { toEmails, toMailLinks } from './use-email-list.tsx'

const many = (count: number) => Array.from({ length: count }, (_, index) => `player.number.${index}@example.com`)

test('duplicates and invalid addresses are dropped', () => {
  expect(toEmails([' ann@example.com', 'Ann@Example.com', '', 'imported', 'ben@example.com', 'a b@c.d'])).toEqual([
    'Ann@Example.com',
    'ben@example.com',
  ])
})

test('all recipients are in Bcc', () => {
  expect(toMailLinks(['ann@example.com', 'ben@example.com'])).toEqual([
    { href: 'mailto:?bcc=ann@example.com,ben@example.com', count: 2 },
  ])
})

test('special characters are encoded', () => {
  const [link] = toMailLinks(['ann+golf&bcc=x,y%?#@example.com', 'zoë@example.com'])
  expect(link?.href).toBe('mailto:?bcc=ann%2Bgolf%26bcc%3Dx%2Cy%25%3F%23@example.com,zo%C3%AB@example.com')
  expect(decodeURIComponent(link?.href ?? '')).toBe('mailto:?bcc=ann+golf&bcc=x,y%?#@example.com,zoë@example.com')
})

test('a link that would be too long is split, with every address in exactly one part', () => {
  const addresses = many(150)
  const links = toMailLinks(addresses)
  expect(links.length).toBeGreaterThan(1)
  expect(Math.max(...links.map(({ href }) => href.length))).toBeLessThanOrEqual(1_800)
  expect(links.flatMap(({ href }) => href.replace('mailto:?bcc=', '').split(','))).toEqual(addresses)
  expect(links.reduce((sum, { count }) => sum + count, 0)).toBe(150)
})

test('there are no links for thousands of addresses, or for none', () => {
  expect(toMailLinks(many(3_000))).toEqual([])
  expect(toMailLinks([])).toEqual([])
})
