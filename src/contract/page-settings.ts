import * as z from 'zod/mini'
import { feedImageModes } from './feed-images.ts'

/**
 * The settings that the server puts into the page, so that the app can render without a request: the
 * content of `<meta name="player-pool">`, as JSON. A page without it has the defaults.
 */
export const pageSettings = z.object({
  /** The pool's name. */
  name: z.string(),
  /** A wordmark contains the name. */
  logo: z.nullable(z.object({ path: z.string(), width: z.number(), height: z.number(), isWordmark: z.boolean() })),
  hasRules: z.boolean(),
  feedImages: z.enum(feedImageModes),
})

export type PageSettings = z.infer<typeof pageSettings>

export const defaultPageSettings: PageSettings = {
  name: 'Player Pool',
  logo: null,
  hasRules: false,
  feedImages: 'proxy',
}

export const pageSettingsMeta = 'player-pool'

/** The `<meta>` with the id of the current tournament, so that the app can fetch its board without looking it up first. */
export const currentTournamentMeta = 'player-pool-tournament'
