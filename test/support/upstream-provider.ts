import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose'
import type { UpstreamPerson, UpstreamProfile } from './upstream-profiles.ts'

/** An OpenID provider that behaves like one of the profiles. Every browser that comes is signed in as `person`. */
export type UpstreamProvider = {
  profile: UpstreamProfile
  /** The origin of the provider. */
  base: string
  /** The settings that its recipe names. */
  settings(): Record<string, string>
  /** The person who signs in; tests may change it. */
  person: UpstreamPerson & { subject: string }
  /** The faults of the next responses. */
  faults: UpstreamFaults
  /** The paths that were requested. */
  requests: string[]
  close(): Promise<void>
}

export type UpstreamFaults = {
  /** Every request: no response at all, or status 503. */
  outage?: 'hang' | 'error' | undefined
  /** Shows a page with a link instead of redirecting at once. */
  asks?: boolean
  /** The authorization endpoint returns this error. */
  error?: string | undefined
  claims?: Record<string, unknown>
  /** How ID tokens are signed. Default: RS256. */
  signing?: 'none' | 'HS256' | 'other-key'
  /** Replaces `iss` in the callback. */
  callbackIssuer?: string
  discovery?: Record<string, unknown>
  /** The ID token lacks profile and address; userinfo has them. */
  claimsInUserinfoOnly?: boolean
  userinfoSubject?: string
}

type Grant = { challenge: string; nonce: string; scopes: Set<string>; redirectUri: string }

const clientId = 'player-pool'
const clientSecret = 'a secret: with &signs= in it'

export async function startUpstreamProvider(profile: UpstreamProfile, redirectUri: string): Promise<UpstreamProvider> {
  const keys = await getKeys()
  const grants = new Map<string, Grant>()
  const accessTokens = new Map<string, Grant>()
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = profile.issuer(base)
  const provider: UpstreamProvider = {
    profile,
    base,
    settings: () => settingsOf(profile, issuer),
    person: { subject: profile.subject, name: 'Jane Doe', email: 'jane@example.net', emailVerified: true },
    faults: {},
    requests: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', base)
    provider.requests.push(url.pathname)
    if (provider.faults.outage === 'hang') return
    if (provider.faults.outage === 'error') {
      response.writeHead(503).end()
      return
    }
    const { paths } = profile
    if (url.href === `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
      sendJson(response, 200, describe(profile, issuer, base, provider.faults.discovery))
    else if (url.pathname === paths.authorize) authorize(url.searchParams, response)
    else if (url.pathname === paths.token) await redeem(request, response)
    else if (url.pathname === paths.keys) sendJson(response, 200, { keys: [publicKeyOf(profile, keys.publicKey)] })
    else if (url.pathname === paths.userinfo) sendUserinfo(request, response)
    else response.writeHead(404).end()
  }

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const asked = (name: string) => query.get(name) ?? ''
    const isValid =
      asked('client_id') === clientId &&
      asked('redirect_uri') === redirectUri &&
      asked('response_type') === 'code' &&
      asked('code_challenge_method') === 'S256' &&
      asked('scope').split(' ').includes('openid')
    if (!isValid) {
      response.writeHead(400).end(`invalid request: ${query}`)
      return
    }
    const code = randomBytes(16).toString('hex')
    grants.set(code, {
      challenge: asked('code_challenge'),
      nonce: asked('nonce'),
      scopes: new Set(asked('scope').split(' ')),
      redirectUri,
    })
    const back = new URL(redirectUri)
    const { error, callbackIssuer, asks } = provider.faults
    const outcome = error === undefined ? { code } : { error, error_description: 'a detail' }
    const sent = { ...profile.callback, ...outcome, state: asked('state') }
    for (const [name, value] of Object.entries(sent)) back.searchParams.set(name, value)
    if (profile.sendsIssuer) back.searchParams.set('iss', issuer)
    if (callbackIssuer !== undefined) back.searchParams.set('iss', callbackIssuer)
    if (!asks) {
      response.writeHead(302, { location: back.href }).end()
      return
    }
    const link = back.href.replaceAll('&', '&amp;')
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(
      `<!doctype html><title>${profile.name}</title><h1>${profile.name}</h1><a href="${link}">Sign me in</a>`,
    )
  }

  async function redeem(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await readText(request))
    if (!authenticates(request, form, profile)) {
      sendJson(response, 401, { error: 'invalid_client' })
      return
    }
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isValid =
      grant !== undefined && grant.challenge === challenge && form.get('redirect_uri') === grant.redirectUri
    if (!isValid) {
      sendJson(response, 400, { error: 'invalid_grant' })
      return
    }
    const accessToken = `${profile.accessToken}${randomBytes(8).toString('hex')}`
    accessTokens.set(accessToken, grant)
    sendJson(response, 200, {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 3599,
      id_token: await signIdToken(grant),
      ...profile.tokenResponse,
    })
  }

  async function signIdToken(grant: Grant): Promise<string> {
    const { faults, person } = provider
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: issuer,
      sub: person.subject,
      aud: clientId,
      iat: now,
      exp: now + 3600,
      nonce: grant.nonce,
      ...(faults.claimsInUserinfoOnly ? {} : profile.claims(person, grant.scopes)),
      ...('azp' in profile.claims(person, grant.scopes) && { azp: clientId }),
      ...faults.claims,
    }
    if (faults.signing === 'none') return new UnsecuredJWT(claims).encode()
    if (faults.signing === 'HS256')
      return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(clientSecret))
    const key = faults.signing === 'other-key' ? keys.otherKey : keys.privateKey
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'first', typ: 'JWT' }).sign(key)
  }

  function sendUserinfo(request: IncomingMessage, response: ServerResponse): void {
    const grant = accessTokens.get(request.headers.authorization?.replace(/^Bearer /, '') ?? '')
    const { person, faults } = provider
    const sub = faults.userinfoSubject ?? person.subject
    if (grant) sendJson(response, 200, { ...profile.claims(person, grant.scopes), sub })
    else sendJson(response, 401, { error: 'invalid_token' })
  }

  return provider
}

function describe(
  profile: UpstreamProfile,
  issuer: string,
  base: string,
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  const { authorize, token, keys, userinfo } = profile.paths
  return {
    issuer,
    authorization_endpoint: base + authorize,
    token_endpoint: base + token,
    jwks_uri: base + keys,
    userinfo_endpoint: base + userinfo,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    scopes_supported: ['openid', 'profile', 'email'],
    ...profile.discovery,
    ...changes,
  }
}

function settingsOf(profile: UpstreamProfile, issuer: string): Record<string, string> {
  const settings = { ISSUER: issuer, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, ...profile.settings }
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [`UPSTREAM_${profile.key.toUpperCase()}_${name}`, value]),
  )
}

function authenticates(request: IncomingMessage, form: URLSearchParams, { clientAuth }: UpstreamProfile): boolean {
  const [, encoded = ''] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? []
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':')
  const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))
  const isBasic = decode(id) === clientId && decode(secret) === clientSecret
  const isPost = form.get('client_id') === clientId && form.get('client_secret') === clientSecret
  if (clientAuth === 'any') return isBasic || isPost
  return clientAuth === 'basic' ? isBasic : isPost
}

function publicKeyOf({ keyHasAlgorithm }: UpstreamProfile, key: JWK): JWK {
  return { ...key, kid: 'first', use: 'sig', ...(keyHasAlgorithm && { alg: 'RS256' }) }
}

let keys: Promise<{ privateKey: CryptoKey; otherKey: CryptoKey; publicKey: JWK }> | undefined

/** Shared by all providers of a test file, because creating keys takes long. */
function getKeys() {
  keys ??= (async () => {
    const [{ privateKey, publicKey }, { privateKey: otherKey }] = await Promise.all([
      generateKeyPair('RS256', { extractable: true }),
      generateKeyPair('RS256', { extractable: true }),
    ])
    return { privateKey, otherKey, publicKey: await exportJWK(publicKey) }
  })()
  return keys
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
