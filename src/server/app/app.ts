import type { Socket } from 'node:net'
import * as z from 'zod/mini'
import { loadBranding } from '#server/platform/branding/branding.ts'
import { saveServerAddress } from '#server/platform/db/server-address-store.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import type { Config } from '#server/platform/settings/config.ts'
import { readHouseRules } from '#server/pool/house-rules/house-rules.ts'
import {
  createFirstSetupLink,
  describeMissingAdmin,
  describeSetupLink,
  isUnused,
} from '#server/sign-in/accounts/first-admin.ts'
import { hasAdmin } from '#server/users/user-store.ts'
import { startBackgroundWork } from './background-work.ts'
import { subscribeToEvents } from './event-handlers.ts'
import { createServer } from './routes.ts'
import { createServices } from './services.ts'
import { closeSharedState, type Dependencies, defaultWebFolder, openSharedState } from './shared-state.ts'
import { requireStartable } from './startup-checks.ts'

export type App = Awaited<ReturnType<typeof createApp>>

/** Validation messages are shown to users. */
z.config(z.locales.en())

/** The composition root: builds the parts and connects them. */
export async function createApp(config: Config, dependencies: Dependencies) {
  const { log, webFolder = defaultWebFolder } = dependencies
  const branding = await loadBranding(config.branding, log)
  const { rulesFile } = config.branding
  const houseRules = rulesFile === null ? null : readHouseRules(rulesFile)
  const shared = await openSharedState(config, dependencies)
  await requireStartable(config, shared.database, log).catch(async (error: unknown) => {
    await closeSharedState(shared)
    throw error
  })
  const services = await createServices(config, shared, branding, dependencies)
  const server = await createServer(config, shared, services, { log, webFolder, houseRules })
  const closeServer = createServerClose(server)
  const unsubscribe = subscribeToEvents(shared, services, log)
  const background = startBackgroundWork(config, shared, services, dependencies)
  let closed: Promise<void> | undefined

  return {
    config,
    ...shared,
    server,
    hub: services.hub,
    feed: services.feed,
    streams: services.streams,
    poolEvents: services.poolEvents,
    outbox: services.outbox,

    async listen(): Promise<void> {
      await server.listen({ host: config.listen.host, port: config.listen.port })
      await saveServerAddress(shared.database.db, config.publicUrl, shared.clock.now()).catch((err: unknown) =>
        log.warn({ err }, 'failed to store the address of the pool for links of commands'),
      )
      // From here on, a signal can stop it cleanly between two messages.
      services.outbox.start()
    },

    /**
     * The text that helps the operator of a new installation to create the first admin; undefined if there is one. It has the
     * link only where just the operator reads it: anyone with the link can become the admin.
     */
    async describeFirstSteps({ isPrivate }: { isPrivate: boolean }): Promise<string | undefined> {
      const { database, clock } = shared
      if (await hasAdmin(database.db)) return undefined
      if (config.signIn.groups?.admin !== undefined) return undefined
      if (config.signIn.provider === 'external') return describeMissingAdmin(config)
      if (!isPrivate) return (await isUnused(database.db)) ? describeMissingAdmin(config) : undefined
      const link = await createFirstSetupLink({ database, clock, config })
      return link === undefined ? undefined : describeSetupLink(link)
    },

    /** Lets open requests finish and releases everything. Can be called more than once. */
    close(): Promise<void> {
      closed ??= close()
      return closed
    },
  }

  async function close(): Promise<void> {
    services.streams.close()
    // Leadership ends first: another process can poll the feed while this one finishes its requests.
    await Promise.all([background.stop(), services.outbox.stop(), closeServer()])
    unsubscribe()
    await closeSharedState(shared)
  }
}

/** Open requests are aborted after this time. */
const requestGraceMs = 5000
const pollMs = 50

/** Closes a server after its open requests. Call this before it listens, and the result to close it. */
function createServerClose(server: HttpServer): () => Promise<void> {
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  function closeIdle(): void {
    server.server.closeIdleConnections()
    // Browsers open connections in advance. Node does not count a connection without any request as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }

  return async () => {
    // A connection whose request has been answered is idle again.
    const closing = setInterval(closeIdle, pollMs)
    const abort = setTimeout(() => server.server.closeAllConnections(), requestGraceMs)
    await server.close()
    clearInterval(closing)
    clearTimeout(abort)
  }
}
