import type { Db } from '../db/database.ts'
import type { Log } from '../log.ts'
import type { EspnClient } from './espn-client.ts'
import { FeedError } from './feed-error.ts'
import { findAddressInUse, saveSourceStatus } from './source-status-store.ts'

type Options = {
  db: Db
  log: Log
  now: () => Date
  /** In the order in which they are asked. */
  addresses: readonly string[]
  openClient: (address: string) => EspnClient
}

type Read<Answer> = (client: EspnClient) => Promise<Answer>

export type FeedAddresses = ReturnType<typeof createFeedAddresses>

/** Asking again will not help. */
const refusals: ReadonlySet<number | undefined> = new Set([401, 403, 404, 410, 429, 451])
/** Everything else may pass by itself. */
const maxFailures = 3
const retryFirstMs = 10 * 60_000

/** Whether the next address is asked, after `failures` polls in a row have failed (docs/rules.md, 7.7). */
export function isGivenUp(error: unknown, failures: number): boolean {
  return failures >= maxFailures || (error instanceof FeedError && refusals.has(error.status))
}

/** The addresses of the feed, of which one is in use. All processes know which. */
export function createFeedAddresses({ db, log, now, addresses, openClient }: Options) {
  const clients = addresses.map(openClient)
  const pauses = new Map<number, { until: number; error: FeedError }>()
  let failures = 0
  let firstDueAt = 0

  /** The indices of the address in use and of those that follow it. */
  async function listOrder(): Promise<number[]> {
    const inUse = await findAddressInUse(db, addresses)
    return addresses.map((_, index) => (inUse.index + index) % addresses.length)
  }

  async function ask<Answer>(index: number, read: Read<Answer>): Promise<Answer> {
    const time = now().getTime()
    const pause = pauses.get(index)
    if (pause && time < pause.until) throw pause.error
    if (index === 0) firstDueAt = time + retryFirstMs
    const [client] = clients.slice(index)
    if (!client) throw new FeedError('unreachable', 'The sports feed has no address.')
    try {
      return await read(client)
    } catch (error) {
      if (error instanceof FeedError && error.retryAfterMs !== undefined)
        pauses.set(index, { until: time + error.retryAfterMs, error })
      throw error
    }
  }

  async function use(index: number, reason: string): Promise<void> {
    const [url = ''] = addresses.slice(index)
    failures = 0
    await saveSourceStatus(db, { address: { url, since: now().toISOString(), reason } })
    log.warn({ address: url, number: index + 1, reason }, 'another address of the feed is in use')
  }

  return {
    /** Asks the address in use and, if it fails, the others. Throws the error of the first. */
    async ask<Answer>(read: Read<Answer>): Promise<Answer> {
      let first: unknown
      for (const index of await listOrder()) {
        try {
          return await ask(index, read)
        } catch (error) {
          first ??= error
        }
      }
      throw first
    },

    /** A poll: decides which address is in use. The first one is taken back only with an answer that `isCurrent`. */
    async poll<Answer>(read: Read<Answer>, isCurrent: (answer: Answer) => boolean): Promise<Answer> {
      const [inUse = 0, ...others] = await listOrder()
      const findIn = async (index: number) => {
        const answer = await ask(index, read).catch(() => undefined)
        return answer !== undefined && (index > 0 || isCurrent(answer)) ? answer : undefined
      }
      const first = inUse > 0 && now().getTime() >= firstDueAt ? await findIn(0) : undefined
      if (first !== undefined) {
        await use(0, 'It responds again.')
        return first
      }
      try {
        const answer = await ask(inUse, read)
        failures = 0
        return answer
      } catch (error) {
        failures += 1
        if (!isGivenUp(error, failures)) throw error
        for (const index of others) {
          const answer = await findIn(index)
          if (answer === undefined) continue
          await use(index, error instanceof Error ? error.message : 'It failed.')
          return answer
        }
        throw error
      }
    },
  }
}
