import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import Fastify, { LogController } from 'fastify'
import {
  collectAccountData,
  collectPersonalData,
  createAccountRequestChannel,
  createEmbeddedProvider,
  createLog,
  createMailChannel,
  createMailer,
  createMemoryRateLimiter,
  createOutbox,
  createSecurityHeaders,
  createSystemClock,
  createTokenVerifier,
  createUserDeletion,
  loadSecrets,
  migrate,
  openDatabase,
  productName,
  readConfig,
  toResponseKind,
} from '#built/harness.mjs'
import type { Outbox } from '#server/delivery/outbox/outbox.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { SignUpConfig } from '#server/platform/settings/config.ts'
import type { TokenVerifier } from '#server/sign-in/tokens/token-verifier.ts'
import { sqlite } from './database-kind.ts'
import { leastPasswordCost } from './password-cost.ts'

export type IdentityServer = {
  url: string
  database: Database
  verifier: TokenVerifier
  close(): Promise<void>
}

/** The embedded provider without the rest of the product. With `smtpUrl`, addresses must be confirmed. */
export async function startIdentityServer(
  options: {
    smtpUrl?: string
    rateLimitFactor?: number
    database?: Database
    publicUrl?: string
    passwordPepper?: string
    requireSecondFactor?: 'organisers'
    /** Default: everybody can register. */
    signUp?: SignUpConfig
    clock?: { now(): Date }
    log?: Log
    /** False: what is asked for and the emails wait in the outbox. */
    isOutboxRunning?: boolean
    /** Further settings, such as those of upstream providers, which must know the address. */
    settings?: Record<string, string> | ((url: string) => Promise<Record<string, string>>)
  } = {},
): Promise<IdentityServer> {
  // Listens before the provider exists, which must know its address.
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  const url = `http://localhost:${port}`
  const folder = mkdtempSync(join(tmpdir(), 'identity-'))
  const database = options.database ?? openDatabase((await sqlite.create()).config)
  await migrate(database)
  const config = {
    ...readConfig({
      PORT: String(port),
      PUBLIC_URL: options.publicUrl,
      REQUIRE_SECOND_FACTOR: options.requireSecondFactor,
      SMTP_URL: options.smtpUrl,
      MAIL_FROM: options.smtpUrl && 'pool@example.org',
      ...(typeof options.settings === 'function' ? await options.settings(url) : options.settings),
    }),
    dataFolder: folder,
    passwordPepper: options.passwordPepper ?? null,
    signUp: options.signUp ?? { mode: 'open', domains: [] },
  }
  const clock = { ...createSystemClock(database.kind), ...options.clock }
  const log = options.log ?? createLog('silent')
  const secrets = await loadSecrets(database.db, clock)
  const limiter = createMemoryRateLimiter(clock, options.rateLimitFactor ?? 0)
  const { db } = database
  const outbox: Outbox = createOutbox({
    db,
    channels: [
      createMailChannel(createMailer(config.mail, folder, { name: 'Player Pool', accent: null })),
      createAccountRequestChannel({ db, clock, limiter, config, wake: () => outbox.wake() }),
    ],
    clock,
    log,
  })
  const provider = await createEmbeddedProvider({
    database,
    config,
    secrets,
    outbox,
    eventBus: { async publish() {} },
    limiter,
    clock,
    log,
    branding: { name: productName, accent: null, logo: null, hasOwnIcon: false, files: new Map() },
    ownData: {
      collectPersonalData,
      collectAccountData,
      deletion: createUserDeletion({ db, clock, config, eventBus: { async publish() {} }, outbox }),
    },
    passwordCost: leastPasswordCost,
  })
  const server = Fastify({
    trustProxy: true,
    pluginTimeout: 0,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
  })
  const headers = createSecurityHeaders({ ...config, http: { ...config.http, hstsMaxAge: null } })
  server.addHook('onRequest', async (request, reply) => {
    for (const [name, value] of Object.entries(headers[toResponseKind(request.url)])) reply.raw.setHeader(name, value)
  })
  server.register(cookie)
  await server.register(provider.plugin)
  await server.ready()
  listener.on('request', server.routing)
  if (options.isOutboxRunning !== false) outbox.start()
  return {
    url,
    database,
    verifier: createTokenVerifier({ signIn: config.signIn, localKeys: provider.publicKeys, clock, log }),
    async close() {
      await new Promise((closed) => listener.close(closed))
      await server.close()
      await outbox.stop()
      if (!options.database) await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
