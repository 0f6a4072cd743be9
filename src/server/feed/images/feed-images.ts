import { LRUCache } from 'lru-cache'
import { toFeedImagePath } from '#contract/feed-images.ts'
import { FeedError } from '#server/feed/feed-error.ts'
import { getBytes } from '#server/feed/json-request.ts'
import type { Db } from '#server/platform/db/database.ts'
import { toDigest } from '#server/platform/http/snapshot.ts'
import { createWorkQueue } from '#server/platform/http/work-queue.ts'
import type { Log } from '#server/platform/log/log.ts'
import { addFeedImages, hasFeedImage } from './feed-image-store.ts'

export type CachedImage = { readonly type: string; readonly bytes: Buffer; readonly etag: string }

export type FeedImages = ReturnType<typeof createFeedImages>

type Options = {
  db: Db
  log: Log
  now: () => Date
  /** The feed's image server, or a mirror. */
  origin: string
  userAgent: string
  deadlineMs?: number
  maxBytes?: number
}

const mebibyte = 2 ** 20
const cacheBytes = 24 * mebibyte
const cachedMs = 24 * 60 * 60_000
/** How long a missing picture stays cached as missing. */
const missingMs = 10 * 60_000
const concurrency = 6
const maxWaiting = 200

/** Cached in place of a missing picture, because the cache cannot store "none". */
type Slot = { image: CachedImage | undefined }

/**
 * Pictures of golfers and flags for viewers, so that the feed's server does not learn who they are
 * (docs/security.md, 8.3). Each is fetched once a day, regardless of the number of viewers.
 */
export function createFeedImages({ db, log, now, origin, ...options }: Options) {
  const limits = { deadlineMs: 5000, maxBytes: mebibyte, ...options, source: 'The server of pictures' }
  const accept = [...imageTypes].join()
  const isAccepted = (type: string) => imageTypes.has(type)
  const known = new Set<string>()
  const queue = createWorkQueue(concurrency, maxWaiting)
  const cache = new LRUCache<string, Slot>({
    maxSize: cacheBytes,
    sizeCalculation: ({ image }, path) => (image?.bytes.length ?? 0) + path.length + 500,
    ttl: cachedMs,
    ignoreFetchAbort: true,
    async fetchMethod(path, stale, { options }) {
      const image = await queue(() => fetchOrLog(path))
      // An older picture is better than none.
      options.ttl = image ? cachedMs : missingMs
      return { image: image ?? stale?.image }
    },
  })

  async function fetchOrLog(path: string): Promise<CachedImage | undefined> {
    try {
      const image = await getBytes(new URL(origin + path), { ...limits, what: 'a picture', accept, isAccepted })
      return { ...image, etag: `"${toDigest(image.bytes)}"` }
    } catch (error) {
      const { reason, status } = error instanceof FeedError ? error : { reason: 'unreachable', status: undefined }
      log.debug({ err: error, path, reason, status }, 'failed to fetch a picture')
      return undefined
    }
  }

  return {
    /** Allows viewers to get pictures that the feed has named. Never fails. */
    async remember(urls: Iterable<string | null>): Promise<void> {
      const paths = [...new Set(urls)].flatMap((url) => (url === null ? [] : (toFeedImagePath(url) ?? [])))
      const added = paths.filter((path) => !known.has(path))
      if (added.length === 0) return
      for (const path of added) known.add(path)
      // Scores matter more than pictures.
      await addFeedImages(db, added, now()).catch((error: unknown) => {
        for (const path of added) known.delete(path)
        log.warn({ err: error }, 'failed to store the addresses of pictures')
      })
    },

    /** The picture, or undefined if the feed has never named it or its server does not have it. */
    async find(path: string): Promise<CachedImage | undefined> {
      // Another process may have stored its address.
      const isKnown = known.has(path) || (await hasFeedImage(db, path))
      return isKnown ? (await cache.fetch(path))?.image : undefined
    },
  }
}

/** Formats that cannot contain script. SVG can, so it is refused. */
const imageTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])
