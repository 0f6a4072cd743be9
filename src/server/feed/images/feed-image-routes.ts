import * as z from 'zod/mini'
import { routePaths } from '#contract/paths.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { type RateLimiter, toAddressKey } from '#server/platform/http/rate-limiter.ts'
import { matchesTag } from '#server/platform/http/snapshot.ts'
import type { FeedImages } from './feed-images.ts'

/** A board shows about 40 flags, and an office has one address. */
const imageLimit = { points: 6000, seconds: 300 }

const query = z.object({ path: z.string().check(z.startsWith('/'), z.maxLength(500)) })

/**
 * A picture of a golfer or a flag by its path at the feed's server. Public, because browsers send no token for a picture.
 * 404 for a path that the feed has never named, and with `FEED_IMAGES` other than `proxy`.
 */
export function addFeedImageRoutes(
  server: HttpServer,
  { images, limiter }: { images: FeedImages | null; limiter: RateLimiter },
): void {
  server.get(routePaths.feedImage, {
    schema: {
      operationId: 'getFeedImage',
      summary: 'A picture of a golfer or a flag',
      description: 'By its path at the feed’s server. 404 for a path that the feed has never named.',
      errors: ['not-found', 'too-many-requests'],
      hasEtag: true,
      querystring: query,
    },
    handler: async (request, reply) => {
      const { isAllowed, retryAfterSeconds } = await limiter.consume(`image:${toAddressKey(request.ip)}`, imageLimit)
      if (!isAllowed) throw new Problem('too-many-requests', { retryAfterSeconds })
      const image = await images?.find(request.query.path)
      if (!image) throw new Problem('not-found')
      reply
        .header('Cache-Control', 'public, max-age=604800')
        .header('ETag', image.etag)
        // Even if a browser rendered it as a document, it could do nothing.
        .header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
      if (matchesTag(request.headers['if-none-match'], image.etag)) return reply.code(304).send()
      return reply.type(image.type).send(image.bytes)
    },
  })
}
