import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { JSONWebKeySet } from 'jose'
import Provider, { type KoaContextWithOIDC } from 'oidc-provider'
import { jsonResponseMode } from '#contract/identity-paths.ts'
import { requestIdHeader } from '#contract/paths.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { findUserOfAccount } from './accounts/account-user.ts'
import { removeExpiredChanges } from './accounts/email-change-store.ts'
import { removeExpiredCodes } from './accounts/one-time-code-store.ts'
import { createPasswords, type PasswordCost } from './accounts/passwords.ts'
import { findPepper } from './accounts/pepper.ts'
import { createSecondFactors } from './accounts/second-factors.ts'
import { removeUnconfirmedAccounts } from './accounts/unconfirmed-account-store.ts'
import { createIdentityPages } from './pages/identity-pages.ts'
import type { PageOptions } from './pages/page-services.ts'
import {
  createProviderPages,
  explainFailures,
  ignoreParametersOfContinuation,
  skipSignOutWithoutSession,
} from './pages/provider-pages.ts'
import { providerConfiguration } from './provider/provider-configuration.ts'
import { removeExpiredRecords } from './provider/provider-store.ts'
import type { SigningKey } from './provider/secrets-store.ts'

type Options = PageOptions & { passwordCost?: PasswordCost | undefined }

/** The embedded identity provider: OpenID Connect by a certified library, with our own accounts and pages. */
export async function createEmbeddedProvider(options: Options) {
  const { database, config, secrets, eventBus, clock, log, branding } = options
  const brand = { ...branding, isOutboundOff: config.outbound === 'off' }
  const { db } = database
  const { publicUrl } = config
  const pepper = await findPepper(database, config)
  const secondFactors = createSecondFactors(options, pepper)
  const publishEndedSessions = async (accountId: string) => {
    const owner = await findUserOfAccount(db, accountId)
    if (owner) await eventBus.publish('users', owner.user.id)
  }
  const pages = createProviderPages(brand)

  /** Creates a provider that signs with these keys. The library reads keys only here; all providers share the stored sessions. */
  function createProvider(signingKeys: readonly SigningKey[]): Provider {
    const current = { ...options, secrets: { ...secrets, signingKeys }, secondFactors, pages, publishEndedSessions }
    const created = new Provider(publicUrl, providerConfiguration(current))
    // `overrideHost` replaces these headers, so they can be trusted.
    created.proxy = true
    explainFailures(created, brand)
    ignoreParametersOfContinuation(created)
    skipSignOutWithoutSession(created)
    created.registerResponseMode(jsonResponseMode, respondWithJson)
    created.on('server_error', ({ response }, error) =>
      log.error({ reqId: response.get(requestIdHeader), err: error }, 'the sign-in provider failed'),
    )
    created.onerror = (error) => log.error({ err: error }, 'the sign-in provider failed')
    return created
  }

  const provider = createProvider(secrets.signingKeys)
  let publicKeys = toPublicKeys(secrets.signingKeys)
  const passwords = createPasswords({ pepper, cost: options.passwordCost })
  const addPages = createIdentityPages({ provider, passwords, secondFactors, publishEndedSessions }, options)
  let handle = provider.callback()
  const overrideHost = createHostOverride(publicUrl)

  return {
    /** The public keys that verify access tokens. */
    publicKeys: () => publicKeys,
    /** From now on the first key signs, and only these keys are published and accepted. */
    setSigningKeys(keys: readonly SigningKey[]): void {
      publicKeys = toPublicKeys(keys)
      handle = createProvider(keys).callback()
    },
    /** Removes expired sessions, codes, links and registrations. Call it periodically. */
    async removeExpired(): Promise<void> {
      const at = clock.now()
      await removeExpiredRecords(db, at)
      await removeExpiredCodes(db, at)
      await removeExpiredChanges(db, at)
      // Without SMTP, nobody confirms an address.
      if (config.mail.kind === 'smtp') await inTransaction(db, (trx) => removeUnconfirmedAccounts(trx, { at }))
    },
    /** Needs the cookie plugin on the server. Serves `/connect/…`, `/.well-known/openid-configuration…` and `/Identity/…`. */
    async plugin(server: FastifyInstance): Promise<void> {
      server.decorate('pageBrand', brand)
      server.addHook('onRequest', async (request) => overrideHost(request))
      server.removeAllContentTypeParsers()
      await server.register(async (endpoints) => {
        // The provider reads bodies itself, so Fastify must not.
        endpoints.addContentTypeParser('*', (_request, _body, done) => done(null))
        for (const url of ['/connect/*', '/.well-known/openid-configuration', '/.well-known/openid-configuration/jwks'])
          endpoints.route({
            method: ['GET', 'POST', 'OPTIONS'],
            url,
            async handler(request, reply) {
              reply.hijack()
              await handle(request.raw, reply.raw)
            },
          })
      })
      await server.register(addPages)
    },
  }
}

/**
 * The provider builds URLs from the Host header and takes the client's address from X-Forwarded-For, which anyone can set.
 * Replaces them with the origin of PUBLIC_URL and the address behind the trusted proxies (docs/security.md, 4.4).
 */
function createHostOverride(publicUrl: string) {
  const { host, protocol } = new URL(publicUrl)
  return ({ raw, ip }: FastifyRequest): void => {
    raw.headers.host = host
    raw.headers['x-forwarded-for'] = ip
    raw.headers['x-forwarded-host'] = host
    raw.headers['x-forwarded-proto'] = protocol.replace(':', '')
  }
}

function toPublicKeys(keys: readonly SigningKey[]): JSONWebKeySet {
  return { keys: keys.map(({ kid, alg, use, n, e }) => ({ kty: 'RSA', kid, alg, use, n, e })) }
}

/**
 * Answers a silent sign-in of the browser app with the parameters of the redirect, but without the redirect
 * (docs/security.md, 1.2). The redirect URI is the one that the provider has checked. A request that may show a page is
 * a navigation, and is redirected as usual.
 */
function respondWithJson(ctx: KoaContextWithOIDC, redirectUri: string, payload: Record<string, unknown>): void {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(payload)) if (value !== undefined) parameters.set(name, String(value))
  const url = `${redirectUri}?${parameters}`
  if (ctx.oidc.params?.['prompt'] === 'none') {
    ctx.status = 200
    ctx.body = { url }
  } else {
    ctx.status = 303
    ctx.redirect(url)
  }
}
