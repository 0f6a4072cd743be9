import { countPicks, type Pool } from '#domain/entries/pool.ts'
import { listWholeRounds, toRoundStart } from '#domain/field/earlier-field.ts'
import { countRounds, type Golfer, toParText } from '#domain/field/field.ts'
import { countEndedRounds, isLastRound } from '#domain/notifications/pool-events.ts'
import { toBeatenHatText } from '#domain/standings/beaten-hat.ts'
import { gapOfRow, placesGained, toGapText, toOutText } from '#domain/standings/entry-figures.ts'
import {
  lineOfRow,
  placeOfRow,
  rowsOfEntry,
  type StandingGolfer,
  type Standings,
  scorePool,
  standingOfRow,
} from '#domain/standings/standings.ts'
import { formatCount, formatList, formatNumber, toOrdinal } from '#domain/text/format.ts'
import type { Board } from './board-history.ts'
import { findDecidingStroke } from './deciding-stroke.ts'
import type { LeadTimes } from './lead-clock.ts'
import { createPlaceChanges } from './place-change.ts'
import { listPlaceReasons, toPlaceSummary } from './place-change-text.ts'
import type { Replay } from './replay.ts'

/** The story of a round in sentences that follow from the scores (docs/rules.md, 7.12). */
export type Recap = NonNullable<ReturnType<typeof createRecap>>

/** More entries or golfers are counted instead of named. */
const mostNamed = 3
/** A smaller change of place is not told. */
const leastMove = 2
const leastMoveShare = 1 / 20
/** A shorter time in the lead is not told: at first, everybody is level. */
const leastMinutes = 10
/** In larger pools, the reasons of a change of place would take too long. */
const mostExplainedRows = 2000

/**
 * The last recorded board of each round that is over, by round: with the cut, and with corrections from before the next
 * round. A play-off belongs to the last. `until` is the last version that may be used.
 */
export function listRoundEnds({ moments, boardAt }: Replay, until = Number.POSITIVE_INFINITY): Map<number, Board> {
  const ends = new Map<number, Board>()
  const known = moments.filter(({ version }) => version <= until)
  const latest = boardAt(known.at(-1)?.version ?? -1)
  const lastRound = latest ? countRounds(latest.event) : 0
  for (let round = 1; round <= lastRound; round += 1) {
    const last = known.findLast((moment) => Math.min(moment.round, lastRound) === round)
    const board = last ? boardAt(last.version) : null
    if (board && isOver(board, round)) ends.set(round, board)
  }
  return ends
}

/** True also if the end of the round was never recorded but every golfer's scores show it. */
function isOver(board: Board, round: number): boolean {
  if (countEndedRounds(board) >= round) return true
  return board.golfersScores.every((golfer) => golfer.isDNF || listWholeRounds(golfer).length >= round)
}

type Round = ReturnType<typeof readRound>

/** The standings at the end of the round, and when it began; these are null in the first one. */
function readRound(pool: Pool, board: Board, round: number, led: LeadTimes) {
  const start = toRoundStart(board)
  const wereOut = new Set(start.golfersScores.filter(({ isDNF }) => isDNF).map(({ espnId }) => espnId))
  const now = scorePool(pool, board)
  return {
    round,
    now,
    before: round > 1 ? scorePool(pool, start) : null,
    isLast: isLastRound(board, round),
    /** For how long each row has led, in milliseconds; undefined if too little is known. */
    led: led.get(round),
    /** The golfers of the field who went out in this round. */
    left: board.golfersScores.filter(({ isDNF, espnId }) => isDNF && !wereOut.has(espnId)),
    /** The rows with a place, in the order of the board. */
    placed: Array.from(now.ranking.rowAtLine.subarray(0, now.placed)),
    /** How many entries have each golfer. */
    picks: countPicks(pool),
  }
}

/** The recap of a round; null if its end is not recorded. */
export function createRecap(pool: Pool, ends: ReadonlyMap<number, Board>, round: number, led: LeadTimes = new Map()) {
  const board = ends.get(round)
  if (!board) return null
  const known = readRound(pool, board, round, led)
  const { now, isLast } = known
  const tells = [
    tellLead,
    tellLongestLead,
    tellBest,
    tellClimb,
    tellFall,
    tellCut,
    tellWithdrawals,
    tellOut,
    tellStroke,
    tellHat,
  ]
  const tellEntry = createEntryTeller(known)
  const tellRooting = createRootingTeller(known)
  return {
    lines: tells.map((tell) => tell(known)).filter((line) => line !== ''),
    /** No round follows. */
    isLast,
    /** About the entries of one record, by its index in the pool: the best first, and at last whom to root for. */
    ownLines(entryIndex: number): string[] {
      const rows = rowsOfEntry(pool, entryIndex).sort((a, b) => lineOfRow(now, a) - lineOfRow(now, b))
      const tellPlace = (row: number) => `${tellEntry(row)}${tellOwnLead(known, row)}`
      return [...rows.map(tellPlace), ...rows.slice(0, 1).map(tellRooting)].filter((line) => line !== '')
    },
  }
}

function tellLead({ now, before, round, isLast }: Round): string {
  const leaders = listSharing(now, 0)
  const next = listSharing(now, leaders.length)
  const [first, second] = [leaders[0], next[0]]
  if (first === undefined) return now.size === 0 ? '' : 'Every entry is out.'
  const { toPar, relativeScore } = standingOfRow(now, first)
  const led = before ? listSharing(before, 0) : []
  const findVerb = () => {
    if (leaders.length > 1) return isLast ? 'share first place' : 'share the lead'
    if (isLast) return 'finishes first'
    if (!before) return 'leads'
    return led.includes(first) ? 'still leads' : 'takes the lead'
  }
  const behind = second === undefined ? 0 : (standingOfRow(now, second).relativeScore ?? 0) - (relativeScore ?? 0)
  const margin = behind === 0 ? '' : `, ${behind} ahead of ${toNames(now, next)}`
  const [former] = led
  const isNamed = former === undefined || led.length > 1 || [...leaders, ...next.slice(0, mostNamed)].includes(former)
  const past = isNamed ? '' : ` ${toNames(now, led)}, first after round ${round - 1}, is ${toPlaceText(now, former)}.`
  return `${toNames(now, leaders)} ${findVerb()} at ${toPar}${margin}.${past}`
}

/** "Longest in the lead: Cy Cole 1, for 31 hours of play, finished 9th." */
function tellLongestLead({ now, led, isLast }: Round): string {
  const most = led?.reduce((longest, time) => Math.max(longest, time), 0) ?? 0
  const time = toPlayText(most)
  if (time === '') return ''
  const rows = Array.from(now.ranking.rowAtLine).filter((row) => led?.[row] === most)
  const [first = 0] = rows
  const isTold = rows.length === 1 && placeOfRow(now, first) !== 1
  const end = isTold ? `, ${isLast ? 'finished' : 'now'} ${toPlaceText(now, first)}` : ''
  return `Longest in the lead: ${toNames(now, rows)}, for ${time}${end}.`
}

/** " It led for 31 hours of play." */
function tellOwnLead({ led, isLast }: Round, row: number): string {
  const time = toPlayText(led?.[row] ?? 0)
  return time && ` It ${isLast ? 'led' : 'has led'} for ${time}.`
}

/** "40 minutes of play", "31 hours of play"; empty for a time that is too short to tell. */
function toPlayText(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000)
  if (minutes < leastMinutes) return ''
  return `${minutes < 60 ? `${minutes} minutes` : formatCount(Math.round(minutes / 60), 'hour')} of play`
}

/** The best entry of a round by the scores that count at its end. In the first round that is the leader, so it tells the best golfer. */
function tellBest(known: Round): string {
  const { now, before, placed } = known
  if (!before) return tellBestGolfer(known)
  const earlier = new Map(before.golfers.map(({ espnId, relativeScore }) => [espnId, relativeScore]))
  const scoreOf = ({ golfer }: StandingGolfer) => golfer.relativeScore - (earlier.get(golfer.espnId) ?? 0)
  const listCounted = (row: number) => standingOfRow(now, row).golfers.filter(({ isDropped }) => !isDropped)
  const sums = placed.map((row) => listCounted(row).reduce((sum, pick) => sum + scoreOf(pick), 0))
  const best = sums.reduce((lowest, sum) => Math.min(lowest, sum), Number.POSITIVE_INFINITY)
  const rows = placed.filter((_, line) => sums[line] === best)
  const [first] = rows
  if (first === undefined) return ''
  const golfers = listCounted(first).sort((a, b) => scoreOf(a) - scoreOf(b))
  const scores = golfers.map((pick) => `${pick.player.name} ${toParText(scoreOf(pick))}`).join(', ')
  return `Best round: ${toNames(now, rows)} at ${toParText(best)}${rows.length > 1 ? ' each' : ` (${scores})`}.`
}

function tellBestGolfer({ now, picks }: Round): string {
  const golfers = now.golfers.filter(({ isDNF, espnId }) => !isDNF && picks.get(espnId))
  const best = Math.min(...golfers.map(({ relativeScore }) => relativeScore))
  const leading = golfers.filter(({ relativeScore }) => relativeScore === best)
  if (leading.length === 0) return ''
  return `Best golfer${leading.length > 1 ? 's' : ''} picked: ${toPicked(leading, picks)}, at ${toParText(best)}.`
}

const tellClimb = (known: Round) => tellMove(known, 1)
const tellFall = (known: Round) => tellMove(known, -1)

function tellMove({ now, before, placed }: Round, sign: 1 | -1): string {
  const moves = placed.map((row) => sign * (placesGained(before, now, row) ?? 0))
  const most = moves.reduce((highest, move) => Math.max(highest, move), 0)
  if (most < Math.max(leastMove, leastMoveShare * placed.length)) return ''
  const rows = placed.filter((_, line) => moves[line] === most)
  const end = rows.length > 1 ? 'each' : `to ${toPlaceText(now, rows[0] ?? 0)}`
  const [what, direction] = sign > 0 ? ['climb', 'up'] : ['fall', 'down']
  return `Biggest ${what}: ${toNames(now, rows)}, ${direction} ${formatNumber(most)} places ${end}.`
}

function tellCut({ left, picks }: Round): string {
  const missed = left.filter(({ position }) => position === 'CUT')
  if (missed.length === 0) return ''
  const most = Math.max(...missed.map(({ espnId }) => picks.get(espnId) ?? 0))
  const hit = missed.filter(({ espnId }) => picks.get(espnId) === most)
  const who = most > 0 ? `the most picked: ${toPicked(hit, picks)}` : 'nobody had picked any of them'
  return `${formatCount(missed.length, 'golfer')} missed the cut; ${who}.`
}

function tellWithdrawals({ left, picks }: Round): string {
  const golfers = left.filter(({ position, espnId }) => position !== 'CUT' && picks.get(espnId))
  return golfers.length === 0 ? '' : `Out of the event: ${toPicked(golfers, picks, ({ position }) => `${position}, `)}.`
}

function tellOut({ now, before }: Round): string {
  const all = Array.from(now.ranking.rowAtLine.subarray(now.placed))
  const out = all.filter((row) => before === null || placeOfRow(before, row) !== null)
  if (out.length === 0) return ''
  return `Out in this round: ${toNames(now, out)}; still in: ${formatNumber(now.placed)} of ${formatNumber(now.size)}.`
}

/** "Two strokes fewer by Z. Upton, and Bo Birch 1 would have won." */
function tellStroke({ now, isLast }: Round): string {
  const found = isLast ? findDecidingStroke(now) : null
  if (!found) return ''
  const strokes = `${found.strokes === 2 ? 'Two' : 'Three'} strokes ${found.isFewer ? 'fewer' : 'more'}`
  return `${strokes} by ${found.golfer.shortName}, and ${toNames(now, [found.row])} would have won.`
}

const tellHat = ({ now }: Round) => toBeatenHatText(now)

/** Reasons for a change of place that a recap tells; the page of the board has all of them. */
const mostReasons = 3

/** Where an entry is, and why its place has changed since the round before. */
function createEntryTeller({ now, before, round }: Round): (row: number) => string {
  const changeOf = before && now.size <= mostExplainedRows ? createPlaceChanges(before, now) : null
  return (row) => {
    const standing = standingOfRow(now, row)
    const entry = `Entry ${standing.entryNumber} is`
    const placeBefore = before && placeOfRow(before, row)
    const gap = gapOfRow(now, row)
    const past = before && placeBefore ? ` It was ${toPlaceText(before, row)} after round ${round - 1}.` : ''
    if (!gap) return `${entry} ${toOutText(standing)}.${past}`
    const distance = gap.kind === 'behind' || (gap.kind === 'leads' && gap.by) ? `, ${toGapText(gap)}` : ''
    const place = `${toPlaceText(now, row)} at ${standing.toPar}${distance}.`
    if (placeBefore === standing.place) return `${entry} still ${place}`
    if (changeOf === null) return `${entry} ${place}`
    const change = changeOf(row)
    const reasons = listPlaceReasons(change).slice(0, mostReasons)
    return `${entry} ${place} ${[toPlaceSummary(change), ...reasons].join('. ')}.`
  }
}

/** The golfer whose next stroke gains an entry most places or, among those, whom the fewest other entries have. */
function createRootingTeller({ now, round, isLast, picks }: Round): (row: number) => string {
  const after = new Map<string, Standings>()
  return (row) => {
    const { entryNumber, golfers, isDisqualified } = standingOfRow(now, row)
    if (isLast || now.size > mostExplainedRows || isDisqualified) return ''
    const [best] = golfers
      .filter(({ golfer }) => !golfer.isDNF)
      .map(({ golfer: { espnId, fullName } }) => {
        const better = after.get(espnId) ?? withStroke(now, espnId)
        after.set(espnId, better)
        return { fullName, better, gained: placesGained(now, better, row) ?? 0, others: (picks.get(espnId) ?? 1) - 1 }
      })
      .sort((a, b) => b.gained - a.gained || a.others - b.others)
    if (!best) return ''
    const { fullName, better, gained, others } = best
    const count = others === 0 ? 'no other entry' : formatCount(others, 'other entry', 'other entries')
    const places = `entry ${entryNumber} from ${toPlaceText(now, row)} to ${toPlaceText(better, row)}`
    const reason = gained > 0 ? `: one stroke better takes ${places}` : `, picked in ${count}`
    return `In round ${round + 1}, root for ${fullName}${reason}.`
  }
}

/** The standings if a golfer had one stroke less. */
function withStroke({ pool, golfers }: Standings, espnId: string): Standings {
  const withOneLess = (golfer: Golfer) => ({ ...golfer, relativeScore: golfer.relativeScore - 1 })
  return scorePool(pool, { golfersScores: golfers.map((each) => (each.espnId === espnId ? withOneLess(each) : each)) })
}

/** The rows that share the place of a line, from that line on. */
function listSharing(standings: Standings, line: number): number[] {
  const rows = Array.from(standings.ranking.rowAtLine.subarray(line, standings.placed))
  const end = rows.findIndex((row) => placeOfRow(standings, row) !== placeOfRow(standings, rows[0] ?? row))
  return end < 0 ? rows : rows.slice(0, end)
}

/** "Rory McIlroy (in 5 entries) and Tom Kim (in 1 entry)". */
function toPicked(
  golfers: readonly Golfer[],
  picks: ReadonlyMap<string, number>,
  toReason = (_: Golfer) => '',
): string {
  const toEntries = ({ espnId }: Golfer) => formatCount(picks.get(espnId) ?? 0, 'entry', 'entries')
  const names = golfers.map((golfer) => `${golfer.fullName} (${toReason(golfer)}in ${toEntries(golfer)})`)
  return formatList(names.slice(0, mostNamed), Math.max(0, names.length - mostNamed))
}

/** "Ann Ash 2", "Ann Ash 2 and Bo Birch 1", "12 entries". */
function toNames(standings: Standings, rows: readonly number[]): string {
  if (rows.length > mostNamed) return formatCount(rows.length, 'entry', 'entries')
  return formatList(rows.map((row) => standingOfRow(standings, row).displayName))
}

/** "3rd", "T3", "out". */
function toPlaceText(standings: Standings, row: number): string {
  const { place, position } = standingOfRow(standings, row)
  if (place === null) return 'out'
  return position.startsWith('T') ? position : toOrdinal(place)
}
