import { afterAll, beforeAll, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

let pool: TestPool
let named: TestPool
beforeAll(async () => {
  pool = await openTestPool({ startAt: 'final', webFolder: 'dist/web' })
  named = await openTestPool({ startAt: 'final', webFolder: 'dist/web', branding: { hasPublicNames: true } })
})
afterAll(async () => {
  await pool.close()
  await named.close()
})

const end = ({ send, tournamentId, people }: TestPool) =>
  send('POST', api.tournamentEnd(tournamentId), people.power, [])

async function readPng(response: Response) {
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/png')
  const png = Buffer.from(await response.arrayBuffer())
  return { png, size: [png.readUInt32BE(16), png.readUInt32BE(20)] }
}

it('an ended tournament has an image of its result: with names for signed-in users, without names for the public', async () => {
  const { tournamentId, people } = pool
  const [ownPath, publicPath] = [api.tournamentPicture(tournamentId), api.previewPicture(tournamentId)]
  expect((await pool.call(ownPath, people.player)).status).toBe(404)
  expect((await pool.call(publicPath)).status).toBe(404)
  expect((await end(pool)).status).toBe(200)

  expect((await pool.call(ownPath)).status).toBe(401)
  const own = await pool.call(ownPath, people.newcomer)
  const shown = await pool.call(publicPath)
  expect(own.headers.get('cache-control')).toBe('private, no-cache')
  const [withNames, plain] = [await readPng(own), await readPng(shown)]
  expect([withNames.size, plain.size]).toEqual([
    [1200, 630],
    [1200, 630],
  ])
  expect(plain.png.equals(withNames.png)).toBe(false)
  // The public image does not depend on the entrants.
  const { db } = pool.app.database
  await db.updateTable('users').set({ name: 'Somebody Else' }).where('is_real', '=', 1).execute()
  await db
    .updateTable('tournaments')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .execute()
  expect((await readPng(await pool.call(publicPath))).png.equals(plain.png)).toBe(true)
})

it('it is rendered once, and downloaded again only if it has changed', async () => {
  const path = api.previewPicture(pool.tournamentId)
  const etag = (await pool.call(path)).headers.get('etag') ?? ''
  expect((await pool.call(path, null, { headers: { 'if-none-match': etag } })).status).toBe(304)
})

it('with PREVIEW_NAMES the public image is the same as that of signed-in users', async () => {
  const { tournamentId, people } = named
  await end(named)
  const shown = await readPng(await named.call(api.previewPicture(tournamentId)))
  const own = await readPng(await named.call(api.tournamentPicture(tournamentId), people.player))
  expect(shown.png.equals(own.png)).toBe(true)
})
