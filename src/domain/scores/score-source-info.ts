/**
 * Where the scores come from (docs/rules.md, 7.7): the feed, the document at an address of the operator, or organisers.
 */
export type ScoreSourceInfo = {
  readonly kind: 'feed' | 'document' | 'hand'
  /** When organisers last published scores; null for the other sources. */
  readonly since: string | null
  /** The name of the organiser who did. */
  readonly by: string | null
}

/** Also the source of leaderboards from before there were others. */
export const feedSource: ScoreSourceInfo = { kind: 'feed', since: null, by: null }
