import type { Movement } from './field.ts'

/**
 * How a golfer moved since the last round. `placesGained` is above 0 when he moved up; the feed's own sign is the other
 * way round and is turned by whoever reads the feed. The text has no sign, as the screen draws an arrow for the class
 * beside it and the column is narrow.
 */
export function toMovement(placesGained: number): Movement {
  if (placesGained > 0) return { text: String(placesGained), class: 'positive' }
  if (placesGained < 0) return { text: String(-placesGained), class: 'negative' }
  return { text: '-', class: 'none' }
}
