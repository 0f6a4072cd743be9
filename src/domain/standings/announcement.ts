import { formatNumber } from '../text/format.ts'
import { findBestStandingOfUser, type PlacedStanding, type Standings, standingsOfUser } from './standings.ts'

/**
 * What a screen reader announces after a refresh about the user's best entry (docs/rules.md, 4.7): "You: 3rd, up 2",
 * "You: tied 3rd", "You: disqualified". Null if its position has not changed, the user has no entry, or these are the
 * first standings (`previous` is null).
 */
export function toStandingAnnouncement(previous: Standings | null, current: Standings, userId: number): string | null {
  if (previous === null || standingsOfUser(current, userId).length === 0) return null
  const before = findBestStandingOfUser(previous, userId)
  const now = findBestStandingOfUser(current, userId)
  if (now?.position === before?.position) return null
  if (now === undefined) return 'You: disqualified'
  return `You: ${toPlaceText(now)}${toMovementText(before, now)}`
}

function toPlaceText({ place, position }: PlacedStanding): string {
  return position.startsWith('T') ? `tied ${toOrdinal(place)}` : toOrdinal(place)
}

function toMovementText(before: PlacedStanding | undefined, now: PlacedStanding): string {
  const placesGained = before === undefined ? 0 : before.place - now.place
  if (placesGained === 0) return ''
  return placesGained > 0 ? `, up ${placesGained}` : `, down ${-placesGained}`
}

/** "1st", "22nd", "113th", "1,512th". */
export function toOrdinal(place: number): string {
  const isTeen = Math.floor((place % 100) / 10) === 1
  const suffix = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th')
  return `${formatNumber(place)}${suffix}`
}
