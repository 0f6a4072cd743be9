import type { Movement } from './field.ts'

/**
 * A golfer's movement since the last round (docs/rules.md, 3.4). `placesGained` is positive for a climb; the feed's sign
 * is the opposite. The text has no sign: the screen draws an arrow for the class.
 */
export function toMovement(placesGained: number): Movement {
  if (placesGained > 0) return { text: String(placesGained), class: 'positive' }
  if (placesGained < 0) return { text: String(-placesGained), class: 'negative' }
  return { text: '-', class: 'none' }
}
