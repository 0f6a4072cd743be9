import { fitHoles, type RoundTotals } from './fitted-holes.ts'
import { type Json, listOf, numberOf, objectOf, textOf } from './recorded-json.ts'
import type { RecordedBody } from './replay-folder.ts'
import { createRandom } from './seeded-random.ts'
import { toHole } from './wire-linescores.ts'

/**
 * A player summary made from a recorded leaderboard: the person and the rounds as recorded, the holes invented so
 * that they add up to them. Undefined for a golfer who is not in the body.
 */
export function toReplaySummary(body: RecordedBody, espnId: string) {
  const competitor = body.competitors.find(({ id }) => id === espnId)
  if (competitor === undefined) return undefined
  const holes = hostHolesOf(body.event)
  const status = objectOf(competitor['status'])
  const rounds = listOf(competitor['linescores']).map((round) => toRound(espnId, holes, status, round))
  return { profile: toProfile(espnId, competitor), rounds, stats: listOf(competitor['statistics']) }
}

function toProfile(espnId: string, competitor: Json) {
  const athlete = objectOf(competitor['athlete'])
  const headshot = textOf(objectOf(athlete['headshot'])['href'])
  const { city, stateAbbreviation, countryAbbreviation } = objectOf(athlete['birthPlace'])
  const birthPlace = [city, stateAbbreviation, textOf(countryAbbreviation)?.toUpperCase()].flatMap(
    (part) => textOf(part) ?? [],
  )
  return {
    id: espnId,
    displayName: textOf(athlete['displayName']) ?? espnId,
    ...(headshot === undefined ? {} : { headshot }),
    ...(birthPlace.length === 0 ? {} : { birthPlace: birthPlace.join(', ') }),
  }
}

function toRound(espnId: string, course: readonly Hole[], status: Json, round: Json): Json {
  const { period, value, displayValue, linescores, isPlayoff, ...rest } = round
  const strokes = numberOf(value) ?? 0
  const toPar = parseToPar(displayValue)
  const announced = { period, ...(isPlayoff === true ? { isPlayoff } : {}), ...rest }
  if (strokes === 0 || toPar === undefined) return announced
  if (Array.isArray(linescores)) return { ...announced, value, displayValue, linescores }
  const totals: RoundTotals = {
    strokes,
    toPar,
    outScore: numberOf(round['outScore']),
    inScore: numberOf(round['inScore']),
    startHole: status['period'] === period ? numberOf(status['startHole']) : undefined,
  }
  const holes = fitHoles(course, totals, createRandom(espnId, 'round', String(period)))
  return {
    ...announced,
    startTee: totals.startHole ?? holes[0]?.number ?? 1,
    value,
    displayValue,
    linescores: holes.map(toHole),
  }
}

type Hole = { readonly number: number; readonly par: number }

/** The holes of the course marked as the host, else of the only one. */
function hostHolesOf(event: Json): readonly Hole[] {
  const courses = listOf(event['courses'])
  const host = courses.find((course) => course['host'] === true) ?? courses[0]
  return listOf(host?.['holes']).flatMap((hole) => {
    const number = numberOf(hole['number'])
    const par = numberOf(hole['shotsToPar'])
    return number === undefined || par === undefined ? [] : [{ number, par }]
  })
}

function parseToPar(text: unknown): number | undefined {
  if (text === 'E') return 0
  return typeof text === 'string' && /^[+-]?\d+$/.test(text) ? Number(text) : undefined
}
