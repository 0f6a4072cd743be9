import { describe, expect, test } from 'vitest'
import type { Tier } from '#domain/tournament/tournament.ts'
import { createTierListVerifier, findLongLists, verifyTierLists } from './tier-list-verification.ts'

const field = ['Ann Arbor', 'Bo Birch', 'Cy Cedar', 'Di Dogwood', 'Ed Elm'].map((name, index) => ({
  name,
  espnId: String(100 + index),
}))

type TierLists = [string[], string[], string[], string[]]
const whole: TierLists = [['Ann Arbor'], ['Bo Birch'], ['Cy Cedar'], ['Di Dogwood', 'Ed Elm']]

function verify(tiers: TierLists, { tier = 0, allTouched = true }: { tier?: Tier; allTouched?: boolean } = {}) {
  return verifyTierLists({ tiers, tier, allTouched }, field)
}

test('lists that hold the whole field, each golfer once, are valid', async () => {
  expect(await verify(whole)).toEqual({
    validPlayers: true,
    validTier: true,
    missingPlayers: [],
    duplicates: [],
    validations: [
      {
        inputName: 'Ann Arbor',
        espnName: 'Ann Arbor',
        espnId: '100',
        exactMatch: true,
        partialMatch: false,
        inField: true,
        candidates: [],
      },
    ],
  })
})

test('the lists of one person are checked one after the other, those of several people at the same time', async () => {
  const check = createTierListVerifier()
  const steps: string[] = []
  const run = async (userId: number, name: string) => {
    const watched = {
      tier: 0 as Tier,
      allTouched: true,
      get tiers() {
        steps.push(`${name} begins`)
        return whole
      },
    }
    await check(userId, watched, field)
    steps.push(`${name} ends`)
  }
  await Promise.all([run(1, 'a'), run(1, 'b'), run(2, 'c')])
  expect(steps.indexOf('b begins')).toBeGreaterThan(steps.indexOf('a ends'))
  expect(steps.indexOf('c begins')).toBeLessThan(steps.indexOf('a ends'))
})

describe('a list', () => {
  test('is trimmed, and blank lines and repeated ones are dropped', async () => {
    const { validations } = await verify([['  Ann Arbor ', '', '   ', 'Ann Arbor', 'Bo Birch'], [], [], []])
    expect(validations.map(({ inputName }) => inputName)).toEqual(['Ann Arbor', 'Bo Birch'])
  })

  test('is validated line by line, the others are not', async () => {
    const { validations } = await verify(whole, { tier: 3 })
    expect(validations.map(({ espnId }) => espnId)).toEqual(['103', '104'])
  })

  test('that is empty is not valid', async () => {
    expect(await verify([[' '], ['Bo Birch'], [], []])).toMatchObject({ validTier: false, validations: [] })
  })

  test('with partial matches is valid, and with a name that nobody has it is not', async () => {
    const partial = await verify([['Arbor'], ['Bo Birch'], ['Cy Cedar'], ['Di Dogwood', 'Ed Elm']])
    expect(partial).toMatchObject({
      validTier: true,
      validPlayers: true,
      validations: [{ espnName: 'Ann Arbor', exactMatch: false, partialMatch: true }],
    })
    const unknown = await verify([['Zed Zebrawood'], ...whole.slice(1)] as TierLists)
    expect(unknown).toMatchObject({
      validTier: false,
      validPlayers: false,
      validations: [{ espnName: null, espnId: null, exactMatch: false, partialMatch: false }],
    })
  })

  test('is valid while another one is not', async () => {
    const lists: TierLists = [['Ann Arbor'], ['Nobody At All'], [], []]
    expect(await verify(lists, { allTouched: false })).toMatchObject({ validTier: true, validPlayers: false })
  })
})

describe('a missing golfer', () => {
  const lists: TierLists = [['Ann Arbor'], ['Bo Birch'], [], ['Di Dogwood']]

  test('is reported once all lists have been touched', async () => {
    expect(await verify(lists)).toMatchObject({
      validPlayers: false,
      missingPlayers: [
        { name: 'Cy Cedar', espnId: '102' },
        { name: 'Ed Elm', espnId: '104' },
      ],
    })
  })

  test('is not reported earlier', async () => {
    expect(await verify(lists, { allTouched: false })).toMatchObject({ validPlayers: true, missingPlayers: [] })
  })

  test('is never one who left the field, who may still be listed', async () => {
    const gone = [{ name: 'Ann Arbor', espnId: '100' }]
    const ask = (tiers: TierLists) => verifyTierLists({ tiers, tier: 0, allTouched: true }, field.slice(1), gone)
    expect(await ask(whole)).toMatchObject({
      validPlayers: true,
      validations: [{ espnName: 'Ann Arbor', inField: false, exactMatch: true }],
    })
    expect((await ask([['Bo Birch'], ['Cy Cedar'], ['Di Dogwood'], ['Ed Elm']])).validPlayers).toBe(true)
  })
})

describe('a golfer on two lines', () => {
  test('of two tiers is reported with both', async () => {
    const lists: TierLists = [['Ann Arbor'], ['Bo Birch', 'Arbor, Ann'], ['Cy Cedar'], ['Di Dogwood', 'Ed Elm']]
    expect(await verify(lists)).toMatchObject({
      validPlayers: false,
      validTier: true,
      duplicates: [{ name: 'Ann Arbor', tiers: ['A', 'B'] }],
    })
  })

  test('of one tier, in two spellings, is reported, too', async () => {
    const lists: TierLists = [['Ann Arbor', 'A. Arbor'], ['Bo Birch'], ['Cy Cedar'], ['Di Dogwood', 'Ed Elm']]
    expect((await verify(lists)).duplicates).toEqual([{ name: 'Ann Arbor', tiers: ['A', 'A'] }])
  })

  test('who is unknown is reported under the typed name', async () => {
    const lists: TierLists = [['Nobody'], ['Nobody'], [], []]
    expect((await verify(lists)).duplicates).toEqual([{ name: 'Nobody', tiers: ['A', 'B'] }])
  })
})

describe('a list with more names than the field has golfers', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `Golfer ${index}`)

  test('is too long, blank lines and repetitions apart', () => {
    expect(findLongLists([['', ...names(5), 'Golfer 0'], [], names(6), []], field)).toEqual([
      { field: 'tiers.2', message: 'has 6 names, but the field has 5 golfers' },
    ])
  })

  test('may also name those who left the field', () => {
    const gone = [{ name: 'Fi Fir', espnId: '105' }]
    expect(findLongLists([names(6), [], [], []], field, gone)).toEqual([])
  })

  test('is never too long before the field is published', () => {
    expect(findLongLists([names(500), [], [], []], [])).toEqual([])
  })
})
