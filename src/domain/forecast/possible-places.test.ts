import { expect, it } from 'vitest'
import { createRandomInteger, randomPicks } from '#test/support/random-forecast.ts'
import type { EventSnapshot, GolferState } from './event-state.ts'
import { findLimits, findPossiblePlaces, isAmongFirst, isDisqualified } from './possible-places.ts'
import { noScenario } from './scenario.ts'

const outScore = 1_000_000

function golfer(toPar: number, holesLeft: number, isOut = false): GolferState {
  const last = { holes: holesLeft === 0 ? 0 : 18 - holesLeft, parLeft: 4 * holesLeft, today: 0, teeTime: null }
  return { rank: 0, isOut, toPar, rounds: holesLeft === 0 ? [0, 0, 0, toPar] : [0, 0, toPar], ...last }
}

function event(golfers: GolferState[]): EventSnapshot {
  return { golfers, players: golfers.length, rounds: 4, par: 72, cut: null, completed: false }
}

/** The best and worst place over every combination of scores of the golfers who still play. */
function tryEverything(golfers: readonly GolferState[], picks: Uint16Array, row: number) {
  const options = golfers.map(({ toPar, holes, isOut }) => {
    if (isOut) return [outScore]
    if (holes === 0) return [toPar]
    return [...Array.from({ length: 14 }, (_, more) => toPar - 3 + more), outScore]
  })
  let [best, worst, isOutSomewhere] = [Number.POSITIVE_INFINITY, 0, false]
  const scores = new Array<number>(golfers.length)
  const choose = (index: number): void => {
    if (index < golfers.length) {
      for (const score of options[index] ?? []) {
        scores[index] = score
        choose(index + 1)
      }
      return
    }
    const totals = Array.from({ length: picks.length / 4 }, (_, entry) => {
      const own = [...picks.subarray(entry * 4, entry * 4 + 4)].map((pick) => scores[pick] ?? 0).sort((a, b) => a - b)
      return own[2] === outScore ? null : (own[0] ?? 0) + (own[1] ?? 0) + (own[2] ?? 0)
    })
    const own = totals[row] ?? null
    if (own === null) isOutSomewhere = true
    else {
      const place = 1 + totals.filter((total) => total !== null && total < own).length
      best = Math.min(best, place)
      worst = Math.max(worst, place)
    }
  }
  choose(0)
  return { best: best === Number.POSITIVE_INFINITY ? null : best, worst: isOutSomewhere ? null : worst }
}

it('the range of places is the best and worst of all that can happen, in small pools', () => {
  const seen = new Set<string>()
  for (let round = 0; round < 150; round += 1) {
    const random = createRandomInteger(round)
    let open = 0
    const golfers = Array.from({ length: 8 }, () => {
      const isOpen = open < 2 && random(3) === 0
      if (isOpen) open += 1
      return golfer(random(9) - 4, isOpen ? 1 : 0, random(10) === 0)
    })
    const picks = randomPicks(random, 8, 2 + random(6))
    const limits = findLimits(event(golfers), noScenario)
    for (let row = 0; row < picks.length / 4; row += 1) {
      const found = findPossiblePlaces(limits, picks, row)
      expect(found, `pool ${round}, row ${row}`).toEqual(tryEverything(golfers, picks, row))
      seen.add(`${found.best === null} ${found.worst === null} ${found.best === found.worst}`)
    }
  }
  expect(seen.size).toBe(4)
})

it('a hole takes at least one stroke, and a golfer who has not finished may withdraw', () => {
  const golfers = [golfer(-3, 1), golfer(0, 0), golfer(0, 0), golfer(9, 0), golfer(-7, 0)]
  const picks = Uint16Array.of(0, 1, 2, 3, 4, 1, 2, 3)
  const limits = findLimits(event(golfers), noScenario)
  // -3 with a one on a par four is -6: one stroke short of -7.
  expect(findPossiblePlaces(limits, picks, 0)).toEqual({ best: 2, worst: 2 })
  expect(findPossiblePlaces(limits, picks, 1)).toEqual({ best: 1, worst: 1 })
  expect(isAmongFirst(findPossiblePlaces(limits, picks, 1), 1)).toBe('certain')
  expect(isAmongFirst(findPossiblePlaces(limits, picks, 0), 1)).toBe('impossible')
  expect(isDisqualified({ best: 1, worst: null })).toBe('open')
})

it('a rival who needs the golfer whom a row drops is ahead of it if that golfer stays in', () => {
  const golfers = [
    golfer(5, 0),
    golfer(5, 0),
    golfer(5, 0),
    golfer(9, 1),
    golfer(-9, 0),
    golfer(-9, 0),
    golfer(0, 0, true),
  ]
  const picks = Uint16Array.of(0, 1, 2, 3, 4, 5, 6, 3)
  const limits = findLimits(event(golfers), noScenario)
  expect(findPossiblePlaces(limits, picks, 0)).toEqual({ best: 1, worst: 2 })
  expect(tryEverything(golfers, picks, 0)).toEqual({ best: 1, worst: 2 })
})

it('before the last round nothing is proven', () => {
  const golfers = Array.from({ length: 8 }, (_, index) => ({ ...golfer(index * 4, 1), rounds: [0, 0] }))
  const limits = findLimits(event(golfers), noScenario)
  const picks = Uint16Array.of(0, 2, 4, 6, 1, 3, 5, 7)
  expect(findPossiblePlaces(limits, picks, 1)).toEqual({ best: 1, worst: null })
})
