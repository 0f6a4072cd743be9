import type { GolferState } from './event-state.ts'

/**
 * The half of the draw of each golfer, 0 or 1. Golfers who have played more holes, or tee off earlier, are in the
 * first. Without either, golfers alternate between the halves.
 */
export function splitDraw(golfers: readonly GolferState[]): Uint8Array {
  const half = Uint8Array.from(golfers, (_, index) => index % 2)
  if (golfers.every(({ holes, teeTime, isOut }) => isOut || (holes === 0 && teeTime === null))) return half
  const playing = golfers
    .map((golfer, index) => ({ index, played: golfer.rounds.length * 18 + golfer.holes, ...golfer }))
    .filter(({ isOut }) => !isOut)
    .sort((a, b) => b.played - a.played || (a.teeTime ?? 0) - (b.teeTime ?? 0) || a.index - b.index)
  playing.forEach(({ index }, place) => {
    half[index] = place * 2 < playing.length ? 0 : 1
  })
  return half
}
