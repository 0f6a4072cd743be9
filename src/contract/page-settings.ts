import type { FeedImageMode } from './feed-images.ts'

/**
 * The settings that the server puts into the page, so that the app can render without a request: the
 * content of `<meta name="player-pool">`, as JSON. A page without it has the defaults.
 */
export type PageSettings = {
  /** The pool's name. */
  name: string
  /** A wordmark contains the name. */
  logo: { path: string; width: number; height: number; isWordmark: boolean } | null
  hasRules: boolean
  feedImages: FeedImageMode
  /** Neither emails nor posts nor notifications are sent: every page says so. */
  isOutboundOff: boolean
}

export const defaultPageSettings: PageSettings = {
  name: 'Player Pool',
  logo: null,
  hasRules: false,
  feedImages: 'proxy',
  isOutboundOff: false,
}

/** The notice in the header of every page. */
export const outboundOffNotice = 'Nothing is sent from here: emails, posts and notifications are switched off.'

export const pageSettingsMeta = 'player-pool'

/** The `<meta>` with the id of the current tournament, so that the app can fetch its board without looking it up first. */
export const currentTournamentMeta = 'player-pool-tournament'
