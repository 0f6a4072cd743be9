import { asNumber, asObject, asObjects, asText, type Json } from './json-access.ts'
import { type RoundTotals, reconstructHoles } from './reconstructed-holes.ts'
import type { RecordedBody } from './replay-folder.ts'
import { createRandom } from './seeded-random.ts'
import { toHole } from './wire-linescores.ts'

/**
 * A player summary derived from a recorded leaderboard: profile and rounds as recorded, with invented holes that add up
 * to them. Undefined for a golfer who is not in the body.
 */
export function toReplaySummary(body: RecordedBody, espnId: string) {
  const competitor = body.competitors.find(({ id }) => id === espnId)
  if (competitor === undefined) return undefined
  const holes = hostHolesOf(body.event)
  const status = asObject(competitor['status'])
  const rounds = asObjects(competitor['linescores']).map((round) => toRound(espnId, holes, status, round))
  return { profile: toProfile(espnId, competitor), rounds, stats: asObjects(competitor['statistics']) }
}

function toProfile(espnId: string, competitor: Json) {
  const athlete = asObject(competitor['athlete'])
  const headshot = asText(asObject(athlete['headshot'])['href'])
  const { city, stateAbbreviation, countryAbbreviation } = asObject(athlete['birthPlace'])
  const birthPlace = [city, stateAbbreviation, asText(countryAbbreviation)?.toUpperCase()].flatMap(
    (part) => asText(part) ?? [],
  )
  return {
    id: espnId,
    displayName: asText(athlete['displayName']) ?? espnId,
    headshot,
    birthPlace: birthPlace.join(', ') || undefined,
  }
}

function toRound(espnId: string, course: readonly Hole[], status: Json, round: Json): Json {
  const { period, value, displayValue, linescores, isPlayoff, ...rest } = round
  const strokes = asNumber(value) ?? 0
  const toPar = parseToPar(displayValue)
  const announced = { period, ...(isPlayoff === true ? { isPlayoff } : {}), ...rest }
  if (strokes === 0 || toPar === undefined) return announced
  if (Array.isArray(linescores)) return { ...announced, value, displayValue, linescores }
  const totals: RoundTotals = {
    strokes,
    toPar,
    outScore: asNumber(round['outScore']),
    inScore: asNumber(round['inScore']),
    startHole: status['period'] === period ? asNumber(status['startHole']) : undefined,
  }
  const holes = reconstructHoles(course, totals, createRandom(espnId, 'round', String(period)))
  return {
    ...announced,
    startTee: totals.startHole ?? holes[0]?.number ?? 1,
    value,
    displayValue,
    linescores: holes.map(toHole),
  }
}

type Hole = { readonly number: number; readonly par: number }

/** The holes of the host course, else of the first. */
function hostHolesOf(event: Json): readonly Hole[] {
  const courses = asObjects(event['courses'])
  const host = courses.find((course) => course['host'] === true) ?? courses[0]
  return asObjects(host?.['holes']).flatMap((hole) => {
    const number = asNumber(hole['number'])
    const par = asNumber(hole['shotsToPar'])
    return number === undefined || par === undefined ? [] : [{ number, par }]
  })
}

function parseToPar(text: unknown): number | undefined {
  if (text === 'E') return 0
  return typeof text === 'string' && /^[+-]?\d+$/.test(text) ? Number(text) : undefined
}
