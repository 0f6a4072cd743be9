import type { PredictionKind } from '#domain/forecast/hindsight.ts'

/** The names of the predictions in tables and files. */
export const predictionNames: Readonly<Record<PredictionKind, string>> = {
  cut: 'golfer makes the cut',
  topTen: 'golfer in the top ten',
  topThree: 'entry in the top three',
  win: 'entry wins',
  disqualified: 'entry disqualified',
}

/** The goals of docs/forecast.md: skill over the standings by kind and round, and calibration error by kind. */
const skillGoals: Partial<Record<PredictionKind, readonly number[]>> = { cut: [0.35], topThree: [0.4, 0.3, 0.3] }
const calibrationGoals: Partial<Record<PredictionKind, number>> = { cut: 0.03, topTen: 0.03, disqualified: 0.05 }

/** The minimum skill over the standings; null without a goal. */
export function findSkillGoal(kind: PredictionKind, afterRound: number | null): number | null {
  return afterRound === null ? null : (skillGoals[kind]?.[afterRound - 1] ?? null)
}

/** The maximum calibration error; null without a goal. */
export function findCalibrationGoal(kind: PredictionKind): number | null {
  return calibrationGoals[kind] ?? null
}
