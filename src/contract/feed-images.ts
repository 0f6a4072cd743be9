/** The only origin of pictures of golfers and flags; anything else becomes a placeholder (docs/security.md, 8.3). */
export const feedImageOrigin = 'https://a.espncdn.com'

/**
 * How browsers get the pictures of golfers and flags: through our server, straight from the feed's, or not at all
 * (`FEED_IMAGES`).
 */
export const feedImageModes = ['proxy', 'direct', 'off'] as const
export type FeedImageMode = (typeof feedImageModes)[number]

/** Path and query of a picture at the feed's server, or undefined for a URL that leads anywhere else. */
export function toFeedImagePath(url: string): string | undefined {
  return url.startsWith(`${feedImageOrigin}/`) ? url.slice(feedImageOrigin.length) : undefined
}
