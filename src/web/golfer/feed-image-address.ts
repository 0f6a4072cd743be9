import { type FeedImageMode, toFeedImagePath } from '#contract/feed-images.ts'
import { api } from '#contract/paths.ts'

/** The URL of a feed image; undefined to show the placeholder (docs/security.md, 8.3). */
export function toImageAddress(url: string | null, mode: FeedImageMode): string | undefined {
  const path = url === null || mode === 'off' ? undefined : toFeedImagePath(url)
  if (url === null || path === undefined) return undefined
  return mode === 'direct' ? url : api.feedImage(path)
}
