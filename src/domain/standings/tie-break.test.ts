import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import { poolCases } from '#test/support/arbitrary-pool.ts'
import { listTied } from './podium.ts'
import { scorePool, standingAt } from './standings.ts'
import { breakTie, toOffText, toTieText, toTieWinnerText } from './tie-break.ts'

const toPerson = ([name, ...tiebreakers]: string[], index: number) => ({ id: index + 1, name: name ?? '', tiebreakers })
const tieOf = (trueAnswers: readonly string[], ...people: string[][]) => breakTie(people.map(toPerson), trueAnswers)

/** The line of each, in the order of the tie. */
const listLines = (trueAnswers: readonly string[], ...people: string[][]) => {
  const tie = tieOf(trueAnswers, ...people)
  return tie.people.map(({ id }) => toTieText(tie, id))
}

test('the closest first answer is ahead, on either side of the true one', () => {
  expect(listLines(['277', '62'], ['Ann', '280', '62'], ['Bo', '276', '1'])).toEqual([
    '1st of 2 in the tie, ahead of Ann by the first answer (277): 276 is 1 off, 280 is 3 off.',
    '2nd of 2 in the tie, behind Bo by the first answer (277): 280 is 3 off, 276 is 1 off.',
  ])
})

test('equally close first answers leave it to the second; whoever is level there stays tied', () => {
  expect(listLines(['-12', '62.5'], ['Ann', '11 under', '60'], ['Bo', '-13', '62.5'], ['Cy', '-13', '65'])).toEqual([
    '1st of 3 in the tie, ahead of Ann by the second answer (62.5): 62.5 is exact, 60 is 2.5 off.',
    '2nd of 3 in the tie, level with Cy: the answers don’t decide it.',
    '2nd of 3 in the tie, level with Ann: the answers don’t decide it.',
  ])
})

test('an answer that is not a number comes after all numbers, and is named', () => {
  expect(listLines(['277', ''], ['Ann', 'about 277', '62'], ['Bo', '1,000', '9'])).toEqual([
    '1st of 2 in the tie, ahead of Ann by the first answer (277): 1,000 is 723 off, “about 277” isn’t a number.',
    '2nd of 2 in the tie, behind Bo by the first answer (277): “about 277” isn’t a number, 1,000 is 723 off.',
  ])
  expect(toOffText('the same as last year, or so', '1')).toBe('“the same as last ye…” isn’t a number')
})

test('a true answer that is not known compares nothing; without any, nothing is said', () => {
  const people = [
    ['Ann', '280', '60'],
    ['Bo', 'many', '62'],
  ]
  expect(listLines(['', '62'], ...people)[0]).toBe(
    '1st of 2 in the tie, ahead of Ann by the second answer (62): 62 is exact, 60 is 2 off.',
  )
  expect(listLines(['', ''], ...people)).toEqual(['', ''])
  expect(listLines(['278', '62'], ['Ann', '280', '60'])).toEqual([''])
})

test('only who is ahead of all others is proposed as the winner; decimals compare exactly', () => {
  const ahead = tieOf(['287.4', '1'], ['Ann', '287.3', '3'], ['Bo', '287.5', '2'])
  expect(toTieWinnerText(ahead)).toBe(
    'Bo is 1st of 2 in the tie, ahead of Ann by the second answer (1): 2 is 1 off, 3 is 2 off.',
  )
  expect(toTieWinnerText(tieOf(['10', ''], ['Ann', '9', ''], ['Bo', '11', ''], ['Cy', '12', '']))).toBe('')
})

test('the people of a place are those who share it, each once; the order of a tie follows from the two distances only', () => {
  const answers = fc.constantFrom('-12', '12 under', '-10', '4', 'E', 'many', '1,000')
  fc.assert(
    fc.property(poolCases, fc.array(fc.tuple(answers, answers), { minLength: 10 }), ({ tournament, field }, given) => {
      const entries = tournament.entries.map((entry, index) => ({ ...entry, tiebreakers: given[index] ?? [] }))
      const standings = scorePool(createPool({ ...tournament, entries }), field)
      const lines = Array.from({ length: standings.size }, (_, line) => standingAt(standings, line))
      for (const { place, entryId } of lines) {
        if (place === null) continue
        const sharing = lines.filter((line) => line.place === place).map((line) => line.entryId)
        const tied = listTied(standings, place)
        expect(tied.map(({ id }) => id)).toEqual([...new Set(sharing)])
        const tie = breakTie(tied, ['-11', '3'])
        expect(tie.people.map(({ id }) => id).toSorted()).toEqual(tied.map(({ id }) => id).toSorted())
        const keys = tie.people.map(({ first, second }) => first * 1e6 + Math.min(second, 1e6 - 1))
        expect(keys).toEqual(keys.toSorted((a, b) => a - b))
        expect(toTieText(tie, entryId) === '').toBe(tied.length < 2)
      }
    }),
  )
})
