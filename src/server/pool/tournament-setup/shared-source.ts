import * as z from 'zod/mini'
import { FeedError } from '#server/feed/feed-error.ts'
import { createSingleFlight } from '#server/platform/concurrency/single-flight.ts'
import type { Db } from '#server/platform/db/database.ts'
import { toDigest } from '#server/platform/http/snapshot.ts'
import type { Log } from '#server/platform/log/log.ts'
import { changeSourceCopy, claimSource, findSourceCopy } from './source-copy-store.ts'

/** `value` is null until the first success; `failure` then says why. The last value is kept while the source fails. */
export type SharedValue<Value> = {
  readonly value: Value | null
  /** ISO 8601. */
  readonly asOf: string | null
  readonly failure: string | null
}

type Options<Value> = {
  readonly db: Db
  readonly log: Log
  readonly now: () => Date
  /** The name and address of the source: a copy from another address is not used. */
  readonly name: string
  readonly address: string
  readonly schema: z.ZodMiniType<Value>
  /** Throws `FeedError`. */
  readonly fetch: () => Promise<Value>
  readonly ttlMs: number
}

/** How long a process may take before another one sends the request. */
const claimMs = 20_000
/** The delay after a failure. */
const retryMs = 60_000

/**
 * Caches data from another server for `ttlMs`, for all processes and organisers. The copy is in the database, so it survives
 * a restart.
 */
export function createSharedSource<Value>(options: Options<Value>) {
  const { db, log, now, name, schema, ttlMs } = options
  // The address may contain a key.
  const source = `${name} ${toDigest(options.address)}`
  const share = createSingleFlight<'get', SharedValue<Value>>()

  async function get(): Promise<SharedValue<Value>> {
    const isAllowed = await claimSource(db, source, now(), new Date(later(claimMs)))
    const copy = await read()
    if (!isAllowed && (copy.value !== null || copy.failure !== null)) return copy
    // Without a copy, this process asks even while another one does.
    return refresh(copy)
  }

  /** The copy, however old it is. Sends no request. */
  async function read(): Promise<SharedValue<Value>> {
    const copy = await findSourceCopy(db, source)
    // Another version may have stored another shape.
    const stored = copy?.body == null ? undefined : z.safeParse(schema, JSON.parse(copy.body))
    const isUsable = copy && stored?.success
    const failure = copy?.failure ?? null
    return isUsable ? { value: stored.data, asOf: copy.fetched_at, failure } : { value: null, asOf: null, failure }
  }

  async function refresh(copy: SharedValue<Value>): Promise<SharedValue<Value>> {
    try {
      const value = await options.fetch()
      const asOf = later(0)
      const copy = { body: JSON.stringify(value), fetched_at: asOf, failure: null, next_request: later(ttlMs) }
      await changeSourceCopy(db, source, copy)
      return { value, asOf, failure: null }
    } catch (error) {
      if (!(error instanceof FeedError)) throw error
      log.warn({ err: error, source: name, reason: error.reason }, 'failed to fetch data from another server')
      await changeSourceCopy(db, source, { failure: error.message, next_request: later(retryMs) })
      return { ...copy, failure: error.message }
    }
  }

  function later(ms: number): string {
    return new Date(now().getTime() + ms).toISOString()
  }

  return { read, get: () => share('get', get) }
}
