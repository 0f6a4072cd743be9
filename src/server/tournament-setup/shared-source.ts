import * as z from 'zod/mini'
import type { Db } from '../db/database.ts'
import { FeedError } from '../feed/feed-error.ts'
import { toDigest } from '../http/snapshot.ts'
import type { Log } from '../log.ts'
import { claimSource, findSourceCopy, type SourceCopy, saveSourceCopy, saveSourceFailure } from './source-copy-store.ts'

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

export type SharedSource<Value> = {
  get(): Promise<SharedValue<Value>>
  /** The copy, however old it is. Sends no request. */
  read(): Promise<SharedValue<Value>>
}

/**
 * Caches data from another server for `ttlMs`, for all processes and organisers. The copy is in the database, so it survives
 * a restart.
 */
export function createSharedSource<Value>(options: Options<Value>): SharedSource<Value> {
  const { db, log, now, name, schema, ttlMs } = options
  // The address may contain a key.
  const source = `${name} ${toDigest(options.address)}`
  let running: Promise<SharedValue<Value>> | null = null

  async function get(): Promise<SharedValue<Value>> {
    const isAllowed = await claimSource(db, source, now(), later(claimMs))
    const copy = await read()
    if (!isAllowed && (copy.value !== null || copy.failure !== null)) return copy
    // Also while another process fetches the first copy.
    return refresh(copy)
  }

  async function read(): Promise<SharedValue<Value>> {
    return toValue(await findSourceCopy(db, source), schema)
  }

  async function refresh(copy: SharedValue<Value>): Promise<SharedValue<Value>> {
    try {
      const value = await options.fetch()
      const asOf = now()
      await saveSourceCopy(db, source, JSON.stringify(value), asOf, later(ttlMs))
      return { value, asOf: asOf.toISOString(), failure: null }
    } catch (error) {
      if (!(error instanceof FeedError)) throw error
      log.warn({ err: error, source: name, reason: error.reason }, 'failed to fetch data from another server')
      await saveSourceFailure(db, source, error.message, later(retryMs))
      return { ...copy, failure: error.message }
    }
  }

  function later(ms: number): Date {
    return new Date(now().getTime() + ms)
  }

  return {
    read,
    get() {
      running ??= get().finally(() => {
        running = null
      })
      return running
    },
  }
}

function toValue<Value>(copy: SourceCopy | undefined, schema: z.ZodMiniType<Value>): SharedValue<Value> {
  if (copy?.body == null) return { value: null, asOf: null, failure: copy?.failure ?? null }
  const stored = z.safeParse(schema, JSON.parse(copy.body))
  // An older version may have stored another shape.
  if (!stored.success) return { value: null, asOf: null, failure: copy.failure }
  return { value: stored.data, asOf: copy.fetchedAt, failure: copy.failure }
}
