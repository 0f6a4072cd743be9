import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { houseRules } from '#contract/house-rules-contract.ts'
import { accountStylesPath, identityPaths } from '#contract/identity-page-paths.ts'
import type { PageSettings } from '#contract/page-settings.ts'
import { api } from '#contract/paths.ts'
import { writeBrandingFiles } from '../support/branding-files.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

const folder = mkdtempSync(join(tmpdir(), 'player-pool-web-'))
const page =
  '<!doctype html><html><head><title>Player Pool</title><link rel="stylesheet" href="/assets/a.css"></head><body><noscript>Player Pool needs JavaScript.</noscript></body></html>'
const icon = readFileSync('src/web/public/icon.svg', 'utf8')
const manifest = readFileSync('src/web/public/manifest.webmanifest', 'utf8')
const name = 'Jack & Jill’s <Pool>'
const escapedName = 'Jack &amp; Jill’s &lt;Pool&gt;'

const built: Record<string, string> = {
  'index.html': page,
  'assets/shell-1a2b.html': page,
  'sw.js': 'const shell={"page":"/assets/shell-1a2b.html"};',
  'account.css': ':root{color:red}',
  'icon.svg': icon,
  'manifest.webmanifest': manifest,
}
const pictures = ['icon-192.png', 'icon-512.png', 'icon-maskable-512.png', 'share.png']

beforeAll(() => {
  mkdirSync(join(folder, 'assets'))
  for (const [path, content] of Object.entries(built)) writeFileSync(join(folder, path), content)
  for (const path of pictures) writeFileSync(join(folder, path), `the built ${path}`)
})
afterAll(() => rmSync(folder, { recursive: true }))

const textOf = async (pool: TestPool, path: string) => (await pool.call(path)).text()
const bytesOf = async (pool: TestPool, path: string) => Buffer.from(await (await pool.call(path)).arrayBuffer())
const readTag = (html: string, key: string) => new RegExp(`<meta \\w+="${key}" content="([^"]*)">`).exec(html)?.[1]

/** Reads what the browser app reads from its page. */
function readSettings(html: string): PageSettings {
  const content = /<meta name="player-pool" content="([^"]*)">/.exec(html)?.[1] ?? ''
  const names: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', '#39': "'" }
  return JSON.parse(content.replaceAll(/&(#?\w+);/g, (_, entity: string) => names[entity] ?? ''))
}

it('without settings every file is served as built, byte for byte', async () => {
  const pool = await openTestPool({ webFolder: folder, withoutScores: true })
  for (const [path, content] of Object.entries(built)) {
    if (path === 'index.html') continue
    expect(await textOf(pool, `/${path}`)).toBe(content)
  }
  for (const path of pictures) expect(await textOf(pool, `/${path}`)).toBe(`the built ${path}`)
  expect((await pool.call('/pool')).headers.get('content-security-policy')).toContain("style-src 'self'; ")
  expect((await pool.call(api.houseRules(), pool.people.player)).status).toBe(404)
  const signIn = await textOf(pool, identityPaths.register)
  expect(signIn).toMatch(/<title>[^<]* - Player Pool<\/title>/)
  expect(signIn).toContain('<header><a class="mark" href="/">Player Pool</a></header>')
  await pool.close()
})

describe('with a name, a logo, an icon, an accent and house rules', () => {
  let pool: TestPool
  let html: string
  beforeAll(async () => {
    const { logoFile, rulesFile } = writeBrandingFiles(folder)
    const branding = { name, logoFile, iconFile: 'src/web/public/icon-512.png', accent: '#ffe600', rulesFile }
    pool = await openTestPool({ webFolder: folder, branding, withoutScores: true })
    html = await textOf(pool, '/pool')
  })
  afterAll(() => pool.close())

  it('the page contains all of it without another request, and the name is escaped', () => {
    expect(html).toContain(`<title>${escapedName}</title>`)
    expect(html).toContain(`<noscript>${escapedName} needs JavaScript.</noscript>`)
    expect(html).not.toContain('<Pool>')
    expect(readSettings(html)).toMatchObject({ name, hasRules: true, logo: { isWordmark: false }, feedImages: 'proxy' })
    expect(html.indexOf('<style>')).toBeGreaterThan(html.indexOf('stylesheet'))
  })

  it('the policy allows exactly the accent’s style', async () => {
    const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    const { headers } = await pool.call('/pool')
    expect(headers.get('content-security-policy')).toContain(` style-src 'self' 'sha256-${hash}'; `)
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
    // Bright yellow would be illegible on a light background.
    expect(style).toMatch(/^:root\{--accent:#(?!ffe600)[0-9a-f]{6};/)
    expect(style).toContain(':root[data-theme="dark"]{--accent:#ffe600;')
  })

  it('the page for offline use is the same, under a name that browsers do not have yet', async () => {
    const shell = /"page":"([^"]+)"/.exec(await textOf(pool, '/sw.js'))?.[1] ?? ''
    expect(shell).not.toBe('/assets/shell-1a2b.html')
    expect(readSettings(await textOf(pool, shell))).toEqual(readSettings(html))
  })

  it('an SVG logo has the hash of its content in its path, and can do nothing if it is opened by itself', async () => {
    const { logo } = readSettings(html)
    const response = await pool.call(logo?.path ?? '')
    expect(response.headers.get('content-type')).toBe('image/svg+xml')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(logo?.path).toMatch(/^\/assets\/logo-[\w-]{8}\.svg$/)
  })

  it('the manifest and the icons are those of the pool', async () => {
    expect(JSON.parse(await textOf(pool, '/manifest.webmanifest'))).toEqual({
      ...JSON.parse(manifest),
      name,
      short_name: name,
      icons: [{ src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' }],
    })
    const given = readFileSync('src/web/public/icon-512.png')
    for (const path of ['/icon-192.png', '/icon-512.png']) expect(await bytesOf(pool, path), path).toEqual(given)
    expect(await textOf(pool, '/icon.svg')).toContain(`data:image/png;base64,${given.toString('base64')}`)
  })

  it('the sign-in pages have the name, the logo and the accent', async () => {
    const signIn = await textOf(pool, identityPaths.register)
    expect(signIn).toMatch(new RegExp(`<title>[^<]* - ${escapedName}</title>`))
    expect(signIn).toMatch(
      new RegExp(`<a class="mark" href="/"><img src="/assets/logo-[^>]* alt="">${escapedName}</a>`),
    )
    expect(await textOf(pool, accountStylesPath)).toContain(/<style>(.*?)<\/style>/s.exec(html)?.[1])
    expect(signIn).not.toMatch(/[\uE000-\uF8FF]|Player Pool/)
    const missing = await textOf(pool, '/Identity/nowhere')
    expect(missing).toContain(`Back to ${escapedName}`)
  })

  it('a tournament’s own house rules replace those of the pool', async () => {
    const setRules = (house_rules: string | null) =>
      pool.app.database.db.updateTable('tournaments').set({ house_rules }).execute()
    const find = async (id?: number) => {
      const response = await pool.call(api.houseRules(id), pool.people.player)
      return houseRules.parse(await response.json()).blocks
    }
    const ofPool = await find()
    await setRules('# Prizes')
    const own = [{ type: 'heading', level: 2, content: [{ text: 'Prizes' }] }]
    expect([await find(), await find(pool.tournamentId)]).toEqual([own, own])
    await setRules('>'.repeat(4000))
    expect(await find(), 'too deep for the parser').toMatchObject([{ type: 'paragraph' }])
    await setRules(null)
    expect([await find(), await find(pool.tournamentId)]).toEqual([ofPool, ofPool])
    expect((await pool.call(api.houseRules(999), pool.people.player)).status).toBe(404)
  })

  it('the house rules are for signed-in users', async () => {
    expect((await pool.call(api.houseRules())).status).toBe(401)
    const response = await pool.call(api.houseRules(), pool.people.player)
    const { blocks } = houseRules.parse(await response.json())
    expect(blocks.map(({ type }) => type)).toEqual(['paragraph', 'heading', 'table', 'list', 'quote', 'paragraph'])
  })
})

describe('the preview of a shared link', () => {
  let pool: TestPool
  const start = new Date(Date.now() + 3_600_000)
  const now = { ms: Date.now() }
  beforeAll(async () => {
    const clock = { now: () => new Date(now.ms), authoritativeNow: async () => new Date(now.ms) }
    const branding = { name }
    pool = await openTestPool({ webFolder: folder, branding, withoutScores: true, start, startAt: 'scheduled', clock })
    const renamed = { name: '"><script>Open</script>' }
    await pool.app.database.db.updateTable('tournaments').set(renamed).execute()
  })
  afterAll(() => pool.close())

  it('has the tournament’s name, its state and an image, for anyone, and every text is escaped', async () => {
    const response = await pool.call(`/pool/${pool.tournamentId}`)
    const html = await response.text()
    expect(readTag(html, 'og:title')).toBe(`&quot;&gt;&lt;script&gt;Open&lt;/script&gt; - ${escapedName}`)
    expect(readTag(html, 'og:description')).toMatch(/^Entries are open until .* UTC\.$/)
    expect(readTag(html, 'og:url')).toBe(`${pool.app.config.publicUrl}/pool/${pool.tournamentId}`)
    expect(readTag(html, 'twitter:card')).toBe('summary_large_image')
    expect(html).not.toContain('<script>')
    const image = new URL(readTag(html, 'og:image') ?? '')
    expect(image.origin).toBe(pool.app.config.publicUrl)
    expect(await textOf(pool, image.pathname + image.search)).toBe('the built share.png')
  })

  it('is composed once per state: the same bytes and ETag for everyone, and 304 for those who have them', async () => {
    const path = `/golfers/${pool.tournamentId}`
    const tags = new Set<string | null>()
    for (const person of [null, pool.people.player, pool.people.admin])
      tags.add((await pool.call(path, person)).headers.get('etag'))
    expect(tags.size).toBe(1)
    const [etag] = tags
    const again = await pool.call(path, null, { headers: { 'if-none-match': etag ?? '' } })
    expect(again.status).toBe(304)
    now.ms = start.getTime()
    const started = await pool.call(path, null, { headers: { 'if-none-match': etag ?? '' } })
    expect(started.status).toBe(200)
    expect(readTag(await started.text(), 'og:description')).toMatch(/^Live/)
    await pool.app.database.db.updateTable('tournaments').set({ active: 0 }).execute()
    now.ms += 10_000
    expect(readTag(await textOf(pool, path), 'og:description')).toMatch(/^Final/)
  })

  it('is omitted while the database does not respond, and the page is still served', async () => {
    now.ms += 60_000
    await pool.app.database.db.schema.alterTable('tournaments').renameTo('lost').execute()
    const response = await pool.call('/pool/7')
    expect(response.status).toBe(200)
    expect(await response.text()).toContain(escapedName)
    await pool.app.database.db.schema.alterTable('lost').renameTo('tournaments').execute()
  })
})

it.each([
  { hasPublicNames: false, description: /^Final: see how the pool ended\.$/ },
  { hasPublicNames: true, description: /^The rival wins by \d+: 1 The rival 1 \(-\d+\), 2 The player \d \(-\d+\)/ },
])('the preview of an ended tournament names the first three: $hasPublicNames', async (expected) => {
  const { hasPublicNames, description } = expected
  const pool = await openTestPool({ startAt: 'final', webFolder: folder, branding: { hasPublicNames } })
  const { tournamentId, people } = pool
  expect((await pool.send('POST', api.tournamentEnd(tournamentId), people.power, [])).status).toBe(200)
  const page = await textOf(pool, `/pool/${tournamentId}`)
  expect(readTag(page, 'og:description')).toMatch(description)
  await pool.close()
})

it('an unusable file prevents startup, with the reason', async () => {
  const branding = { logoFile: join(folder, 'none.png') }
  await expect(openTestPool({ branding })).rejects.toThrow(
    `The file ${branding.logoFile} set in POOL_LOGO cannot be used: it does not exist.`,
  )
})
