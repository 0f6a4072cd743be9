import { type EventSnapshot, type GolferState, hasFinished, holesLeft, holesPerRound } from './event-state.ts'
import { constants, toPriorSkills } from './prior-skills.ts'
import type { Scenario } from './scenario.ts'

/** Whether a golfer plays on; the same in every simulation. */
export const playState = { plays: 0, finished: 1, out: 2 } as const

const withdrawalScale = 2 ** 20

/**
 * Everything that is known about each golfer before the first simulation, in columns by golfer. "Before" are the holes until the
 * cut, "after" those from it to the end; without a cut to come all holes are "before".
 */
export type Outlook = ReturnType<typeof createOutlook>

/** Works out each golfer's skill, the course's difficulty, and what is left to play. */
export function createOutlook(event: EventSnapshot, scenario: Scenario) {
  const { golfers, cut } = event
  const count = golfers.length
  const skills = estimateSkills(golfers, event)
  const playStates = new Uint8Array(count)
  const toPar = Int32Array.from(golfers, (golfer) => golfer.toPar)
  const isSafe = new Uint8Array(count)
  golfers.forEach((golfer, index) => {
    const wish = scenario.get(index)
    if (wish === 'out' || (wish === undefined && golfer.isOut)) playStates[index] = playState.out
    else if (wish !== undefined || hasFinished(golfer, event)) playStates[index] = playState.finished
    if (typeof wish === 'number') {
      toPar[index] = wish
      isSafe[index] = 1
    }
  })
  const hasCut = cut !== null && cut.afterRound < event.rounds
  const cutRound = hasCut ? cut.afterRound : event.rounds
  const before = createStretch(count)
  const after = createStretch(count)
  golfers.forEach((golfer, index) => {
    const left = holesLeft(golfer, cutRound) / holesPerRound
    const rest = holesLeft(golfer, event.rounds) / holesPerRound - left
    const own = { skill: skills.mean[index] as number, spread: skills.spread[index] as number, isSplit: hasCut }
    const isCurrent = golfer.rounds.length === skills.current || golfer.holes > 0
    fillStretch(before, index, left, isCurrent ? 1 - golfer.holes / holesPerRound : 0, own, skills)
    // The round under way ends before the cut unless the cut has been made, and then there is no second stretch.
    fillStretch(after, index, rest, 0, own, skills)
  })
  return {
    count,
    cut: hasCut ? cut : null,
    /** A value of `playState`. */
    playStates,
    /** The score now, in strokes to par; the final one of a golfer who has finished. */
    toPar,
    /** The golfer's score at the cut is set by a scenario: they make the cut, and do not move its distance to the lead. */
    isSafe,
    /** 0 or 1: the half of the draw. */
    half: splitDraw(golfers),
    before,
    after,
    /** Spread of the skill, in strokes a round; part of the stretch's own spread where there is only one stretch. */
    skillSpread: skills.spread,
    /** Spread of the day's mean, which is not fully known and is common to everybody's holes of the round under way. */
    dayShock: Math.sqrt(skills.dayVariance),
    /** Spread that is common to the golfers of a half of the draw in a round. */
    halfShock: constants.half,
  }
}

/**
 * The golfers' skills, in strokes a round against the field, and the course's mean per round. A golfer's skill is the normal
 * score of their rank, corrected by their own rounds: the more holes, the more these weigh. Each round is compared with the
 * expected mean of the golfers who played it.
 */
function estimateSkills(golfers: readonly GolferState[], event: EventSnapshot) {
  const { mean: prior, variance: variances } = toPriorSkills(golfers)
  const { means, ...course } = estimateDays(golfers, prior, event)
  const mean = new Float64Array(golfers.length)
  const spread = new Float64Array(golfers.length)
  const round = constants.round * constants.round
  golfers.forEach(({ rounds, holes, today: score }, index) => {
    const expected = prior[index] as number
    const week = variances[index] as number
    const underWay = holes / holesPerRound
    let gained = underWay > 0 ? score - underWay * (course.today + expected) : 0
    rounds.forEach((score, number) => {
      gained += score - (means[number] as number) - expected
    })
    const played = rounds.length + underWay
    mean[index] = expected + (gained * week) / (played * week + round)
    spread[index] = Math.sqrt((week * round) / (played * week + round))
  })
  return { mean, spread, ...course }
}

/** The share of a round that a golfer has played, and their score to par in it. */
function findRound({ rounds, holes, today }: GolferState, number: number): { played: number; score: number } {
  const score = rounds[number]
  if (score !== undefined) return { played: 1, score }
  return { played: number === rounds.length ? holes / holesPerRound : 0, score: today }
}

/**
 * The mean of each round, in strokes to par of an average golfer. The round under way is known from the holes that the
 * field has played of it, shrunk towards the days before.
 */
function estimateDays(golfers: readonly GolferState[], prior: Float64Array, event: EventSnapshot) {
  const means: number[] = []
  let [sumOfDays, days] = [0, 0]
  const current = findCurrentRound(golfers)
  let [today, dayVariance] = [0, 0]
  for (let number = 0; number < event.rounds; number += 1) {
    let [excess, amount] = [0, 0]
    golfers.forEach((golfer, index) => {
      const { played, score } = findRound(golfer, number)
      if (played === 0) return
      amount += played
      excess += score - played * (prior[index] as number)
    })
    const usual = days === 0 ? 0 : sumOfDays / days
    const [known, noise] = [amount * constants.day * constants.day, constants.round * constants.round]
    const weight = known / (known + noise)
    const mean = amount === 0 ? usual : usual + weight * (excess / amount - usual)
    if (number === current) {
      today = mean
      dayVariance = constants.day * constants.day * (1 - weight)
    }
    means.push(number < current && amount > 0 ? excess / amount : mean)
    if (amount === 0) continue
    sumOfDays += mean
    days += 1
  }
  return {
    means,
    /** Strokes to par of an average golfer in the whole round under way; `later` is for each round to come. */
    today,
    later: days === 0 ? 0 : sumOfDays / days,
    /** The variance of today's mean, which is not fully known. */
    dayVariance,
    /** The index of the round under way, or of the last one. */
    current,
  }
}

/** The index of the last round that somebody who is in has begun. */
function findCurrentRound(golfers: readonly GolferState[]): number {
  return golfers.reduce((latest, { rounds, holes, isOut }) => {
    if (isOut) return latest
    return Math.max(latest, holes > 0 ? rounds.length : rounds.length - 1)
  }, 0)
}

/** The holes between two points, in columns by golfer. */
export type Stretch = ReturnType<typeof createStretch>

function createStretch(count: number) {
  return {
    /** Expected strokes to par. */
    mean: new Float64Array(count),
    /** Spread in strokes. */
    spread: new Float64Array(count),
    /** Length in rounds. A shared skill moves the score by `length` times the skill. */
    length: new Float64Array(count),
    /** The unplayed share of the round under way, from 0 to 1. */
    now: new Float64Array(count),
    /** The square root of the number of whole rounds. */
    later: new Float64Array(count),
    /** The chance to withdraw, in 2 ** -20. */
    withdrawal: new Int32Array(count),
  }
}

function fillStretch(
  stretch: Stretch,
  index: number,
  rounds: number,
  underWay: number,
  own: { skill: number; spread: number; isSplit: boolean },
  course: { today: number; later: number },
): void {
  if (rounds <= 0) return
  const whole = rounds - underWay
  const skill = own.isSplit ? 0 : own.spread * rounds
  stretch.mean[index] = rounds * own.skill + underWay * course.today + whole * course.later
  stretch.spread[index] = Math.sqrt(constants.round * constants.round * rounds + skill * skill)
  stretch.length[index] = rounds
  stretch.now[index] = underWay
  stretch.later[index] = Math.sqrt(Math.max(0, whole))
  stretch.withdrawal[index] = Math.round(constants.withdrawal * rounds * withdrawalScale)
}

/**
 * The half of the draw of each golfer, 0 or 1. Golfers who have played more holes, or tee off earlier, are in the
 * first. Without either, golfers alternate between the halves.
 */
function splitDraw(golfers: readonly GolferState[]): Uint8Array {
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
