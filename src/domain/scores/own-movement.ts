import { toRoundStart } from '#domain/field/earlier-field.ts'
import { type Field, type Golfer, noValue, toMovement } from '#domain/field/field.ts'
import { toPositions } from './positions.ts'

/**
 * The field with the golfers' movement since the round began (docs/rules.md, 3.4), for sources that have none. A row whose movement
 * is the same stays the same object.
 */
export function withOwnMovement<Board extends Pick<Field, 'event' | 'currentRound' | 'golfersScores'>>(
  field: Board,
): Board {
  const before = toPositions(toRoundStart(field).golfersScores)
  const now = toPositions(field.golfersScores)
  const move = (golfer: Golfer): Golfer => {
    const { espnId, isDNF } = golfer
    const movement = toMovement(isDNF ? 0 : countPlacesGained(before.get(espnId), now.get(espnId)))
    const isSame = movement.text === golfer.movement.text && movement.class === golfer.movement.class
    return isSame ? golfer : { ...golfer, movement }
  }
  return { ...field, golfersScores: field.golfersScores.map(move) }
}

/** 0 where one of the positions is not known. */
function countPlacesGained(before = noValue, now = noValue): number {
  const [from, to] = [toPlace(before), toPlace(now)]
  return from && to ? from - to : 0
}

/** The number of a position such as "1" or "T5"; NaN without one. */
export function toPlace(position: string): number {
  return Number.parseInt(position.replace('T', ''), 10)
}
