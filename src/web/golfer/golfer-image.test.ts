import { expect, test } from 'vitest'
import { toImageAddress } from './golfer-image.tsx'

const flag = 'https://a.espncdn.com/i/teamlogos/countries/500/usa.png?w=40&h=40'

test('an image is proxied, loaded directly from the feed, or not shown', () => {
  expect(toImageAddress(flag, 'proxy')).toBe(
    '/api/image?path=%2Fi%2Fteamlogos%2Fcountries%2F500%2Fusa.png%3Fw%3D40%26h%3D40',
  )
  expect(toImageAddress(flag, 'direct')).toBe(flag)
  expect(toImageAddress(flag, 'off')).toBeUndefined()
  expect(toImageAddress(null, 'proxy')).toBeUndefined()
})

test.each([
  'http://a.espncdn.com/i/flag.png',
  'https://a.espncdn.com.evil.example/i/flag.png',
  'https://a.espncdn.com@evil.example/i/flag.png',
  'https://a.espncdn.com',
  'data:image/png;base64,AAAA',
  'javascript:alert(1)',
  '',
])('%s is not a picture of the feed', (url) => {
  for (const mode of ['proxy', 'direct', 'off'] as const) expect(toImageAddress(url, mode)).toBeUndefined()
})
