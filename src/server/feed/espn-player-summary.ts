import * as z from 'zod/mini'
import { type HoleScore, noValue, type PlayerProfile, type RoundCard } from '#domain/field/field.ts'
import type { Course } from './espn-courses.ts'
import { FeedError } from './feed-error.ts'
import { digits, flag, imageUrl, integer, lenient, listOf, text } from './lenient-schemas.ts'

/** One golfer's rounds, hole by hole. There are none for a golfer who has not played. */

const hole = lenient({ period: integer, value: integer, par: integer })

const round = lenient({
  period: integer,
  value: integer,
  displayValue: text,
  outScore: integer,
  inScore: integer,
  courseId: text,
  isPlayoff: flag,
  linescores: listOf(hole),
})

const profile = lenient({
  id: digits,
  displayName: text,
  age: integer,
  hand: text,
  college: text,
  birthPlace: text,
  headshot: imageUrl,
})

const summary = z.object({ profile: z.optional(z.unknown()), rounds: z.optional(z.unknown()) })

export type EspnPlayerSummary = {
  readonly profile: z.infer<typeof profile>
  readonly rounds: readonly z.infer<typeof round>[]
}

type Round = EspnPlayerSummary['rounds'][number]

/** Throws `FeedError` `invalid` when the body has no profile or is about a different golfer. */
export function parsePlayerSummary(body: unknown, athleteId: string): EspnPlayerSummary {
  const result = z.safeParse(summary, body)
  if (!result.success || !result.data.profile) {
    throw new FeedError('invalid', 'The sports feed has no profile of this golfer.', result.error)
  }
  const parsed = z.parse(profile, result.data.profile)
  if (parsed.id !== '' && parsed.id !== athleteId) {
    throw new FeedError('invalid', 'The sports feed returned data for a different golfer.')
  }
  return { profile: parsed, rounds: z.parse(listOf(round), result.data.rounds) }
}

/** Values of the leaderboard that a summary lacks. */
export type PlayerContext = {
  readonly espnId: string
  readonly fullName: string
  readonly logoImage: string | null
  readonly courses: readonly Course[]
  /** How many rounds the event has. */
  readonly rounds: number
}

export function toPlayerProfile({ profile, rounds }: EspnPlayerSummary, context: PlayerContext): PlayerProfile {
  return {
    espnId: context.espnId,
    displayName: profile.displayName || context.fullName || noValue,
    headshot: profile.headshot,
    logoImage: context.logoImage,
    college: profile.college || null,
    birthPlace: profile.birthPlace || null,
    age: profile.age !== null && profile.age > 0 ? profile.age : null,
    hand: toHand(profile.hand),
    rounds: listRounds(rounds, context.rounds).map((played) => toRoundCard(played, context.courses)),
    holes: context.courses.find(({ isHost }) => isHost)?.holes ?? [],
  }
}

function toHand(reported: string): string | null {
  if (/^r(?:ight)?$/i.test(reported)) return 'Right'
  return /^l(?:eft)?$/i.test(reported) ? 'Left' : null
}

/** The rounds of the event in order, each once, without play-offs and the feed's invalid period numbers. */
function listRounds(rounds: EspnPlayerSummary['rounds'], lastRound: number): Round[] {
  const real = rounds.filter(({ period, isPlayoff }) => !isPlayoff && isBetween(period, 1, lastRound))
  const byPeriod = Map.groupBy(real, ({ period }) => period)
  return [...byPeriod.values()]
    .flatMap((same) => same.find(isBegun) ?? same[0] ?? [])
    .toSorted((a, b) => (a.period ?? 0) - (b.period ?? 0))
}

function isBegun({ value, displayValue }: Round): boolean {
  return value !== null && value > 0 && displayValue !== '-'
}

function toRoundCard(played: Round, courses: readonly Course[]): RoundCard {
  const linescores = toHoles(played, courses)
  const begun = isBegun(played)
  return {
    period: played.period ?? 0,
    value: begun ? played.value : null,
    outScore: begun ? played.outScore || sumHoles(linescores, 1, 9) : null,
    inScore: begun ? played.inScore || sumHoles(linescores, 10, 18) : null,
    linescores,
  }
}

/** Sorted by number; the feed sends them in the order of play, which can begin at the tenth. */
function toHoles({ linescores, courseId }: Round, courses: readonly Course[]): HoleScore[] {
  const course = courses.find(({ id }) => id === courseId) ?? courses.find(({ isHost }) => isHost)
  const holes = new Map<number, HoleScore>()
  for (const { period, value, par } of linescores) {
    if (period === null || !isBetween(period, 1, 18) || value === null || value <= 0) continue
    const known = par || course?.holes.find(({ number }) => number === period)?.shotsToPar
    // Strokes are never dropped. Without a known par the hole counts as par, so that it gets no marking.
    holes.set(period, { period, value, par: known || value })
  }
  return [...holes.values()].toSorted((a, b) => a.period - b.period)
}

function sumHoles(holes: readonly HoleScore[], first: number, last: number): number | null {
  const played = holes.filter(({ period }) => isBetween(period, first, last))
  return played.length === 0 ? null : played.reduce((sum, { value }) => sum + value, 0)
}

function isBetween(number: number | null, first: number, last: number): boolean {
  return number !== null && number >= first && number <= last
}
