import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { JSONWebKeySet } from 'jose'
import Provider, { errors } from 'oidc-provider'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { jsonResponseMode } from '#contract/identity-paths.ts'
import { toAccentCss } from '../branding/accent.ts'
import type { Branding } from '../branding/branding.ts'
import type { Config } from '../config.ts'
import type { Clock } from '../db/clock.ts'
import type { Database } from '../db/database.ts'
import type { EventBus } from '../db/event-bus.ts'
import { logRefusal, toProblem } from '../http/error-handler.ts'
import { Problem } from '../http/problem.ts'
import type { ProxyWatch } from '../http/proxy-watch.ts'
import type { RateLimiter } from '../http/rate-limiter.ts'
import { createSigner } from '../http/signer.ts'
import type { Log } from '../log.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { poolName } from '../pool-name.ts'
import { findUserByIdentity } from '../users/user-store.ts'
import { createAccountMail } from './accounts/account-mail.ts'
import { createCredentials } from './accounts/credentials.ts'
import { removeExpiredCodes } from './accounts/one-time-code-store.ts'
import { createPasswords, type PasswordCost } from './accounts/passwords.ts'
import { loadPepper } from './accounts/pepper.ts'
import { createSecondFactorVault } from './accounts/second-factor-vault.ts'
import { createSecondFactors } from './accounts/second-factors.ts'
import { createSignUpPolicy } from './accounts/sign-up-policy.ts'
import { addAccountSettingsPages } from './pages/account-settings-pages.ts'
import { createBackgroundTasks } from './pages/background-tasks.ts'
import { createHeldInvitations } from './pages/held-invitations.ts'
import { addInvitationPages } from './pages/invitation-pages.ts'
import { createKnownDevices } from './pages/known-devices.ts'
import { createPageCookies } from './pages/page-cookies.ts'
import { createPageForms } from './pages/page-forms.ts'
import type { PageServices } from './pages/page-services.ts'
import { addPasswordResetPages } from './pages/password-reset-pages.ts'
import { addPersonalDataPages } from './pages/personal-data-pages.ts'
import { createProviderPages, signedOutPage, skipSignOutWithoutSession } from './pages/provider-pages.ts'
import { addRegistrationPages } from './pages/registration-pages.ts'
import { addSecondFactorPages } from './pages/second-factor-pages.ts'
import { addSetupPages } from './pages/setup-pages.ts'
import { addSignInPages } from './pages/sign-in-pages.ts'
import { createSignInSteps } from './pages/sign-in-steps.ts'
import { createSignInTickets } from './pages/sign-in-tickets.ts'
import { addUpstreamConnectionPages } from './pages/upstream-connection-pages.ts'
import { addUpstreamSignInPages, createUpstreamStart } from './pages/upstream-sign-in-pages.ts'
import { sendPage } from './pages/views/layout.ts'
import { expiredSignInPage, noticePage } from './pages/views/notice-page.ts'
import { createUserDeletion } from './personal-data/user-deletion.ts'
import { addBoardResponses, type RequestApi } from './provider/board-response.ts'
import { respondWithJson } from './provider/json-response.ts'
import { providerConfiguration } from './provider/provider-configuration.ts'
import { removeExpiredRecords } from './provider/provider-store.ts'
import type { Secrets, SigningKey } from './provider/secrets-store.ts'
import { embeddedIssuer } from './tokens/token-verifier.ts'
import { createUpstreams } from './upstream/upstream-providers.ts'
import { createUpstreamRequests } from './upstream/upstream-requests.ts'

export type EmbeddedProvider = {
  /** Needs the cookie plugin on the server. Serves `/connect/…`, `/.well-known/openid-configuration…` and `/Identity/…`. */
  plugin: FastifyPluginAsync
  /** The public keys that verify access tokens. */
  publicKeys(): JSONWebKeySet
  /** From now on the first key signs, and only these keys are published and accepted. */
  setSigningKeys(keys: readonly SigningKey[]): void
  /** Removes expired sessions, codes and links. Call it periodically. */
  removeExpired(): Promise<void>
}

type Options = {
  database: Database
  config: Pick<
    Config,
    | 'publicUrl'
    | 'signIn'
    | 'upstreams'
    | 'signUp'
    | 'mail'
    | 'timeZone'
    | 'dataFolder'
    | 'passwordPepper'
    | 'requireSecondFactor'
  >
  secrets: Secrets
  outbox: Pick<Outbox, 'wake'>
  eventBus: Pick<EventBus, 'publish'>
  limiter: RateLimiter
  proxyWatch: Pick<ProxyWatch, 'checkSessions'>
  clock: Clock
  log: Log
  branding: Branding
  passwordCost?: PasswordCost | undefined
}

type SharedServices = Pick<PageServices, 'provider' | 'passwords' | 'secondFactors' | 'announceEndedSessions'>

const formLimit = 16 * 1024

/** The embedded identity provider: OpenID Connect by a certified library, with our own accounts and pages. */
export async function createEmbeddedProvider(options: Options): Promise<EmbeddedProvider> {
  const { database, config, secrets, limiter, eventBus, clock, log, branding } = options
  const { db } = database
  const { publicUrl, signIn } = config
  const pepper = await loadPepper(database, config, log)
  const secondFactors = createSecondFactors({
    db,
    vault: createSecondFactorVault(secrets.secondFactorKey, pepper),
    limiter,
    clock,
    log,
    required: config.requireSecondFactor,
    issuer: branding.name,
  })
  const announceEndedSessions = async (accountId: string) => {
    const known = await findUserByIdentity(db, { issuer: embeddedIssuer, subject: accountId })
    if (known) await eventBus.publish('users', known.user.id)
  }
  const pages = createProviderPages(branding)

  /** The library reads its keys only when a provider is created. Sessions are in the database, so all share them. */
  function createProvider(signingKeys: readonly SigningKey[]): Provider {
    const created = new Provider(
      publicUrl,
      providerConfiguration({
        db,
        clock,
        limiter,
        publicUrl,
        signIn,
        secrets: { ...secrets, signingKeys },
        secondFactors,
        pages,
        announceEndedSessions,
      }),
    )
    // `overrideHost` replaces these headers, so they can be trusted.
    created.proxy = true
    skipSignOutWithoutSession(created)
    addBoardResponses(created, (...request) => requestApi(...request))
    created.registerResponseMode(jsonResponseMode, respondWithJson)
    created.on('server_error', (_ctx, error) => log.error({ err: error }, 'the sign-in provider failed'))
    created.onerror = (error) => log.error({ err: error }, 'the sign-in provider failed')
    return created
  }

  let requestApi: RequestApi = async () => ({ status: 503, headers: {}, body: '' })
  const provider = createProvider(secrets.signingKeys)
  let publicKeys = toPublicKeys(secrets.signingKeys)
  const addPages = createPages(
    {
      provider,
      passwords: createPasswords({ pepper, cost: options.passwordCost }),
      secondFactors,
      announceEndedSessions,
    },
    options,
  )
  let handle = provider.callback()
  const overrideHost = createHostOverride(publicUrl)

  return {
    publicKeys: () => publicKeys,
    setSigningKeys(keys) {
      publicKeys = toPublicKeys(keys)
      handle = createProvider(keys).callback()
    },
    async removeExpired() {
      await removeExpiredRecords(db, clock.now())
      await removeExpiredCodes(db, clock.now())
    },
    async plugin(server) {
      server.decorate('pageBrand', branding)
      requestApi = createApiRequest(server)
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

/** The whole server answers, so a request from here is checked like every other one. */
function createApiRequest(server: FastifyInstance): RequestApi {
  return async (url, token, remoteAddress) => {
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
    const response = await server.inject({ method: 'GET', url, remoteAddress, headers })
    return { status: response.statusCode, headers: response.headers, body: response.body }
  }
}

function createPages(
  { provider, passwords, secondFactors, announceEndedSessions }: SharedServices,
  { database, config, secrets, outbox, eventBus, limiter, proxyWatch, clock, log, branding }: Options,
): FastifyPluginAsync {
  const { db } = database
  const { publicUrl, mail, signUp } = config
  const cookies = createPageCookies(publicUrl)
  const signer = createSigner(secrets.formKeys)
  const background = createBackgroundTasks(log)
  const services: PageServices = {
    db,
    clock,
    provider,
    passwords,
    secondFactors,
    limiter,
    proxyWatch,
    upstreams: createUpstreams(config, clock, log),
    upstreamRequests: createUpstreamRequests(db, clock),
    publicUrl,
    timeZone: config.timeZone,
    background,
    announceEndedSessions,
    requiresEmailConfirmation: mail.kind === 'smtp',
    credentials: createCredentials({ db, passwords, limiter, log }),
    signUp: createSignUpPolicy(signUp),
    invitations: createHeldInvitations(cookies),
    tickets: createSignInTickets({ db, clock, cookies }),
    devices: createKnownDevices(signer, cookies),
    forms: createPageForms({ signer, publicUrl, cookies }),
    accountMail: createAccountMail({ db, outbox, limiter, clock, publicUrl }),
    userDeletion: createUserDeletion({ db, clock, config, eventBus, outbox }),
  }
  return async (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formLimit },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    pages.setErrorHandler(sendErrorPage)
    pages.addHook('onClose', () => background.drain())
    const steps = createSignInSteps(services)
    const beginUpstream = createUpstreamStart(services)
    addPageFiles(pages, branding)
    addSignInPages(pages, services, steps)
    addUpstreamSignInPages(pages, services, steps, beginUpstream)
    addUpstreamConnectionPages(pages, services, beginUpstream)
    addInvitationPages(pages, services)
    addRegistrationPages(pages, services)
    addPasswordResetPages(pages, services)
    addAccountSettingsPages(pages, services)
    addSecondFactorPages(pages, services)
    addSetupPages(pages, services)
    addPersonalDataPages(pages, services)
    pages.get('/Identity/*', async (_request, reply) => sendPage(reply, 404, errorPage(new Problem('not-found'))))
    pages.get(identityPaths.signOut, (_request, reply) => reply.redirect('/connect/endsession', 303))
    pages.get(identityPaths.signedOut, async (_request, reply) => sendPage(reply, 200, signedOutPage()))
  }
}

function addPageFiles(pages: FastifyInstance, { accent }: Branding): void {
  const built = readPageFile('identity.css')
  const styles = accent ? built + toAccentCss(accent) : built
  pages.get(identityPaths.styles, async (_request, reply) =>
    reply.header('Cache-Control', 'public, max-age=3600').type('text/css; charset=utf-8').send(styles),
  )
  const showPassword = readPageFile('show-password.js')
  pages.get(identityPaths.showPassword, async (_request, reply) =>
    reply.header('Cache-Control', 'public, max-age=3600').type('text/javascript; charset=utf-8').send(showPassword),
  )
}

function readPageFile(name: string): string {
  return readFileSync(fileURLToPath(new URL(`pages/views/${name}`, import.meta.url)), 'utf8')
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

/** Renders an error page, which never echoes the request. */
function sendErrorPage(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof errors.SessionNotFound) return sendPage(reply, 400, expiredSignInPage())
  const problem = toProblem(error)
  if (problem.status >= 500)
    request.log.error({ err: error, route: request.routeOptions.url }, 'failed to render a page')
  logRefusal(request, problem)
  if (problem.retryAfterSeconds !== undefined) reply.header('Retry-After', problem.retryAfterSeconds)
  return sendPage(reply, problem.status, errorPage(problem))
}

function errorPage(problem: Problem) {
  if (problem.code === 'antiforgery' || problem.code === 'cross-site') {
    return noticePage({
      title: 'Please try again',
      text: ['The page was open for too long, or cookies are disabled. Nothing was changed.'],
      link: { text: `Back to ${poolName}`, path: '/' },
    })
  }
  return noticePage({
    title: problem.status >= 500 ? 'That did not work' : 'Page not found',
    text: [
      problem.code === 'unavailable'
        ? 'The server is busy. Please try again in a moment.'
        : problem.status >= 500
          ? 'Something went wrong on the server. Try again in a moment.'
          : 'The address is wrong, or the request could not be understood.',
    ],
    link: { text: `Back to ${poolName}`, path: '/' },
  })
}
