import { useState } from 'react'
import { type FeedImageMode, toFeedImagePath } from '#contract/feed-images.ts'
import { api } from '#contract/paths.ts'
import { pageSettings } from '#web/app/page/page-settings.ts'
import styles from './golfer-image.module.css'

/** A flag beside a name; an empty box if there is no image or it does not load. */
export function GolferFlag({ src }: { src: string | null }) {
  return (
    <span className={styles.flag}>
      <GolferImage key={src} src={src} width={20} height={20} />
    </span>
  )
}

/** A golfer's portrait, or their initials. */
export function GolferHeadshot({ src, name }: { src: string | null; name: string }) {
  return (
    <span className={styles.headshot}>
      <span aria-hidden="true">{toInitials(name)}</span>
      <GolferImage key={src} src={src} width={132} height={96} />
    </span>
  )
}

/** Decorative: the name is beside it. */
function GolferImage({ src, width, height }: { src: string | null; width: number; height: number }) {
  const [hasFailed, setHasFailed] = useState(false)
  const address = toImageAddress(src, pageSettings.feedImages)
  if (address === undefined || hasFailed) return null
  return (
    <img
      src={address}
      alt=""
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setHasFailed(true)}
    />
  )
}

function toInitials(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => /^\p{L}/u.test(word))
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0] ?? '').join('')
}

/** The URL of a feed image; undefined to show the placeholder (docs/security.md, 8.3). */
export function toImageAddress(url: string | null, mode: FeedImageMode): string | undefined {
  const path = url === null || mode === 'off' ? undefined : toFeedImagePath(url)
  if (url === null || path === undefined) return undefined
  return mode === 'direct' ? url : api.feedImage(path)
}
