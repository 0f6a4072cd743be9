import { createServer } from 'node:http'
import fc from 'fast-check'
import { exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '#server/platform/log/log.ts'
import { readConfig, type SignInConfig } from '#server/platform/settings/config.ts'
import { type ExternalProvider, startExternalProvider } from '#test/support/external-provider.ts'
import { createFormBrowser } from '#test/support/form-browser.ts'
import { beginSignIn, isCallback } from '#test/support/oidc-client.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { createTokenVerifier, type TokenVerifier } from './token-verifier.ts'

const log = createLog('silent')
const refused = { code: 'unauthenticated' }
/** An external provider's token: its settings or ours may be wrong. */
const notAccepted = { code: 'token-refused' }
const minute = 60_000
const hour = 60 * minute

describe('the embedded provider’s tokens', () => {
  const { signIn } = readConfig({})
  const clock = buildClock(new Date('2026-04-09T12:00:00.000Z'))
  const now = clock.now().getTime() / 1000
  let keys: CryptoKeyPair
  let strangers: CryptoKeyPair
  let publicJwk: JWK
  let verifier: TokenVerifier
  beforeAll(async () => {
    keys = await generateKeyPair('RS256', { extractable: true })
    strangers = await generateKeyPair('RS256', { extractable: true })
    publicJwk = { ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
    verifier = createTokenVerifier({ signIn, localKeys: () => ({ keys: [publicJwk] }), clock, log })
  })

  const claims = {
    iss: signIn.authority,
    aud: 'golfAPI',
    sub: 'abc',
    scope: 'golfAPI openid',
    iat: now,
    exp: now + 600,
    name: 'Ada',
    email: 'Ada@example.org',
    email_verified: true,
  }
  const header = { alg: 'RS256', typ: 'at+jwt', kid: 'k1' }
  const mint = (changes: object = {}, head: object = {}, key: CryptoKey = keys.privateKey) =>
    new SignJWT({ ...claims, ...changes }).setProtectedHeader({ ...header, ...head }).sign(key)

  test('are accepted', async () => {
    expect(await verifier.verify(await mint({ grant_id: 'g1' }))).toEqual({
      issuer: 'embedded',
      subject: 'abc',
      grantId: 'g1',
      issuedAt: new Date(now * 1000),
      expiresAt: new Date((now + 600) * 1000),
      profile: { name: 'Ada', email: 'ada@example.org', emailVerified: true, asOf: clock.now() },
    })
    expect(await verifier.verify(await mint({ aud: ['golfAPI', 'other'] }))).toMatchObject({ subject: 'abc' })
    expect(await verifier.verify(await mint({}, { typ: 'application/at+jwt' }))).toMatchObject({
      subject: 'abc',
    })
  })

  test('verify an address only with an explicit claim', async () => {
    for (const email_verified of [undefined, false, 'true', 1])
      expect((await verifier.verify(await mint({ email_verified }))).profile?.emailVerified).toBe(false)
    expect((await verifier.verify(await mint({ name: '\u202e' }))).profile?.name).toBe('ada')
    for (const email of [undefined, 'a@b.c, evil@example.net', 7])
      expect((await verifier.verify(await mint({ email }))).profile).toBeNull()
  })

  test('are valid until 30 seconds after their expiry', async () => {
    expect(await verifier.verify(await mint({ exp: now - 29 }))).toMatchObject({ subject: 'abc' })
    await expect(verifier.verify(await mint({ exp: now - 30 }))).rejects.toMatchObject(refused)
    expect(await verifier.verify(await mint({ nbf: now + 29 }))).toMatchObject({ subject: 'abc' })
    await expect(verifier.verify(await mint({ nbf: now + 31 }))).rejects.toMatchObject(refused)
  })

  test.each([
    ['for another audience', { aud: 'other' }],
    ['for the client: an ID token', { aud: 'golf' }],
    ['without audience', { aud: undefined }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['of an issuer with a slash more', { iss: `${signIn.authority}/` }],
    ['without issuer', { iss: undefined }],
    ['without subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    ['without end', { exp: undefined }],
    ['long expired', { exp: now - hour }],
    ['whose end is no number', { exp: 'never' }],
    ['without scope', { scope: undefined }],
    ['with another scope', { scope: 'golfAPIx openid' }],
    ['with a scope in disguise', { scope: { golfAPI: true } }],
  ])('%s are refused', async (_name, changes) => {
    await expect(verifier.verify(await mint(changes))).rejects.toMatchObject(refused)
  })

  test.each([
    ['JWT', { typ: 'JWT' }],
    ['nothing', { typ: undefined }],
    ['a logout token', { typ: 'logout+jwt' }],
    ['an unknown key', { kid: 'k2' }],
  ])('with type %s are refused', async (_name, head) => {
    await expect(verifier.verify(await mint({}, head))).rejects.toMatchObject(refused)
  })

  test('with a foreign signature, without one, or signed with the public key as a secret are refused', async () => {
    const pem = new TextEncoder().encode(await exportSPKI(keys.publicKey))
    const modulus = Buffer.from(publicJwk.n ?? '', 'base64url')
    const embeddedKey = { jwk: await exportJWK(strangers.publicKey), kid: undefined }
    const forged = [
      await mint({}, {}, strangers.privateKey),
      await mint({}, embeddedKey, strangers.privateKey),
      await mint({}, { jku: 'https://evil.example/jwks' }, strangers.privateKey),
      await new SignJWT(claims).setProtectedHeader({ ...header, alg: 'HS256' }).sign(pem),
      await new SignJWT(claims).setProtectedHeader({ ...header, alg: 'HS256' }).sign(modulus),
      new UnsecuredJWT(claims).encode(),
    ]
    const [head = '', body = '', signature = ''] = (await mint()).split('.')
    const none = Buffer.from(JSON.stringify({ ...header, alg: 'none' })).toString('base64url')
    const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'admin' })).toString('base64url')
    forged.push(
      `${none}.${body}.`,
      `${none}.${body}.${signature}`,
      `${head}.${changed}.${signature}`,
      `${head}.${body}.`,
    )
    for (const token of forged) await expect(verifier.verify(token), token).rejects.toMatchObject(refused)
    const rs512 = await generateKeyPair('RS512', { extractable: true })
    await expect(verifier.verify(await mint({}, { alg: 'RS512' }, rs512.privateKey))).rejects.toMatchObject(refused)
  })

  test('and any other text is refused, never a server error', async () => {
    const good = await mint()
    const damage = fc.tuple(fc.nat(good.length - 1), fc.string({ maxLength: 4 }))
    const anything = fc.oneof(
      fc.string({ maxLength: 300 }),
      fc.array(fc.base64String({ maxLength: 60 }), { maxLength: 6 }).map((parts) => parts.join('.')),
      damage.map(([index, piece]) => good.slice(0, index) + piece + good.slice(index + 1)),
    )
    await fc.assert(
      fc.asyncProperty(anything, async (token) => {
        fc.pre(token !== good && sameBytes(token) !== sameBytes(good))
        await expect(verifier.verify(token)).rejects.toMatchObject(refused)
      }),
      { numRuns: 500 },
    )
  })
})

/** The last base64 character has unused bits, so another text may encode the same token. */
function sameBytes(token: string): string {
  return token
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString('hex'))
    .join('.')
}

describe('another provider', () => {
  const origin = 'http://localhost:9'
  let provider: ExternalProvider
  let signIn: SignInConfig
  const clock = buildClock(new Date())
  let verifier: TokenVerifier

  beforeAll(async () => {
    provider = await startExternalProvider({ appOrigin: origin, tokenSeconds: 3 * 24 * 60 * 60 })
    signIn = readConfig({ OIDC_AUTHORITY: provider.authority, PUBLIC_URL: origin }).signIn
  })
  beforeEach(async () => {
    clock.set(new Date())
    await provider.fail('none')
    verifier = createTokenVerifier({ signIn, clock, log })
  })
  afterAll(() => provider.close())

  async function signInThere(): Promise<{ accessToken: string; idToken: string }> {
    const browser = createFormBrowser(provider.authority)
    const attempt = beginSignIn(origin)
    const path = attempt.path.replace('/connect/authorize', '/auth')
    const page = await browser.follow(await browser.get(path), isCallback)
    const answer = await browser.follow(await browser.submit(page, { email: 'ada@example.net' }), isCallback)
    const response = await fetch(`${provider.authority}/token`, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: 'golf',
        code: answer.location?.searchParams.get('code') ?? '',
        redirect_uri: `${origin}/authentication/login-callback`,
        code_verifier: attempt.verifier,
      }),
    })
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    const body = await response.json()
    return { accessToken: body.access_token, idToken: body.id_token }
  }

  test('signs users in under its issuer, and its ID tokens are refused', async () => {
    const { accessToken, idToken } = await signInThere()
    expect(await verifier.verify(accessToken)).toMatchObject({
      issuer: provider.authority,
      subject: 'ada@example.net',
      profile: { name: 'ada Elsewhere', email: 'ada@example.net', emailVerified: true },
    })
    await expect(verifier.verify(idToken)).rejects.toMatchObject(notAccepted)
  })

  test('may rotate keys: a new key is accepted at once, a removed one for at most five minutes', async () => {
    const { accessToken: first } = await signInThere()
    await verifier.verify(first)
    await provider.changeKeys('overlap')
    const { accessToken: second } = await signInThere()
    clock.advance(5000)
    expect(await verifier.verify(second)).toMatchObject({ subject: 'ada@example.net' })
    expect(await verifier.verify(first)).toMatchObject({ subject: 'ada@example.net' })
    await provider.changeKeys('swap')
    expect(await verifier.verify(second)).toMatchObject({ subject: 'ada@example.net' })
    clock.advance(5 * minute)
    await expect(verifier.verify(second)).rejects.toMatchObject(notAccepted)
  })

  test('reloads its keys on demand, and the last ones stay valid while it fails', async () => {
    const { accessToken } = await signInThere()
    await verifier.verify(accessToken)
    const asked = await provider.countKeyRequests()
    clock.advance(5000)
    verifier.invalidateKeys()
    await provider.fail('error')
    expect(await verifier.verify(accessToken)).toMatchObject({ subject: 'ada@example.net' })
    await provider.fail('none')
    clock.advance(5000)
    await provider.changeKeys('swap')
    verifier.invalidateKeys()
    // The first request after a failure does not wait.
    await verifier.verify(accessToken).catch(() => {})
    await expect.poll(() => verifier.verify(accessToken).catch((error: unknown) => error)).toMatchObject(notAccepted)
    expect(await provider.countKeyRequests()).toBeGreaterThan(asked)
  })

  test('is queried at most once in five seconds, however many unknown key ids tokens contain', async () => {
    const { accessToken } = await signInThere()
    const before = await provider.countKeyRequests()
    await verifier.verify(accessToken)
    const { privateKey } = await generateKeyPair('RS256')
    const invented = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        new SignJWT({}).setProtectedHeader({ alg: 'RS256', kid: `invented ${index}` }).sign(privateKey),
      ),
    )
    for (const token of invented) await expect(verifier.verify(token)).rejects.toMatchObject(notAccepted)
    expect(await provider.countKeyRequests()).toBe(before + 1)
    clock.advance(5000)
    await Promise.all(invented.map((token) => expect(verifier.verify(token)).rejects.toMatchObject(notAccepted)))
    expect(await provider.countKeyRequests()).toBe(before + 2)
    expect(await verifier.verify(accessToken)).toBeDefined()
  })

  test.each(['refuse', 'error'] as const)('may fail (%s) for a day without signing anyone out', async (outage) => {
    const { accessToken } = await signInThere()
    await verifier.verify(accessToken)
    await provider.fail(outage)
    const unavailable = { code: 'unavailable', retryAfterSeconds: 5 }
    const started = createTokenVerifier({ signIn, clock, log })
    await expect(started.verify(accessToken)).rejects.toMatchObject(unavailable)
    clock.advance(24 * hour - 1)
    expect(await verifier.verify(accessToken)).toMatchObject({ subject: 'ada@example.net' })
    clock.advance(5000)
    await expect(verifier.verify(accessToken)).rejects.toMatchObject(unavailable)
    await provider.fail('none')
    clock.advance(5000)
    expect(await verifier.verify(accessToken)).toMatchObject({ subject: 'ada@example.net' })
    expect(await started.verify(accessToken)).toMatchObject({ subject: 'ada@example.net' })
  })

  test('that never responds delays one request, not all', async () => {
    const { accessToken } = await signInThere()
    await verifier.verify(accessToken)
    await provider.fail('hang')
    clock.advance(6 * minute)
    expect(await verifier.verify(accessToken)).toMatchObject({ subject: 'ada@example.net' })
    const asked = await provider.countKeyRequests()
    for (let index = 0; index < 20; index += 1) await verifier.verify(accessToken)
    expect(await provider.countKeyRequests()).toBe(asked)
  })
})

describe('a minimal provider', () => {
  const clock = buildClock()
  const now = clock.now().getTime() / 1000
  let keys: CryptoKeyPair
  let jwk: JWK
  let authority = ''
  let discovery: Record<string, unknown>
  let info: unknown
  const server = createServer((request, response) => {
    const bodies: Record<string, unknown> = {
      '/.well-known/openid-configuration': discovery,
      '/keys': { keys: [jwk] },
      '/me': request.headers.authorization?.startsWith('Bearer ey') ? info : undefined,
    }
    const body = bodies[request.url ?? '']
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body ?? {}))
  })
  beforeAll(async () => {
    keys = await generateKeyPair('ES256', { extractable: true })
    jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'ES256' }
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
    const address = server.address()
    authority = address && typeof address === 'object' ? `http://127.0.0.1:${address.port}` : ''
  })
  afterAll(() => server.close())
  beforeEach(() => {
    discovery = { issuer: authority, jwks_uri: `${authority}/keys`, userinfo_endpoint: `${authority}/me` }
    info = { sub: 'abc', name: 'Ada', email: 'ada@example.net', email_verified: true }
  })

  const verifierFor = (env: Record<string, string> = {}) =>
    createTokenVerifier({ signIn: readConfig({ OIDC_AUTHORITY: authority, ...env }).signIn, clock, log })
  const mint = (changes: object = {}, typ: string | undefined = 'JWT') =>
    new SignJWT({ iss: authority, aud: 'golfAPI', sub: 'abc', exp: now + 600, ...changes })
      .setProtectedHeader({ alg: 'ES256', kid: 'k1', ...(typ && { typ }) })
      .sign(keys.privateKey)
  const mintSymmetric = () =>
    new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('a secret of 32 characters or more'))
  const foreign = async (claims: object) => {
    const { privateKey } = await generateKeyPair('ES256')
    return new SignJWT({ ...claims }).setProtectedHeader({ alg: 'ES256', kid: 'other' }).sign(privateKey)
  }

  test('may type its access tokens JWT and omit the scope', async () => {
    const verified = await verifierFor().verify(await mint())
    expect(verified).toMatchObject({ issuer: authority, subject: 'abc', profile: null })
    expect(await verifierFor().verify(await mint({ scp: ['golfAPI'] }))).toBeDefined()
    await expect(verifierFor().verify(await mint({ scope: 'openid' }))).rejects.toMatchObject(notAccepted)
    const entra = verifierFor({ OIDC_SCOPE: 'api://the-pool/golfAPI openid' })
    expect(await entra.verify(await mint({ scp: 'golfAPI' }))).toBeDefined()
    expect(await entra.verify(await mint({ scope: 'openid api://the-pool/golfAPI' }))).toBeDefined()
    await expect(entra.verify(await mint({ scp: 'api://another/golfAPI' }))).rejects.toMatchObject(notAccepted)
    await expect(entra.verify(await mint({ scp: 'the-pool' }))).rejects.toMatchObject(notAccepted)
    expect(await verifierFor({ OIDC_SCOPE: 'openid profile' }).verify(await mint({ scope: 'openid' }))).toBeDefined()
  })

  test('never has its ID tokens accepted as access tokens', async () => {
    const same = verifierFor({ OIDC_AUDIENCE: 'golf' })
    await expect(same.verify(await mint({ aud: 'golf' }))).rejects.toMatchObject(notAccepted)
    await expect(same.verify(await mint({ aud: ['golf', 'golfAPI'] }))).rejects.toMatchObject(notAccepted)
    await expect(verifierFor().verify(await mint({ nonce: 'n' }))).rejects.toMatchObject(notAccepted)
    await expect(verifierFor().verify(await mint({}, 'id+jwt'))).rejects.toMatchObject(notAccepted)
    expect(await same.verify(await mint({ aud: 'golf' }, 'at+jwt'))).toBeDefined()
  })

  test('is asked for the profile, and only for this user', async () => {
    const token = await mint()
    expect(await verifierFor().userInfo(token, 'abc')).toMatchObject({
      name: 'Ada',
      email: 'ada@example.net',
    })
    await expect(verifierFor().userInfo(token, 'somebody else')).rejects.toMatchObject(notAccepted)
    info = { sub: 'abc' }
    await expect(verifierFor().userInfo(token, 'abc')).rejects.toMatchObject({ code: 'forbidden' })
  })

  test.each([
    ['audience', 'its audience is golf, OIDC_AUDIENCE is golfAPI', () => mint({ aud: 'golf' })],
    ['audience', 'its audience is a, b, OIDC_AUDIENCE is golfAPI', () => mint({ aud: ['a', 'b'] })],
    ['audience', 'its audience is missing, OIDC_AUDIENCE is golfAPI', () => mint({ aud: undefined })],
    ['not-a-jwt', 'it is not a signed JWT: use UPSTREAM_PROVIDERS', async () => 'ya29.opaque'],
    ['not-a-jwt', 'it is not a signed JWT: use UPSTREAM_PROVIDERS', async () => 'eyJhbGciOiJkaXIifQ..a.b.c'],
    [
      'issuer',
      /^its issuer is https:\/\/sts\.example, the provider at OIDC_AUTHORITY reports http/,
      () => mint({ iss: 'https://sts.example' }),
    ],
    [
      'key',
      'no key that OIDC_AUTHORITY publishes has signed it; it names the issuer https://sts.example',
      () => foreign({ iss: 'https://sts.example' }),
    ],
    [
      'key',
      'no key that OIDC_AUTHORITY publishes has signed it; it names the issuer ',
      () => foreign({ iss: 'x'.repeat(3000) }),
    ],
    ['algorithm', 'it is signed with HS256, not with RS256 or PS256 or ES256', () => mintSymmetric()],
    ['expired', 'it expired 120 s ago: check this clock and that of the provider', () => mint({ exp: now - 120 })],
    ['early', 'it will be valid in 120 s: check this clock and that of the provider', () => mint({ nbf: now + 120 })],
    ['type', 'its type is logout+jwt, not at+jwt or JWT', () => mint({}, 'logout+jwt')],
    ['type', 'it is an ID token', () => mint({ nonce: 'n' })],
    ['scope', 'its scope is openid, OIDC_SCOPE asks for golfAPI', () => mint({ scope: 'openid' })],
    ['claims', 'its sub is missing', () => mint({ sub: undefined })],
    ['claims', 'its exp is missing', () => mint({ exp: undefined })],
  ])('has the reason in the log when its token is refused (%s): %s', async (reason, words, make) => {
    const lines: { msg: string; reason: string }[] = []
    const refusals: string[] = []
    const { signIn } = readConfig({ OIDC_AUTHORITY: authority })
    const verifier = createTokenVerifier({
      signIn,
      clock,
      log: pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) }),
      onRefused: (found) => refusals.push(found),
    })
    const token = await make()
    await expect(verifier.verify(token)).rejects.toMatchObject(notAccepted)
    const text =
      typeof words === 'string'
        ? expect.stringContaining(`refused: ${words}`)
        : expect.stringMatching(words.source.replace('^', 'refused: '))
    expect([lines.length, refusals]).toEqual([1, [reason]])
    expect(lines[0]).toMatchObject({ reason, msg: text })
    expect(JSON.stringify(lines).length).toBeLessThan(800)
    for (const part of token.split('.').filter((part) => part.length > 1))
      expect(JSON.stringify(lines)).not.toContain(part)
  })

  test('has one such line a minute and reason, with the number of tokens', async () => {
    const lines: { reason: string; tokens: number }[] = []
    const refusals: string[] = []
    const times = buildClock(clock.now())
    const verifier = createTokenVerifier({
      signIn: readConfig({ OIDC_AUTHORITY: authority }).signIn,
      clock: times,
      log: pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) }),
      onRefused: (reason) => refusals.push(reason),
    })
    const wrong = await mint({ aud: 'golf' })
    for (let round = 0; round < 2; round += 1) {
      // A stranger's garbage does not hide what is wrong with everyone's tokens.
      for (const token of ['garbage', 'garbage', wrong, wrong, wrong])
        await expect(verifier.verify(token)).rejects.toMatchObject(notAccepted)
      times.advance(minute)
    }
    expect(lines).toMatchObject([
      { reason: 'not-a-jwt', tokens: 1 },
      { reason: 'audience', tokens: 1 },
      { reason: 'not-a-jwt', tokens: 2 },
      { reason: 'audience', tokens: 3 },
    ])
    expect(refusals).toHaveLength(10)
  })

  test('that refuses userinfo is no outage: the token is refused, and the log says why', async () => {
    const lines: string[] = []
    const { signIn } = readConfig({ OIDC_AUTHORITY: authority })
    const verifier = createTokenVerifier({
      signIn,
      clock,
      log: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }),
    })
    info = undefined
    await expect(verifier.userInfo(await mint(), 'abc')).rejects.toMatchObject(notAccepted)
    expect(lines.join()).toContain(`refused: ${authority}/me returned status 404`)
    discovery = { ...discovery, userinfo_endpoint: 'http://127.0.0.1:1/me' }
    const other = createTokenVerifier({ signIn, clock, log })
    await expect(other.userInfo(await mint(), 'abc')).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('may have a trailing slash in its issuer, but no other difference', async () => {
    discovery = { ...discovery, issuer: `${authority}/` }
    expect(await verifierFor().verify(await mint({ iss: `${authority}/` }))).toMatchObject({
      issuer: `${authority}/`,
    })
    await expect(verifierFor().verify(await mint())).rejects.toMatchObject(notAccepted)
    discovery = { ...discovery, issuer: 'https://evil.example' }
    const evil = await mint({ iss: 'https://evil.example' })
    await expect(verifierFor().verify(evil)).rejects.toMatchObject({ code: 'unavailable' })
  })
})
