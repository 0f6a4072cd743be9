import {
  countRounds,
  dnfReasons,
  type Field,
  findDnfReason,
  type Golfer,
  noValue,
  parseToPar,
  toParText,
} from '#domain/field/field.ts'
import { findToParDifference } from './score-correction-values.ts'

/** A course of an event may differ from the host's par by so much. */
const maxParDifference = 2
const fewestHoleStrokes = 3
const mostHoleStrokes = 5
const holesPerRound = 18

type Rest = Pick<Field, 'event' | 'currentRound'>

/**
 * The impossible values in a golfer's row (docs/rules.md, 3), each in a sentence that quotes the row. Every row of every
 * version is checked for itself.
 */
export function findRowFaults(golfer: Golfer, rest: Rest): string[] {
  return [
    ...findTextFaults(golfer),
    ...findStrokeFaults(golfer),
    ...findParFaults(golfer, rest),
    ...findTodayFaults(golfer, rest),
  ]
}

function findTextFaults(golfer: Golfer): string[] {
  const { relativeScore, toPar, total, totalScore, position, isDNF, movement, thru, currentRoundScore } = golfer
  const faults: string[] = []
  const expectedToPar = total === 0 ? noValue : toParText(relativeScore)
  if (toPar !== expectedToPar) faults.push(`to par is “${toPar}”, and its value is ${relativeScore}`)
  if (total === 0 && relativeScore !== 0) faults.push(`to par is ${relativeScore} without a stroke`)
  if (totalScore !== (total === 0 ? noValue : String(total)))
    faults.push(`the strokes are “${totalScore}”, and their value is ${total}`)
  if (!/^(T?[1-9]\d{0,3}|--)$/.test(position) && findDnfReason(golfer) === null)
    faults.push(`the position is “${position}”`)
  if (!isDNF && findDnfReason(golfer) !== null) faults.push(`the position is ${position}, but they are not out`)
  if (isDNF && position !== noValue && findDnfReason(golfer) === null)
    faults.push(`they are out, but the position is “${position}”, not one of ${dnfReasons.join(', ')}`)
  const moved = movement.class === 'none' ? '-' : String(Math.abs(Number(movement.text)))
  if (movement.text !== moved || movement.text === '0')
    faults.push(`the movement is “${movement.text}” (${movement.class})`)
  if (!/^(\d{1,2}\*?|F\*?|--)$/.test(thru)) faults.push(`thru is “${thru}”`)
  if (currentRoundScore !== noValue && toParText(parseToPar(currentRoundScore)) !== currentRoundScore)
    faults.push(`today is “${currentRoundScore}”`)
  return faults
}

/** The sum of the rounds, and the difference of a corrected score to par, is the total. */
function findStrokeFaults(golfer: Golfer): string[] {
  const texts = listRoundTexts(golfer)
  const unreadable = texts.findIndex((text) => text !== noValue && !/^[1-9]\d{0,2}$/.test(text))
  if (unreadable >= 0) return [`round ${unreadable + 1} is “${texts[unreadable]}”`]
  const strokes = texts.filter((text) => text !== noValue).map(Number)
  const difference = findToParDifference(golfer)
  // A source may have the score to par alone.
  if (strokes.length === 0 || difference === null) return []
  // Whoever has begun keeps at least one stroke.
  const sum = Math.max(
    1,
    strokes.reduce((total, count) => total + count, difference),
  )
  return sum === golfer.total ? [] : [`the rounds add up to ${sum}, and the total is ${golfer.total}`]
}

/** Total less to par is the par of the holes that were played. */
function findParFaults({ total, relativeScore, thru, ...golfer }: Golfer, { event }: Rest): string[] {
  const texts = listRoundTexts({ total, relativeScore, thru, ...golfer })
  const last = texts.findLastIndex((text) => text !== noValue)
  const hasGap = texts.slice(0, Math.max(last, 0)).includes(noValue)
  if (event.par === 0 || total === 0 || last < 0 || hasGap) return []
  const played = total - relativeScore
  const holes = /^\d/.test(thru) ? Number.parseInt(thru, 10) : null
  // A golfer who left during a round has played a part of it.
  const isPartial = holes !== null || golfer.isDNF || thru === noValue
  const complete = isPartial ? last : last + 1
  const [fewest, most] = [event.par - maxParDifference, event.par + maxParDifference]
  const least = complete * fewest + (holes ?? 0) * fewestHoleStrokes
  const greatest = complete * most + (isPartial ? (holes ?? holesPerRound) * mostHoleStrokes : 0)
  return played >= least && played <= greatest
    ? []
    : [`${total} strokes and ${toParText(relativeScore)} to par cannot be of the holes played (par ${event.par})`]
}

/** The round under way or just finished, less today, is the par of its holes. */
function findTodayFaults(golfer: Golfer, { event, currentRound }: Rest): string[] {
  const texts = listRoundTexts(golfer)
  const last = texts.findLastIndex((text) => text !== noValue)
  const { currentRoundScore, thru, isDNF } = golfer
  const isLast = last + 1 === Math.min(currentRound, countRounds(event))
  if (event.par === 0 || last < 0 || !isLast || currentRoundScore === noValue || isDNF) return []
  const par = Number(texts[last]) - parseToPar(currentRoundScore)
  const holes = /^\d/.test(thru) ? Number.parseInt(thru, 10) : null
  const [least, greatest] =
    holes === null
      ? [event.par - maxParDifference, event.par + maxParDifference]
      : [holes * fewestHoleStrokes, holes * mostHoleStrokes]
  return par >= least && par <= greatest
    ? []
    : [`round ${last + 1} has ${texts[last]} strokes, and today is ${currentRoundScore} (thru ${thru})`]
}

function listRoundTexts({ round1Score, round2Score, round3Score, round4Score }: Golfer): string[] {
  return [round1Score, round2Score, round3Score, round4Score]
}
