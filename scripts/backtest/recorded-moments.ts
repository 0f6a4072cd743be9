import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Field } from '#domain/field/field.ts'
import { type Outcome, toBrierScore, toCalibrationError } from '#domain/forecast/calibration.ts'
import { toSnapshot } from '#domain/forecast/field-snapshot.ts'
import { advance, createForecastOf, readGolferChances } from '#domain/forecast/forecast.ts'
import { toField } from '#server/feed/espn-field.ts'
import { parseLeaderboard } from '#server/feed/espn-leaderboard.ts'

/** One event, from before its first stroke to the end. */
const recordedEvent = 'sony-2021'

/** How good the golfers' chances were at one recorded moment. The calibration errors are shares from 0 to 1. */
export type RecordedMoment = {
  readonly file: string
  readonly round: number
  /** The share of the event's holes that had been played. */
  readonly played: number
  readonly cut: MomentScore | null
  readonly topTen: MomentScore
}

type MomentScore = { readonly count: number; readonly brier: number; readonly calibrationError: number }

/**
 * Forecasts an event again from recorded feed responses, including those during rounds. Without a pool there are no tier
 * lists, so all golfers are equally good before the first stroke. Empty without recordings.
 */
export function scoreRecordedMoments(captures: string | undefined, simulations: number): RecordedMoment[] {
  const folder = join(captures ?? '', recordedEvent)
  if (captures === undefined || captures === '' || !existsSync(folder)) return []
  const fields = readFields(folder)
  const final = fields.at(-1)?.field
  if (final === undefined) return []
  return fields
    .filter(({ field }) => !field.event.completed)
    .map(({ file, field }) => scoreMoment(file, field, final, simulations))
}

/** Reads the bodies in order, like the server. */
function readFields(folder: string): { file: string; field: Field }[] {
  let previous: Field | null = null
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const body = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { events: { id: string }[] }
      previous = toField(parseLeaderboard(body, body.events[0]?.id ?? ''), previous)
      return { file, field: previous }
    })
}

function scoreMoment(file: string, field: Field, final: Field, simulations: number): RecordedMoment {
  const snapshot = toSnapshot([], field)
  const forecast = createForecastOf(snapshot, new Uint16Array(), 1)
  advance(forecast, simulations)
  const chances = readGolferChances(forecast)
  const results = new Map(final.golfersScores.map((golfer) => [golfer.espnId, golfer]))
  const scores = final.golfersScores.filter(({ isDNF }) => !isDNF).map(({ relativeScore }) => relativeScore)
  const tenth = scores.sort((a, b) => a - b)[9] ?? 0
  const cut: Outcome[] = []
  const topTen: Outcome[] = []
  field.golfersScores.forEach(({ espnId, isDNF }, index) => {
    const result = results.get(espnId)
    if (isDNF || result === undefined) return
    cut.push({ chance: chances.playsOn[index] ?? 0, happened: !result.isDNF })
    topTen.push({ chance: chances.topTen[index] ?? 0, happened: !result.isDNF && result.relativeScore <= tenth })
  })
  const holes = snapshot.golfers.map(({ rounds, holes }) => rounds.length * 18 + holes)
  return {
    file,
    round: field.currentRound,
    played: holes.reduce((sum, each) => sum + each, 0) / (holes.length * 72),
    cut: snapshot.cut === null ? null : toScore(cut),
    topTen: toScore(topTen),
  }
}

function toScore(outcomes: readonly Outcome[]): MomentScore {
  return {
    count: outcomes.length,
    brier: toBrierScore(outcomes),
    calibrationError: toCalibrationError(outcomes),
  }
}
