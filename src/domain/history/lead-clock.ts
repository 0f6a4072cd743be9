import type { Pool } from '#domain/entries/pool.ts'
import { countRounds, noValue } from '#domain/field/field.ts'
import type { Board } from './board-history.ts'
import { listFirstRows, out, toGolferScore } from './place-change.ts'
import type { Replay } from './replay.ts'

/** In a longer gap between two versions, nobody knows who led. */
const longestGapMs = 15 * 60_000
/** With a larger share of the play in such gaps, nothing is known. */
const mostLost = 1 / 10
const versionsPerStep = 8
/** In larger pools, ranking every version would take too long. */
const mostRows = 20_000

/** By round: for how long each row had led by its end, in milliseconds of play. Nothing for a round if too much is lost. */
export type LeadTimes = ReadonlyMap<number, Float64Array>

/**
 * For how long each row led, shared or not, by the end of each round (docs/rules.md, 7.12): the time from each version in which a
 * round is under way to the next version.
 */
export function createLeadClock(pool: Pool, { moments, boardAt }: Replay, ends: ReadonlyMap<number, Board>) {
  const times = new Map<number, Float64Array>()
  return {
    /** Complete after `measure`. */
    times: times as LeadTimes,
    /** Ranks every version up to the last end, in steps. */
    *measure(): Generator<void> {
      if (pool.size > mostRows) return
      const rows = Array.from({ length: pool.size }, (_, row) => row)
      const led = new Float64Array(pool.size)
      const roundOf = new Map([...ends].map(([round, { version }]) => [version, round]))
      const last = Math.max(...roundOf.keys())
      let played = 0
      let lost = 0
      for (const [index, { version, time }] of moments.entries()) {
        if (version > last) return
        const round = roundOf.get(version)
        if (round !== undefined && lost <= mostLost * played) times.set(round, led.slice())
        const board = boardAt(version)
        const gap = (moments[index + 1]?.time ?? time) - time
        if (board && isUnderWay(board)) {
          played += gap
          if (gap > longestGapMs) lost += gap
          else for (const row of listFirstRows(pool, listScores(pool, board), rows)) led[row] = (led[row] ?? 0) + gap
        }
        if (index % versionsPerStep === 0) yield
      }
    },
  }
}

/** Golfers have begun the current round, and not all have finished it. The holes of a play-off do not count. */
function isUnderWay({ event, currentRound, golfersScores }: Board): boolean {
  if (currentRound > countRounds(event) || !/in progress/i.test(event.roundStatus)) return false
  const playing = golfersScores.filter(({ isDNF }) => !isDNF)
  return playing.some(({ thru }) => thru !== noValue) && playing.some(({ thru }) => thru !== 'F')
}

/** The scores of the pool's golfers. */
function listScores({ players }: Pool, { golfersScores }: Board): Int32Array {
  const scores = new Map(golfersScores.map((golfer) => [golfer.espnId, toGolferScore(golfer)]))
  return Int32Array.from(players, ({ espnId }) => scores.get(espnId) ?? out)
}
