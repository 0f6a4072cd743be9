import type { EventSnapshot } from '#domain/forecast/event-state.ts'
import type { Outlook } from '#domain/forecast/outlook.ts'

/** An entry as an object: its golfers, and the counts that the simulations add to. */
export type PlainEntry = {
  golfers: PlainGolfer[]
  win: number
  topThree: number
  disqualified: number
  places: number[]
}

/** A golfer as an object. */
export type PlainGolfer = { index: number; isOut: boolean; score: number; atCut: number; final: number; out: boolean }

/** The obvious data structure: an entry refers to its golfers. */
export function toPlainEntries({ golfers }: EventSnapshot, picks: Uint16Array): [PlainGolfer[], PlainEntry[]] {
  const plain = golfers.map(({ isOut, toPar }, index) => ({
    index,
    isOut,
    score: toPar,
    atCut: 0,
    final: 0,
    out: false,
  }))
  const entries = Array.from({ length: picks.length / 4 }, (_, row) => ({
    golfers: [...picks.subarray(row * 4, row * 4 + 4)].flatMap((golfer) => plain[golfer] ?? []),
    win: 0,
    topThree: 0,
    disqualified: 0,
    places: [],
  }))
  return [plain, entries]
}

/** Plays the rest of the event once with plain objects, `Math.random` and sorting, and counts every entry's place. */
export function simulatePlainly(outlook: Outlook, golfers: PlainGolfer[], entries: PlainEntry[]): void {
  for (const golfer of golfers) {
    const { before, after, skillSpread } = outlook
    const skill = normal() * (skillSpread[golfer.index] ?? 0)
    const play = ({ mean, length, spread }: typeof before) =>
      Math.round(
        (mean[golfer.index] ?? 0) + (length[golfer.index] ?? 0) * skill + (spread[golfer.index] ?? 0) * normal(),
      )
    golfer.atCut = golfer.score + play(before)
    golfer.final = golfer.atCut + play(after)
  }
  const inside = golfers.filter(({ isOut }) => !isOut).sort((a, b) => a.atCut - b.atCut)
  const line = outlook.cut === null ? 1000 : (inside[outlook.cut.top - 1]?.atCut ?? 1000)
  for (const golfer of golfers) golfer.out = golfer.isOut || golfer.atCut > line
  const scored = entries.map((entry) => ({ entry, score: scoreOf(entry) }))
  const placed = scored.flatMap(({ entry, score }) => (score === null ? [] : [{ entry, score }]))
  placed.sort((a, b) => a.score - b.score)
  let place = 1
  placed.forEach(({ entry, score }, line) => {
    if (score !== placed[line - 1]?.score) place = line + 1
    if (place === 1) entry.win += 1
    if (place <= 3) entry.topThree += 1
    entry.places.push(place)
  })
  for (const { entry, score } of scored) if (score === null) entry.disqualified += 1
}

function scoreOf({ golfers }: PlainEntry): number | null {
  if (golfers.filter(({ out }) => out).length > 1) return null
  const sorted = golfers.toSorted((a, b) => Number(a.out) - Number(b.out) || a.final - b.final)
  return sorted.slice(0, 3).reduce((sum, { final }) => sum + final, 0)
}

function normal(): number {
  return Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random())
}
