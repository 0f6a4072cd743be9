import { toOrdinal } from '#domain/text/format.ts'
import { gapOfRow, placesGained, toGapText, toOutText } from './entry-figures.ts'
import { findMovers } from './movers.ts'
import {
  findBestStandingOfUser,
  type Standing,
  type Standings,
  standingAt,
  standingOfRow,
  standingsOfUser,
} from './standings.ts'

/**
 * The speech of a screen reader after a refresh about the user's best entry (docs/rules.md, 4.7): "You: 3rd, up 2",
 * "You: tied 3rd", "You: disqualified". Null if its position has not changed, the user has no entry, or these are the
 * first standings (`previous` is null).
 */
export function toStandingSpeech(previous: Standings | null, current: Standings, userId: number): string | null {
  if (previous === null || standingsOfUser(current, userId).length === 0) return null
  const before = findBestStandingOfUser(previous, userId)
  const now = findBestStandingOfUser(current, userId)
  if (now?.position === before?.position) return null
  if (now === undefined) return 'You: disqualified'
  return `You: ${toPlaceText(now)}${toMovementText(before === undefined ? null : before.place - now.place)}`
}

/** The user's entries in words: "Entry 1: tied 4th, 3 under par, 2 back, up 5." Movement is counted from `before`. */
export function toOwnSpeech(before: Standings | null, now: Standings, userId: number): string {
  const own = standingsOfUser(now, userId).map((standing) => {
    const gap = gapOfRow(now, standing.row)
    if (gap === null) return `Entry ${standing.entryNumber}: ${toOutText(standing)}.`
    const movement = toMovementText(placesGained(before, now, standing.row))
    return `Entry ${standing.entryNumber}: ${toScoreText(standing)}, ${toGapText(gap)}${movement}.`
  })
  return own.length === 0 ? 'You have no entry in this pool.' : own.join(' ')
}

/** The first three lines: "1st: Ann 2, 9 under par." */
export function toLeadersSpeech(standings: Standings): string {
  const lines = Array.from({ length: Math.min(3, standings.placed) }, (_, line) => standingAt(standings, line))
  if (lines.length === 0) return 'Nobody has a place yet.'
  return lines.map((standing) => `${standing.displayName}: ${toScoreText(standing)}.`).join(' ')
}

/** The three entries that the last scores moved most: "Ann 2: up 3 to tied 1st." */
export function toChangesSpeech(previous: Standings | null, now: Standings): string {
  const movers = findMovers(previous, now, 3).map(({ row, gained }) => {
    const standing = standingOfRow(now, row)
    return `${standing.displayName}:${toMovementText(gained).slice(1)} to ${toPlaceText(standing)}.`
  })
  return movers.length === 0 ? 'The last scores have changed no places.' : movers.join(' ')
}

function toScoreText(standing: Standing): string {
  const score = standing.relativeScore ?? 0
  const toPar = score === 0 ? 'even par' : `${Math.abs(score)} ${score < 0 ? 'under' : 'over'} par`
  return `${toPlaceText(standing)}, ${toPar}`
}

function toPlaceText({ place, position }: Pick<Standing, 'place' | 'position'>): string {
  return position.startsWith('T') ? `tied ${toOrdinal(place ?? 0)}` : toOrdinal(place ?? 0)
}

function toMovementText(gained: number | null): string {
  if (gained === null || gained === 0) return ''
  return gained > 0 ? `, up ${gained}` : `, down ${-gained}`
}
