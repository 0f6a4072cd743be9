import { formatCount, formatList, formatNumber, toOrdinal } from '#domain/text/format.ts'
import type { Entry } from '#domain/tournament/tournament.ts'
import { isPlaced, type PlacedStanding, placeOfRow, type Standing, type Standings, standingAt } from './standings.ts'

const shownLines = 3

/** The first place of a pool and the lines that follow (docs/rules.md, 5.3). */
export type Podium = NonNullable<ReturnType<typeof toPodium>>

/** Null if no entry has a place. */
export function toPodium(standings: Standings) {
  const first = placedAt(standings, 0)
  if (first === null) return null
  const tied = countPlace(standings, 0, 1)
  const next = placedAt(standings, tied)
  const behind = (standing: PlacedStanding) => standing.relativeScore - first.relativeScore
  const lines = Array.from({ length: shownLines }, (_, line) => placedAt(standings, line))
    .filter((standing) => standing !== null)
    .map((standing) => ({ standing, strokesBehind: behind(standing) }))
  const lastPlace = lines.at(-1)?.standing.place ?? 1
  return {
    /** The names of all users with an entry in first place, each once, in pool order. */
    leaders: listTied(standings, 1).map(({ name }) => name),
    /** Strokes between first place and the next score; null if nobody else has a place. */
    margin: next === null ? null : behind(next),
    /** The first three lines with a place, and their distance from the first. */
    lines,
    /** How many further lines share the place of the last of them. */
    sharing: countPlace(standings, lines.length, lastPlace),
  }
}

/** How many lines from `line` on have this place. Creates no objects, because all 100,000 may share one. */
function countPlace(standings: Standings, line: number, place: number): number {
  let end = line
  while (end < standings.placed && placeOfRow(standings, standings.ranking.rowAtLine[end] ?? 0) === place) end += 1
  return end - line
}

/** The entry records that share a place, each once, in pool order. */
export function listTied(standings: Standings, place: number): Entry[] {
  const { pool, ranking } = standings
  const tied = new Set<Entry>()
  for (const row of ranking.rowAtLine.subarray(place - 1, place - 1 + countPlace(standings, place - 1, place))) {
    const entry = pool.entries[pool.entryOfRow[row] ?? 0]
    if (entry !== undefined) tied.add(entry)
  }
  return [...tied]
}

function placedAt(standings: Standings, line: number): PlacedStanding | null {
  if (line >= standings.placed) return null
  const standing = standingAt(standings, line)
  return isPlaced(standing) ? standing : null
}

/** "Ann Ash wins by 3", "Ann Ash and Bo Birch share first place"; until the tournament is ended, "Ann Ash leads". */
export function toPodiumHeadline({ leaders, margin }: Podium, isEnded: boolean): string {
  const [only = ''] = leaders
  if (leaders.length === 1) return `${only} ${isEnded ? 'wins' : 'leads'}${margin === null ? '' : ` by ${margin}`}`
  return `${toNames(leaders)} share ${isEnded ? 'first place' : 'the lead'}`
}

/** The headline after the end, with the organisers' tie decision about a shared first place. */
export function toResultHeadline(podium: Podium, decision = ''): string {
  return `${toPodiumHeadline(podium, true)}${decision === '' ? '' : `. ${decision.replace(/\.$/, '')}`}`
}

/** "You win by 3", "You share first place": for a player in first place. */
export function toOwnHeadline({ leaders, margin }: Podium): string {
  if (leaders.length > 1) return 'You share first place'
  return `You win${margin === null ? '' : ` by ${margin}`}`
}

/** A list of up to three names. More people are counted. */
function toNames(names: readonly string[]): string {
  if (names.length > 3) return formatCount(names.length, 'player')
  return formatList(names)
}

/** "3 strokes behind"; empty for those in first place. */
export function toMarginText(strokesBehind: number): string {
  if (strokesBehind === 0) return ''
  return `${formatCount(strokesBehind, 'stroke')} behind`
}

/** "5 more tied 3rd"; empty if there are none. */
export function toSharingText({ sharing, lines }: Podium): string {
  const place = lines.at(-1)?.standing.place
  return sharing === 0 || place === undefined ? '' : `${formatNumber(sharing)} more tied ${toOrdinal(place)}`
}

/** The lines of the first places, at most so many of them, and the number of the others: hundreds could share a place. */
export function listFirstPlaces(standings: Standings, { places, lines }: { places: number; lines: number }) {
  const best: Standing[] = []
  let more = 0
  for (let line = 0; line < standings.placed; line += 1) {
    const standing = standingAt(standings, line)
    if (standing.place === null || standing.place > places) break
    if (best.length < lines) best.push(standing)
    else more += 1
  }
  return { best, more }
}
