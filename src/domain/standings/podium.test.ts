import { describe, expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import { buildFieldOf } from '#test/support/build-field.ts'
import { buildEntry, buildSelections, buildTournament } from '#test/support/build-tournament.ts'
import { toMarginText, toOwnHeadline, toPodium, toPodiumHeadline, toSharingText } from './podium.ts'
import { scorePool } from './standings.ts'

type Score = number | 'DNF'

/** Users whose entries 1 to 3 have these scores, three different ones in all: the golfer of tier A decides. */
function podiumOf(...users: { name: string; entries: [Score, Score, Score] }[]) {
  const scores = [...new Set(users.flatMap(({ entries }) => entries))]
  const pickOf = (score: Score) => [1 + scores.indexOf(score), ...(score === 'DNF' ? [4, 7, 10] : [5, 8, 11])]
  const entries = users.map(({ name, entries: [one, two, three] }, index) =>
    buildEntry({ id: index + 1, name, selections: buildSelections(pickOf(one), pickOf(two), pickOf(three)) }),
  )
  const tierA = [0, 1, 2].map((index) => scores[index] ?? 0)
  const field = buildFieldOf([...tierA, 'DNF', 0, 0, 0, 0, 0, 0, 0, 0])
  return toPodium(scorePool(createPool(buildTournament({ entries })), field))
}

describe('the headline', () => {
  test('names the player in first place and the strokes to the next score', () => {
    const podium = podiumOf({ name: 'Bo', entries: [-2, -2, -2] }, { name: 'Ann', entries: [-5, -2, -2] })
    expect(podium && toPodiumHeadline(podium, true)).toBe('Ann wins by 3')
    expect(podium && toPodiumHeadline(podium, false)).toBe('Ann leads by 3')
    expect(podium && toOwnHeadline(podium)).toBe('You win by 3')
  })

  test('names a player once whose entries share first place', () => {
    const podium = podiumOf({ name: 'Ann', entries: [-5, -5, -2] })
    expect(podium && toPodiumHeadline(podium, true)).toBe('Ann wins by 3')
  })

  test('gives no margin if nobody follows', () => {
    const podium = podiumOf({ name: 'Ann', entries: [-5, -5, -5] })
    expect(podium && toPodiumHeadline(podium, true)).toBe('Ann wins')
  })

  test('names up to three who share first place; more are counted', () => {
    const tie = (...names: string[]) =>
      podiumOf(...names.map((name) => ({ name, entries: [-5, -2, -2] as [Score, Score, Score] })))
    const headline = (...names: string[]) => {
      const podium = tie(...names)
      return podium && toPodiumHeadline(podium, true)
    }
    expect(headline('Ann', 'Bo')).toBe('Ann and Bo share first place')
    expect(headline('Ann', 'Bo', 'Cy')).toBe('Ann, Bo, and Cy share first place')
    expect(headline('Ann', 'Bo', 'Cy', 'Di')).toBe('4 players share first place')
    const podium = tie('Ann', 'Bo')
    expect(podium && toPodiumHeadline(podium, false)).toBe('Ann and Bo share the lead')
    expect(podium && toOwnHeadline(podium)).toBe('You share first place')
  })
})

test('the podium has the first three lines with their distance, and counts those who share the last place', () => {
  const podium = podiumOf({ name: 'Ann', entries: [-5, -4, -1] }, { name: 'Bo', entries: [-1, -1, -1] })
  expect(podium?.lines.map(({ standing, strokesBehind }) => [standing.displayName, strokesBehind])).toEqual([
    ['Ann 1', 0],
    ['Ann 2', 1],
    ['Ann 3', 4],
  ])
  expect(podium?.lines.map(({ strokesBehind }) => toMarginText(strokesBehind))).toEqual([
    '',
    '1 stroke behind',
    '4 strokes behind',
  ])
  expect(podium && toSharingText(podium)).toBe('3 more tied 3rd')
})

test('the podium has fewer lines if fewer entries have a place, and is null without any', () => {
  const podium = podiumOf({ name: 'Ann', entries: [-5, 'DNF', 'DNF'] })
  expect(podium?.lines.map(({ standing }) => standing.displayName)).toEqual(['Ann 1'])
  expect(podium && toSharingText(podium)).toBe('')
  expect(podiumOf({ name: 'Ann', entries: ['DNF', 'DNF', 'DNF'] })).toBeNull()
})
