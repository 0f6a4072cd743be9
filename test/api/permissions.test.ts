import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { problemDetails } from '#contract/problem.ts'
import { hasRole } from '#domain/permissions.ts'
import { policyTable } from '#server/http/policy-table.ts'
import { mintAccessToken } from '../support/access-token.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

/** Every route of the policy table times every kind of caller. */
let pool: TestPool
let bad: Record<string, string>

const owner = { subject: 'player', name: 'The player', email: 'player@example.com' }

beforeAll(async () => {
  pool = await openTestPool({ rateLimitFactor: 0 })
  const { app } = pool
  const [key] = app.secrets.signingKeys
  const plain = new SignJWT({
    iss: app.config.signIn.authority,
    aud: 'golfAPI',
    sub: 'player',
    scope: 'golfAPI',
  })
  bad = {
    'no token': '',
    'a word': 'Bearer hello',
    'three words': 'Bearer a.b.c',
    'another scheme': 'Basic cGxheWVyOnB3',
    expired: `Bearer ${await mintAccessToken(app, owner, { expires: '-2m' })}`,
    'for another audience': `Bearer ${await mintAccessToken(app, owner, { payload: { aud: 'golf' } })}`,
    'of another issuer': `Bearer ${await mintAccessToken(app, owner, { payload: { iss: 'https://other.example' } })}`,
    'without a subject': `Bearer ${await mintAccessToken(app, owner, { payload: { sub: undefined } })}`,
    'without the scope': `Bearer ${await mintAccessToken(app, owner, { payload: { scope: 'openid' } })}`,
    'of the type of an ID token': `Bearer ${await mintAccessToken(app, owner, { header: { typ: 'JWT' } })}`,
    'with an unknown key': `Bearer ${await mintAccessToken(app, owner, { header: { kid: 'other' } })}`,
    unsigned: `Bearer ${btoa('{"alg":"none","typ":"at+jwt"}').replaceAll('=', '')}.${btoa('{"sub":"player"}').replaceAll('=', '')}.`,
    'signed with the public key as a secret': `Bearer ${await plain
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .setExpirationTime('10m')
      .sign(new TextEncoder().encode(String(key?.n)))}`,
  }
})
afterAll(() => pool.close())

const routes = Object.entries(policyTable).map(([key, policy]) => {
  const [method = '', path = ''] = key.split(' ')
  return { key, method, path, policy }
})

it.each(routes)(
  '$key refuses whoever brings no good token, and tells nothing',
  async ({ path, method, policy }) => {
    if (policy.role === 'anyone') return
    for (const [kind, authorization] of Object.entries(bad)) {
      const answer = await pool.call(fill(path), null, {
        method,
        headers: authorization ? { authorization } : {},
      })
      expect(answer.status, kind).toBe(401)
      expect(answer.headers.get('content-type'), kind).toBe('application/problem+json; charset=utf-8')
      const problem = problemDetails.parse(await answer.json())
      expect(problem.type, kind).toBe('urn:player-pool:problem:unauthenticated')
    }
  },
)

it.each(routes)(
  '$key lets pass who holds the role, and refuses the others',
  async ({ path, method, policy }) => {
    const rights = {
      player: { isAdmin: false, isPowerUser: false },
      power: { isAdmin: false, isPowerUser: true },
      admin: { isAdmin: true, isPowerUser: true },
    }
    for (const who of ['player', 'power', 'admin'] as const) {
      const answer = await pool.call(fill(path), pool.people[who], { method })
      await answer.body?.cancel()
      const mayPass = policy.role === 'anyone' || hasRole(rights[who], policy.role)
      if (mayPass) expect([401, 403], `${who} ${path}`).not.toContain(answer.status)
      else expect(answer.status, `${who} ${path}`).toBe(403)
    }
  },
)

it.each(routes)('$key answers other methods with 405, HEAD and OPTIONS too', async ({ path, method }) => {
  const others = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
    (other) => !routes.some((route) => route.path === path && route.method === other),
  )
  expect(others).not.toContain(method)
  for (const other of others) {
    const answer = await pool.call(fill(path), pool.people.admin, { method: other })
    expect(answer.status, other).toBe(405)
    expect(answer.headers.get('allow')?.split(', '), other).toContain(method)
  }
})

it('a cookie signs nobody in to the API', async () => {
  const answer = await pool.call('/api/user', null, {
    headers: { cookie: `_session=x; token=${pool.people.admin.token}` },
  })
  expect(answer.status).toBe(401)
})

it('a role that was taken away is gone with the next call', async () => {
  const { setRole } = await import('#server/users/user-store.ts')
  const before = await (await pool.call('/api/user', pool.people.power)).json()
  await setRole(pool.app.database.db, pool.people.power.userId, 'power', false)
  const after = await (await pool.call('/api/user', pool.people.power)).json()
  await setRole(pool.app.database.db, pool.people.power.userId, 'power', true)
  expect([before, after]).toMatchObject([{ isPowerUser: true }, { isPowerUser: false }])
})

function fill(path: string): string {
  return path
    .replace(':clientId', 'golf')
    .replace(':espnId', pool.simulator.fieldOf()[0]?.espnId ?? '')
    .replace(/:\w+/g, '1')
}
