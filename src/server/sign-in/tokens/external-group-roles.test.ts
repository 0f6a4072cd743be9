import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Authenticator } from '#server/platform/http/authenticate.ts'
import { createLog } from '#server/platform/log/log.ts'
import { readConfig } from '#server/platform/settings/config.ts'
import { selectProviderGroupRoles } from '#server/users/provider-group-role-store.ts'
import { listUsers, setRole } from '#server/users/user-store.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { createAuthenticator } from './authenticator.ts'
import { createTokenVerifier } from './token-verifier.ts'

const minute = 60_000
const settings = { OIDC_ADMIN_GROUP: 'admins', OIDC_POWER_GROUP: 'organisers' }
const admin = { isAdmin: true, isPowerUser: true }
const power = { isAdmin: false, isPowerUser: true }
const player = { isAdmin: false, isPowerUser: false }

describe.each(databaseKinds())('groups of an external provider on $name', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let keys: CryptoKeyPair
  let jwk: JWK
  let authority = ''
  let clock = buildClock(new Date())
  let authenticator: Authenticator
  /** The response of userinfo. Undefined: userinfo refuses. */
  let info: Record<string, unknown> | undefined
  let asked = 0
  const server = createServer((request, response) => {
    if (request.url === '/me') asked += 1
    const bodies: Record<string, unknown> = {
      '/.well-known/openid-configuration': {
        issuer: authority,
        jwks_uri: `${authority}/keys`,
        userinfo_endpoint: `${authority}/me`,
      },
      '/keys': { keys: [jwk] },
      '/me': info,
    }
    const body = bodies[request.url ?? '']
    response.writeHead(body === undefined ? 403 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body ?? {}))
  })

  beforeAll(async () => {
    keys = await generateKeyPair('ES256', { extractable: true })
    jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'ES256' }
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    authority = address && typeof address === 'object' ? `http://127.0.0.1:${address.port}` : ''
  })
  afterAll(() => server.close())

  const createFor = (changes: Record<string, string> = settings) => {
    const { signIn } = readConfig({ OIDC_AUTHORITY: authority, ...changes })
    const { db } = opened.database
    return createAuthenticator({
      db,
      clock,
      verifier: createTokenVerifier({ signIn, clock, log: createLog('silent') }),
    })
  }

  beforeEach(async () => {
    opened = await openTestDatabase(kind)
    clock = buildClock(new Date())
    info = undefined
    asked = 0
    authenticator = createFor()
    return () => opened.remove()
  })

  /** A token of now with these claims, valid for a day. */
  function mint(claims: Record<string, unknown> = {}, subject = 'ada'): Promise<string> {
    const now = Math.floor(clock.now().getTime() / 1000)
    const email = `${subject}@example.net`
    return new SignJWT({
      iss: authority,
      aud: 'golfAPI',
      sub: subject,
      email,
      email_verified: true,
      iat: now,
      exp: now + 86_400,
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'k1', typ: 'at+jwt' })
      .sign(keys.privateKey)
  }

  const userOf = async (token: string, by = authenticator) => (await by.authenticate(token)).user

  /** A call that comes `after` so many minutes, with a new token of these claims unless it repeats the first token. */
  type Call = {
    after?: number
    claims?: Record<string, unknown> | 'first token'
    subject?: string
    /** The response of userinfo from now on. */
    info?: Record<string, unknown>
    role: typeof admin
    /** How often userinfo has been asked so far. */
    asked?: number
    /** The roles from groups that count now. */
    stored?: readonly []
  }
  const inGroup = (...groups: string[]) => ({ groups })
  const day = 24 * 60

  const sequences: [what: string, Call[]][] = [
    [
      'in the access token give a role, and losing the group loses it with the next token',
      [
        { claims: inGroup('admins'), role: admin },
        { after: 1, claims: inGroup('organisers'), role: power },
        { after: 1, claims: inGroup(), role: player },
        { after: 1, claims: inGroup('admins'), subject: 'ben', role: admin },
        { claims: inGroup(), role: player, asked: 0 },
      ],
    ],
    [
      'of an older token decide nothing once a newer one has been read',
      [
        { claims: inGroup('admins'), role: admin },
        { after: 2, claims: inGroup(), role: player },
        { claims: 'first token', role: player },
      ],
    ],
    [
      'of a token that is older than an hour come from userinfo, else there is no role; it is asked again in a minute',
      [
        { claims: inGroup('admins'), role: admin },
        { after: 59, claims: 'first token', role: admin, asked: 0 },
        { after: 2, claims: 'first token', role: player, asked: 1 },
        { claims: 'first token', role: player, asked: 1 },
        { after: 1.02, claims: 'first token', info: { sub: 'ada', ...inGroup('organisers') }, role: power, asked: 2 },
      ],
    ],
    [
      'that were read while the clock was wrong count for no longer than others',
      [
        { after: day, claims: inGroup('admins'), role: admin },
        { after: -day, info: { sub: 'ada', ...inGroup() }, claims: inGroup(), role: player },
        { role: player, asked: 0, stored: [] },
      ],
    ],
    [
      'come from userinfo if the token has no such claim, at most once an hour, and never from that of another person',
      [
        { info: { sub: 'ada', ...inGroup('admins') }, role: admin, asked: 1 },
        { claims: 'first token', role: admin, asked: 1 },
        { after: 59, info: { sub: 'ada', ...inGroup() }, role: admin, asked: 1 },
        { after: 2, claims: 'first token', role: player, asked: 2 },
        { info: { sub: 'ben', ...inGroup('admins') }, subject: 'eve', role: player },
      ],
    ],
    [
      'in a malformed claim give no role, and userinfo is not asked',
      [{ info: { sub: 'ada', ...inGroup('admins') }, claims: { groups: 'admins' }, role: player, asked: 0 }],
    ],
  ]
  test.each(sequences)('%s', async (_, calls) => {
    let first: string | undefined
    for (const [index, call] of calls.entries()) {
      clock.advance((call.after ?? 0) * minute)
      info = call.info ?? info
      const token = call.claims === 'first token' ? first : await mint(call.claims, call.subject)
      first ??= token
      expect(await userOf(token ?? ''), `call ${index + 1}`).toMatchObject(call.role)
      if (call.asked !== undefined) expect(asked, `call ${index + 1}`).toBe(call.asked)
      if (call.stored)
        expect(await selectProviderGroupRoles(opened.database.db, clock.now()).execute()).toEqual(call.stored)
    }
  })

  test('never take a role that a command has given, and a merge gives nobody the groups of another sign-in', async () => {
    const { db } = opened.database
    const ada = await userOf(await mint({ groups: [] }))
    await setRole(db, ada.id, 'admin', true)
    expect(await userOf(await mint({ groups: ['organisers'] }))).toMatchObject(admin)
    const ben = await userOf(await mint({ groups: ['admins'] }, 'ben'))
    await db.updateTable('user_identities').set({ user_id: ada.id }).where('subject', '=', 'ben').execute()
    await db.updateTable('users').set({ merged_into: ada.id }).where('id', '=', ben.id).execute()
    await setRole(db, ada.id, 'admin', false)
    clock.advance(minute)
    expect(await userOf(await mint({ groups: [] }))).toMatchObject({ id: ada.id, ...player })
    expect(await userOf(await mint({ groups: ['admins'] }, 'ben'))).toMatchObject({ id: ada.id, ...admin })
  })

  test('are stored apart from the roles by command, with the provider that they come from', async () => {
    const { db } = opened.database
    const { id } = await userOf(await mint({ groups: ['admins'] }))
    expect((await listUsers(db)).map(({ user }) => user)).toMatchObject([player])
    const read = () => selectProviderGroupRoles(db, clock.now()).execute()
    expect(await read()).toEqual([{ user_id: id, role: 'admin', issuer: authority }])
    clock.advance(61 * minute)
    expect(await read()).toEqual([])
  })

  test('count for nothing without the settings', async () => {
    const token = await mint({ groups: ['admins'] })
    expect(await userOf(token)).toMatchObject(admin)
    expect(await userOf(token, createFor({}))).toMatchObject(player)
    const claim = { OIDC_ADMIN_GROUP: 'admins', OIDC_GROUPS_CLAIM: 'https://pool.example.org/roles' }
    clock.advance(minute)
    const named = await mint({ 'https://pool.example.org/roles': ['admins'] })
    expect(await userOf(named, createFor(claim))).toMatchObject(admin)
  })
})
