import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPool, type Pool } from '#domain/entries/pool.ts'
import { type Field, feedSource, type Golfer } from '#domain/field/field.ts'
import type { TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { poolCases } from '#test/support/arbitrary-pool.ts'
import { buildEvent, buildField, buildFieldOf } from '#test/support/build-field.ts'
import { buildEntry, buildSelections, buildTournament } from '#test/support/build-tournament.ts'
import { listNaiveRows, rankNaively } from '#test/support/naive-standings.ts'
import { type Board, toRecord } from './board-history.ts'
import { createLeadClock } from './lead-clock.ts'
import { createRecap } from './recap.ts'
import { createReplay } from './replay.ts'

const playing = 'Round 1 - In Progress'
const over = 'Round 1 - Play Complete'

/** A version at a minute; by default one golfer is on the course. */
type Moment = {
  minute: number
  roundStatus?: string
  currentRound?: number
  golfers: readonly Golfer[]
  isWhole?: boolean
}

function toBoards(moments: readonly Moment[]): Board[] {
  return moments.map(({ minute, roundStatus = playing, currentRound = 1, golfers, isWhole = false }, index) => ({
    version: index + 1,
    timeStamp: new Date(minute * 60_000).toISOString(),
    ...{ stale: null, source: feedSource, ...buildField({ event: buildEvent({ roundStatus }), currentRound }) },
    golfersScores: golfers.map((golfer, order) => ({ ...golfer, thru: isWhole || order > 0 ? 'F' : '9' })),
  }))
}

/** The minutes in the lead of each row by the end of round 1, which is the last version; null if too much is unknown. */
function measure(pool: Pool, boards: readonly Board[]): number[] | null {
  const replay = createReplay(boards.map((board, index) => toRecord(boards[index - 1] ?? null, board)))
  const end = boards.at(-1)
  const lead = createLeadClock(pool, replay, new Map(end ? [[1, end]] : []))
  for (const _ of lead.measure());
  const times = lead.times.get(1)
  return times ? Array.from(times, (time) => time / 60_000) : null
}

type History = { tournament: TournamentWithEntries; versions: { field: Field; gap: number; isPlaying: boolean }[] }

const histories: fc.Arbitrary<History> = poolCases.chain(({ tournament }) =>
  fc
    .array(
      fc.record({
        field: poolCases.map(({ field }) => field),
        gap: fc.oneof({ arbitrary: fc.integer({ min: 8, max: 15 }), weight: 20 }, fc.constant(16)),
        isPlaying: fc.oneof({ arbitrary: fc.constant(true), weight: 4 }, fc.constant(false)),
      }),
      { minLength: 1, maxLength: 25, size: 'max' },
    )
    .map((versions) => ({ tournament, versions })),
)

test('it is the sum over the versions of 1,000 random histories', () => {
  const seen = { unknown: 0, shared: 0, lost: 0 }
  fc.assert(
    fc.property(histories, ({ tournament, versions }) => {
      const rows = listNaiveRows(tournament)
      const times = new Map(rows.map(({ entry, entryNumber }) => [`${entry.id} ${entryNumber}`, 0]))
      let [minute, played, lost] = [0, 0, 0]
      const moments = versions.map(({ field, gap, isPlaying }, index): Moment => {
        const at = minute
        minute += gap
        const golfers = field.golfersScores
        const isOnCourse = isPlaying && golfers[0]?.isDNF === false
        const isLast = index === versions.length - 1
        if (isOnCourse && !isLast) {
          played += gap
          const first = rankNaively(rows, field).filter(({ position }) => /^T?1$/.test(position))
          if (gap > 15) lost += gap
          else {
            for (const { entryId, displayName } of first) {
              const key = `${entryId} ${displayName.at(-1)}`
              times.set(key, (times.get(key) ?? 0) + gap)
            }
          }
          if (first.length > 1) seen.shared += 1
        }
        return { minute: at, roundStatus: isPlaying ? playing : over, golfers }
      })
      const isKnown = lost * 10 <= played
      const expected = rows.map(({ entry, entryNumber }) => times.get(`${entry.id} ${entryNumber}`))
      expect(measure(createPool(tournament), toBoards(moments))).toEqual(isKnown ? expected : null)
      if (!isKnown) seen.unknown += 1
      else if (lost > 0) seen.lost += 1
    }),
    { numRuns: 1000 },
  )
  expect(Math.min(seen.unknown, seen.shared, seen.lost)).toBeGreaterThan(10)
})

const ann = buildEntry({ id: 1, name: 'Ann', selections: buildSelections([1, 4, 7, 10], [2, 5, 8, 11], [3, 6, 9, 12]) })
const pool = createPool(buildTournament({ entries: [ann] }))
const even = [0, 0, 0, 0, 0, 0, 0, 0, 0] as const
const golfersOf = (...scores: Parameters<typeof buildFieldOf>[0]) => buildFieldOf([...scores, ...even]).golfersScores
const [first, second, level] = [golfersOf(-1, 0, 0), golfersOf(0, -1, 0), golfersOf(0, 0, 0)]
const end = (minute: number, golfers = first): Moment => ({ minute, golfers, roundStatus: over, isWhole: true })

test('time counts while golfers are on the course, for all who share the lead', () => {
  const round = [
    { minute: 0, golfers: level },
    { minute: 10, golfers: first },
    { minute: 25, golfers: first, roundStatus: 'Round 1 - Suspended' },
    { minute: 145, golfers: second },
    { minute: 150, golfers: second, isWhole: true },
    { minute: 155, golfers: second, roundStatus: 'Playoff - In Progress', currentRound: 5 },
  ]
  expect(measure(pool, toBoards([...round, end(160)]))).toEqual([25, 15, 10])
  const teeTimes = level.map((golfer) => ({ ...golfer, thru: '--' }))
  const [waiting, ...others] = toBoards([{ minute: 0, golfers: level }, { minute: 30, golfers: first }, end(40)])
  if (!waiting) throw new Error('unreachable')
  expect(measure(pool, [{ ...waiting, golfersScores: teeTimes }, ...others])).toEqual([10, 0, 0])
})

test('nobody leads in a gap, without a place or without entries; nothing is known with a tenth in gaps or in a huge pool', () => {
  const out = golfersOf(...Array.from({ length: 12 }, () => 'DNF' as const))
  const minutes = Array.from({ length: 11 }, (_, index): Moment => ({ minute: index * 15, golfers: first }))
  const withGap = (gap: number) => toBoards([...minutes, end(150 + gap)])
  expect([15, 16, 17].map((gap) => measure(pool, withGap(gap)))).toEqual([[165, 0, 0], [150, 0, 0], null])
  expect(measure(pool, toBoards([{ minute: 0, golfers: out }, end(10, out)]))).toEqual([0, 0, 0])
  expect(measure(createPool(buildTournament({ entries: [] })), withGap(1))).toEqual([])
  expect(measure(pool, [])).toBeNull()
  const many = Array.from({ length: 6667 }, (_, index) => ({ ...ann, id: index + 1, userId: index }))
  expect(measure(createPool(buildTournament({ entries: many })), withGap(1))).toBeNull()
})

test('the recap tells who has led longest, how that ended, and the time of one’s own entries', () => {
  const told = (round: number, golfers: readonly Golfer[], minutes: readonly number[]) => {
    const [board] = toBoards([{ ...end(0, golfers), currentRound: round }])
    const led = new Map([[round, Float64Array.from(minutes, (each) => each * 60_000)]])
    const recap = createRecap(pool, new Map(board ? [[round, board]] : []), round, led)
    const [, line] = recap?.lines ?? []
    return [line, ...(recap?.ownLines(0).slice(0, 3) ?? []).map((own) => own.replace(/.*\. (?=It )/, ''))]
  }
  expect(told(4, first, [29.5, 1869, 9])).toEqual([
    'Longest in the lead: Ann 2, for 31 hours of play, finished T2.',
    'It led for 30 minutes of play.',
    'It led for 31 hours of play.',
    expect.not.stringContaining('led'),
  ])
  expect(told(2, first, [60, 9, 0])).toEqual([
    'Longest in the lead: Ann 1, for 1 hour of play.',
    'It has led for 1 hour of play.',
    expect.not.stringContaining('led'),
    expect.not.stringContaining('led'),
  ])
  expect(told(3, level, [120, 120, 0])[0]).toBe('Longest in the lead: Ann 1 and Ann 2, for 2 hours of play.')
  expect(told(3, golfersOf('DNF', 0, 0, 'DNF'), [120, 0, 0])[0]).toBe(
    'Longest in the lead: Ann 1, for 2 hours of play, now out.',
  )
  expect(told(3, level, [9, 0, 0])[0]).not.toContain('Longest')
})
