import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { EspnClient } from './espn-client.ts'
import { FeedError, refusals } from './feed-error.ts'
import { findAddressInUse, saveSourceStatus } from './source-status-store.ts'

type Options = {
  db: Db
  log: Log
  now: () => Date
  /** The addresses in the order in which they are asked. */
  addresses: readonly string[]
  openClient: (address: string) => EspnClient
}

type Read<Answer> = (client: EspnClient) => Promise<Answer>

export type FeedAddresses = ReturnType<typeof createFeedAddresses>

/** An address is given up after so many failed polls in a row, or after one refusal. */
const maxFailures = 3
const retryFirstMs = 10 * 60_000

/** Whether the next address is asked, after `failures` polls in a row have failed (docs/rules.md, 7.7). */
export function isGivenUp(error: unknown, failures: number): boolean {
  return failures >= maxFailures || (error instanceof FeedError && refusals[error.status ?? 0] !== undefined)
}

/** The addresses of the feed. One is in use, the same in all processes. */
export function createFeedAddresses({ db, log, now, addresses, openClient }: Options) {
  const all = addresses.map((url, index) => toAddress(url, index, openClient(url)))
  let failures = 0

  /** The address in use, then the others in the order in which they follow it. */
  async function listInOrder(): Promise<Address[]> {
    const { index } = await findAddressInUse(db, addresses)
    return [...all.slice(index), ...all.slice(0, index)]
  }

  async function ask<Answer>(address: Address, read: Read<Answer>): Promise<Answer> {
    const time = now().getTime()
    if (address.pause && time < address.pause.until) throw address.pause.error
    address.askedAt = time
    try {
      return await read(address.client)
    } catch (error) {
      if (error instanceof FeedError && error.retryAfterMs) address.pause = { until: time + error.retryAfterMs, error }
      throw error
    }
  }

  return {
    /** Asks the address in use and, if it fails, the others. Throws the error of the first. */
    async ask<Answer>(read: Read<Answer>): Promise<Answer> {
      const errors: unknown[] = []
      for (const address of await listInOrder()) {
        try {
          return await ask(address, read)
        } catch (error) {
          errors.push(error)
        }
      }
      throw errors[0]
    },

    /** A poll: decides which address is in use. The first one is taken back only with an answer that `isCurrent`. */
    async poll<Answer>(read: Read<Answer>, isCurrent: (answer: Answer) => boolean): Promise<Answer> {
      const order = await listInOrder()
      const [inUse] = order
      const due = all.slice(0, 1).filter(({ askedAt }) => now().getTime() >= askedAt + retryFirstMs)
      let failure: unknown
      for (const address of new Set([...due, ...order])) {
        const { url, index } = address
        try {
          const answer = await ask(address, read)
          if (address !== inUse && index === 0 && !isCurrent(answer)) continue
          failures = 0
          if (address === inUse) return answer
          const reason = failure instanceof Error ? failure.message : 'It responds again.'
          await saveSourceStatus(db, { address: { url, since: now().toISOString(), reason } })
          log.warn({ address: url, number: index + 1, reason }, 'another address of the feed is in use')
          return answer
        } catch (error) {
          if (address !== inUse) continue
          failure = error
          failures += 1
          if (!isGivenUp(error, failures)) break
        }
      }
      throw failure
    },
  }
}

type Address = {
  readonly url: string
  readonly index: number
  readonly client: EspnClient
  askedAt: number
  pause: { readonly until: number; readonly error: FeedError } | null
}

function toAddress(url: string, index: number, client: EspnClient): Address {
  return { url, index, client, askedAt: Number.NEGATIVE_INFINITY, pause: null }
}
