/**
 * A third-party sign-in provider: a separate process on another port. Its sign-in page accepts any address without a
 * password. `startExternalProvider` runs this file as that process.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import Provider, { interactionPolicy } from 'oidc-provider'

export type ExternalProviderOptions = {
  /** The origin of the app's pages, whose scripts may read the provider's responses. */
  appOrigin: string
  clientId?: string
  audience?: string
  scope?: string
  /** Access tokens are random texts instead of JWTs. */
  hasOpaqueTokens?: boolean
  /** Access tokens name nobody's address, and userinfo is refused. */
  refusesUserinfo?: boolean
  /** Lifetime of access tokens. Default: ten minutes. */
  tokenSeconds?: number
}

/** `refuse`: connections are closed at once; `error`: every response is 503; `hang`: there is no response. */
export type Outage = 'none' | 'refuse' | 'error' | 'hang'

export type ExternalProvider = {
  authority: string
  /** A new key signs from now on. `overlap`: the old one is still published; `swap`: it is not. */
  changeKeys(mode: 'overlap' | 'swap'): Promise<void>
  fail(outage: Outage): Promise<void>
  /** The number of requests for the keys. */
  countKeyRequests(): Promise<number>
  close(): Promise<void>
}

type Command = { keys: 'overlap' | 'swap' } | { outage: Outage } | { count: true }

export async function startExternalProvider(options: ExternalProviderOptions): Promise<ExternalProvider> {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [authority] = await once(child, 'message')
  return {
    authority,
    changeKeys: async (keys) => void (await sendCommand(child, { keys })),
    fail: async (outage) => void (await sendCommand(child, { outage })),
    countKeyRequests: () => sendCommand(child, { count: true }),
    async close() {
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}

async function sendCommand(child: ChildProcess, command: Command): Promise<number> {
  const answer = once(child, 'message')
  child.send(command)
  const [{ count }] = await answer
  return count
}

async function run(options: ExternalProviderOptions): Promise<void> {
  // It would warn that it stores everything in memory.
  console.warn = () => {}
  let keys = [await createKey()]
  let outage: Outage = 'none'
  let keyRequests = 0

  const server = createServer((request, response) => {
    if (request.url?.startsWith('/jwks')) keyRequests += 1
    if (outage === 'refuse') request.destroy()
    else if (outage === 'error') response.writeHead(503).end()
    else if (options.refusesUserinfo && request.url?.startsWith('/me')) response.writeHead(403).end()
    else if (outage === 'none') answer(provider, request, response)
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const authority = `http://localhost:${(server.address() as AddressInfo).port}`
  let provider = createProvider(authority, options, keys)

  process.on('message', async (command: Command) => {
    if ('keys' in command) {
      keys = command.keys === 'overlap' ? [await createKey(), ...keys] : [await createKey()]
      provider = createProvider(authority, options, keys)
    }
    if ('outage' in command) outage = command.outage
    process.send?.({ count: keyRequests })
  })
  process.on('disconnect', () => process.exit())
  process.send?.(authority)
}

function answer(provider: Provider, request: IncomingMessage, response: ServerResponse): void {
  if (!request.url?.startsWith('/sign-in/')) {
    provider.callback()(request, response)
    return
  }
  showSignIn(provider, request, response).catch((error) => response.writeHead(500).end(String(error)))
}

async function createKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: crypto.randomUUID() }
}

function createProvider(authority: string, options: ExternalProviderOptions, keys: JWK[]): Provider {
  const { appOrigin, clientId = 'golf', audience = 'golfAPI', scope = 'golfAPI', tokenSeconds = 600 } = options
  const policy = interactionPolicy.base()
  policy.remove('consent')
  return new Provider(authority, {
    jwks: { keys },
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        redirect_uris: [`${appOrigin}/authentication/login-callback`],
        post_logout_redirect_uris: [`${appOrigin}/authentication/logout-callback`],
      },
    ],
    clientBasedCORS: (_ctx, origin) => origin === appOrigin,
    scopes: ['openid', 'profile', 'email'],
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['not a secret: this is a test'] },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        defaultResource: () => 'urn:test:api',
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope,
          audience,
          accessTokenFormat: options.hasOpaqueTokens ? 'opaque' : 'jwt',
          accessTokenTTL: tokenSeconds,
          ...(!options.hasOpaqueTokens && { jwt: { sign: { alg: 'RS256' } } }),
        }),
      },
    },
    interactions: { policy, url: (_ctx, { uid }) => `/sign-in/${uid}` },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => claimsOf(id) }),
    extraTokenClaims: (_ctx, token) =>
      'accountId' in token && !options.refusesUserinfo ? claimsOf(token.accountId) : undefined,
    async loadExistingGrant({ oidc }) {
      if (!oidc.client || !oidc.account) throw new Error('never')
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.account.accountId,
      })
      grant.addOIDCScope('openid profile email')
      grant.addResourceScope('urn:test:api', scope)
      await grant.save()
      return grant
    },
  })
}

function claimsOf(email: string) {
  return { sub: email, name: `${email.split('@')[0]} Elsewhere`, email, email_verified: true }
}

/** One field and one button. Any address is signed in. */
async function showSignIn(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>Elsewhere</title><h1>Sign in elsewhere</h1>
<form method="post" action="${request.url?.replace(/[^\w/-]/g, '')}"><label for="email">Email</label>
<input id="email" name="email" type="email"><button>Go on</button></form>`)
    return
  }
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const accountId = new URLSearchParams(Buffer.concat(parts).toString()).get('email') ?? 'nobody@example.net'
  await provider.interactionFinished(request, response, { login: { accountId } })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run(JSON.parse(process.argv[2] ?? '{}'))
