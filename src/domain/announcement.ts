import { findBestOfUser, type PlacedStanding, type Standings, standingsOfUser } from './standings.ts'

/**
 * What a screen reader says politely after a refresh about the user's own best entry: "You: 3rd, up 2", "You: tied
 * 3rd", "You: disqualified". Null when there is nothing new to say: his position is as before, he has no entry, or
 * these are the first standings (`previous` is null), which he finds on the screen.
 */
export function announceStanding(
  previous: Standings | null,
  current: Standings,
  userId: number,
): string | null {
  if (previous === null || standingsOfUser(current, userId).length === 0) return null
  const before = findBestOfUser(previous, userId)
  const now = findBestOfUser(current, userId)
  if (now?.position === before?.position) return null
  if (now === undefined) return 'You: disqualified'
  return `You: ${placeText(now)}${moveText(before, now)}`
}

function placeText({ place, position }: PlacedStanding): string {
  return position.startsWith('T') ? `tied ${toOrdinal(place)}` : toOrdinal(place)
}

function moveText(before: PlacedStanding | undefined, now: PlacedStanding): string {
  const won = before === undefined ? 0 : before.place - now.place
  if (won === 0) return ''
  return won > 0 ? `, up ${won}` : `, down ${-won}`
}

function toOrdinal(place: number): string {
  const isTeen = Math.floor((place % 100) / 10) === 1
  const suffix = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th')
  return `${place}${suffix}`
}
