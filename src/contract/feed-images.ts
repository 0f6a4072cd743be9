/** The only allowed origin of pictures of golfers and flags; others become a placeholder (docs/security.md, 8.3). */
export const feedImageOrigin = 'https://a.espncdn.com'

/**
 * How browsers get the pictures of golfers and flags: through our server, directly from the feed's, or not at all
 * (`FEED_IMAGES`).
 */
export const feedImageModes = ['proxy', 'direct', 'off'] as const
export type FeedImageMode = (typeof feedImageModes)[number]

/** Path and query of a picture on the feed's server, or undefined for a URL of another origin. */
export function toFeedImagePath(url: string): string | undefined {
  return url.startsWith(`${feedImageOrigin}/`) ? url.slice(feedImageOrigin.length) : undefined
}
