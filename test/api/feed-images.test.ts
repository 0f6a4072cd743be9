import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { feedImageModes, toFeedImagePath } from '#contract/feed-images.ts'
import { leaderboard, playerProfile } from '#contract/leaderboard-contract.ts'
import { defaultPageSettings } from '#contract/page-settings.ts'
import { api } from '#contract/paths.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

const webFolder = mkdtempSync(join(tmpdir(), 'player-pool-web-'))
const page = '<!doctype html><head><title>Player Pool</title></head>'

beforeAll(() => {
  mkdirSync(join(webFolder, 'assets'))
  writeFileSync(join(webFolder, 'index.html'), page)
  writeFileSync(join(webFolder, 'assets', 'shell-1a2b.html'), page)
  writeFileSync(join(webFolder, 'sw.js'), `const shell={"page":"/assets/shell-1a2b.html"};`)
})
afterAll(() => rmSync(webFolder, { recursive: true }))

/** The images of every golfer on the board. */
async function listFlags(pool: TestPool): Promise<string[]> {
  const response = await pool.call(api.leaderboard(pool.tournamentId), pool.people.player)
  const { golfersScores } = leaderboard.parse(await response.json())
  return [...new Set(golfersScores.map(({ logoImage }) => toFeedImagePath(logoImage ?? '') ?? 'none'))]
}

describe('with FEED_IMAGES=proxy', () => {
  let pool: TestPool
  beforeAll(async () => {
    pool = await openTestPool({ webFolder, rateLimitFactor: 0 })
  })
  afterAll(() => pool.close())

  it('the feed gets one request for a flag that a hundred viewers see, and never learns who they are', async () => {
    const [flag = ''] = await listFlags(pool)
    pool.simulator.requests.clear()
    const responses = await Promise.all(Array.from({ length: 100 }, () => pool.call(api.feedImage(flag))))
    for (const response of responses) {
      expect(response.status).toBe(200)
      expect(
        Buffer.from(await response.arrayBuffer())
          .subarray(1, 4)
          .toString(),
      ).toBe('PNG')
    }
    expect(pool.simulator.requests.addresses).toEqual([flag])
    const [{ headers }] = responses as [Response]
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=604800',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    const again = await pool.call(api.feedImage(flag), null, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('all flags of a board and the portraits of opened golfers are there, unless the feed has none', async () => {
    const flags = await listFlags(pool)
    expect(flags.length).toBeGreaterThan(5)
    for (const flag of flags) expect((await pool.call(api.feedImage(flag))).status).toBe(200)
    const portrait = (id: string) => `/i/headshots/golf/players/full/${id}.png`
    const golfers = pool.simulator.play.golfers.map(({ golfer }) => golfer).filter(({ hasHeadshot }) => hasHeadshot)
    const [listed = '', missing = ''] = [1, 0].map(
      (at) => golfers.find((golfer) => Math.sign(Number(golfer.espnId) % 8) === at)?.espnId,
    )
    expect((await pool.call(api.feedImage(portrait(listed)))).status).toBe(404)
    for (const id of [listed, missing]) {
      const response = await pool.call(api.leaderboardPlayer(pool.tournamentId, id), pool.people.player)
      expect(toFeedImagePath(playerProfile.parse(await response.json()).headshot ?? '')).toBe(portrait(id))
    }
    expect((await pool.call(api.feedImage(portrait(listed)))).status).toBe(200)
    const response = await pool.call(api.feedImage(portrait(missing)))
    expect(response.status).toBe(404)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it.each(['', '?path=', '?path=https://a.espncdn.com/i/usa.png', `?path=/${'x'.repeat(500)}`, '?path=/a&path=/b'])(
    '%s is refused',
    async (search) => {
      expect((await pool.call(`/api/image${search}`)).status).toBe(400)
    },
  )
})

it('requests for images are limited per address', async () => {
  const pool = await openTestPool({ rateLimitFactor: 1 / 3000, withoutScores: true })
  const statuses = []
  for (let index = 0; index < 3; index += 1) statuses.push((await pool.call(api.feedImage('/i/x.png'))).status)
  expect(statuses).toEqual([404, 404, 429])
  await pool.close()
})

it.each(feedImageModes)('FEED_IMAGES=%s decides what pages may load, and the page says so', async (feedImages) => {
  const pool = await openTestPool({ webFolder, env: { FEED_IMAGES: feedImages } })
  const response = await pool.call('/pool')
  const policy = response.headers.get('content-security-policy') ?? ''
  const source = feedImages === 'direct' ? "'self' https://a.espncdn.com" : "'self'"
  expect(policy).toContain(` img-src ${source}; `)
  const settings = JSON.stringify({ ...defaultPageSettings, feedImages }).replaceAll('"', '&quot;')
  const meta = `<meta name="player-pool" content="${settings}">\n`
  const expected = feedImages === 'proxy' ? page : page.replace('</head>', `${meta}</head>`)
  // Apart from the preview of the link and the current tournament.
  const html = await response.text()
  expect(html.replaceAll(/<meta (property="og:|name="twitter:|name="player-pool-tournament")[^>]*>\n/g, '')).toBe(
    expected,
  )

  // The page that the service worker keeps is the same, under the name that the worker knows.
  const worker = await (await pool.call('/sw.js')).text()
  const shell = /"page":"([^"]+)"/.exec(worker)?.[1] ?? ''
  expect(await (await pool.call(shell)).text()).toBe(expected)
  expect((await pool.call('/assets/shell-1a2b.html')).status).toBe(feedImages === 'proxy' ? 200 : 404)

  const [flag = ''] = await listFlags(pool)
  expect((await pool.call(api.feedImage(flag))).status).toBe(feedImages === 'proxy' ? 200 : 404)
  await pool.close()
})
