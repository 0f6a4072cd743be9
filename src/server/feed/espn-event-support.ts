import * as z from 'zod/mini'
import { digits, lenient, listOf, text } from './lenient-schemas.ts'

/** The parts of an event that identify its format. */

const scoringSystem = lenient({ id: text, name: text })
const anything = z.optional(z.unknown())

const competition = lenient({
  dataFormat: text,
  scoringSystem,
  competitors: listOf(lenient({ id: digits, athlete: anything, team: anything, roster: anything })),
})

const outline = lenient({
  tournament: lenient({ scoringSystem }),
  courses: listOf(lenient({ holes: listOf(z.unknown()) })),
  competitions: listOf(z.unknown()),
})

const holesPerRound = 18

/** Why the pool cannot score an event, as a message for organisers; null when it can (docs/rules.md, 7.2). */
export function findUnsupportedReason(event: unknown): string | null {
  const { tournament, courses, competitions } = z.parse(outline, event)
  const [first] = competitions
  if (Array.isArray(first)) return matchPlay
  const { dataFormat, scoringSystem, competitors } = z.parse(competition, first)

  const byScoring = findUnsupportedScoring([tournament.scoringSystem, scoringSystem])
  if (byScoring) return byScoring
  if (competitors.some((row) => row.athlete == null && (row.team != null || row.roster != null))) return teams
  if (competitors.length > 0 && competitors.every((row) => row.athlete == null)) return teams
  if (/^raw$/i.test(dataFormat)) return 'The sports feed has no scores for this event, only unstructured text.'
  if (courses.some(({ holes }) => holes.length > 0 && holes.length !== holesPerRound)) {
    return 'This event is not played in 18-hole rounds.'
  }
  return null
}

const supportedFormat = 'Only individual stroke play is supported.'
const teams = `This is a team event. ${supportedFormat}`
const stableford = `This event uses points scoring (Stableford). ${supportedFormat}`
const matchPlay = `This event is match play. ${supportedFormat}`

/** The name decides: the same id was Modified Stableford in one year and Medal in another. */
function findUnsupportedScoring(systems: readonly z.infer<typeof scoringSystem>[]): string | null {
  const names = systems.map(({ name }) => name).filter(Boolean)
  if (names.length === 0) return systems.some(({ id }) => id === '3') ? stableford : null
  return names.map(findUnsupportedName).find((reason) => reason !== null) ?? null
}

function findUnsupportedName(name: string): string | null {
  if (/team/i.test(name)) return teams
  if (/match/i.test(name)) return matchPlay
  if (/stableford/i.test(name)) return stableford
  return /^(medal|stroke)/i.test(name) ? null : `This event uses "${name}" scoring. ${supportedFormat}`
}
