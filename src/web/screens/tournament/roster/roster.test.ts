import { describe, expect, test } from 'vitest'
import type { PlayersVerification } from '#contract/verification-contract.ts'
import { type Tier, tiers } from '#domain/tournament/tournament.ts'
import { buildPlayers } from '#test/support/build-tournament.ts'
import type { TierTexts } from '#web/screens/tournament/values/tournament-values.ts'
import { isInvalid, listGolfers, listPlayers, toRoster, toTierList } from './roster.ts'
import {
  emptyRosterCheck,
  type RosterAction,
  type RosterCheck,
  rosterCheckReducer,
  type Validation,
} from './roster-check.ts'
import { moveGolfersToTier, removeLine, replaceLine } from './roster-edits.ts'
import { createLockOf, mayMoveTo, toRosterLocks } from './roster-locks.ts'

function buildValidation(inputName: string, overrides: Partial<Validation> = {}): Validation {
  return {
    inputName,
    espnName: inputName,
    espnId: `1${inputName.length}${inputName.charCodeAt(0)}`,
    exactMatch: true,
    partialMatch: false,
    inField: true,
    candidates: [],
    ...overrides,
  }
}

function received(
  tier: Tier,
  sequence: number,
  validations: Validation[],
  overrides: Partial<PlayersVerification> = {},
): RosterAction {
  const response = {
    validId: true,
    validPlayers: true,
    validTier: true,
    missingPlayers: [],
    duplicates: [],
    validations,
    ...overrides,
  }
  return { type: 'received', tier, sequence, response, allTouched: true }
}

const play = (...actions: RosterAction[]): RosterCheck => actions.reduce(rosterCheckReducer, emptyRosterCheck)
const ann = buildValidation('Ann Fairway')
const ben = buildValidation('Ben Rough')
const nobody = buildValidation('Nobody', {
  espnName: null,
  espnId: null,
  exactMatch: false,
  inField: false,
  candidates: [{ name: 'Ann Fairway', espnId: ann.espnId ?? '' }],
})
const annTwice = buildValidation('A. Fairway', {
  ...ann,
  inputName: 'A. Fairway',
  exactMatch: false,
  partialMatch: true,
})
const missing = { name: 'Cy Hook', espnId: '99' }

describe('the results of checking names', () => {
  test('are those of the latest request, whatever the order of the responses', () => {
    const check = play(
      { type: 'requested', tier: 0, sequence: 1 },
      { type: 'requested', tier: 0, sequence: 2 },
      received(0, 2, [ann]),
      received(0, 1, [nobody], { missingPlayers: [missing] }),
    )
    expect([...check.validations.keys()]).toEqual(['Ann Fairway'])
    expect(check.missing).toEqual([])
    expect(check.tiers[0]?.isPending).toBe(false)
  })

  test('are pending until the latest request has a response', () => {
    const check = play(
      { type: 'requested', tier: 0, sequence: 1 },
      { type: 'requested', tier: 0, sequence: 2 },
      received(0, 1, [ann]),
    )
    expect(check.tiers[0]?.isPending).toBe(true)
  })

  test('stay when the feed fails, with the reason', () => {
    const reason = 'The sports feed did not answer.'
    const check = play(received(0, 1, [ann]), received(0, 2, [], { validId: false, reason }))
    expect(check.tiers[0]).toMatchObject({ failure: reason })
    expect(check.validations.size).toBe(1)
  })

  test('are reset when the event changes', () => {
    expect(play(received(0, 1, [ann]), { type: 'reset' })).toEqual(emptyRosterCheck)
  })
})

describe('the lists', () => {
  const texts: TierTexts = ['Ann Fairway\nNobody', 'Ben Rough\nA. Fairway', '', 'Later']
  const check = play(received(0, 1, [ann, nobody]), received(1, 2, [ben, annTwice], { missingPlayers: [missing] }))
  const roster = toRoster(texts, check)

  test('report duplicates in any spelling, unmatched names and missing golfers', () => {
    expect(roster.duplicates).toMatchObject([{ name: 'Ann Fairway', lines: [{ tier: 0 }, { tier: 1 }] }])
    expect(roster.unmatched).toMatchObject([{ name: 'Nobody', tier: 0 }])
    expect(roster.partial).toMatchObject([{ name: 'A. Fairway', tier: 1 }])
    expect(roster.missing).toEqual([missing])
    expect(isInvalid(roster)).toBe(true)
    expect(listPlayers(roster)).toBeUndefined()
  })

  test('are fixed by one edit each', () => {
    const [duplicate] = roster.duplicates
    const [unmatched] = roster.unmatched
    if (duplicate?.lines[1] === undefined || unmatched === undefined) throw new Error('There is nothing to fix.')
    expect(removeLine(texts, duplicate.lines[1])[1]).toBe('Ben Rough')
    expect(replaceLine(texts, unmatched, missing)[0]).toBe('Ann Fairway\nCy Hook')
    expect(moveGolfersToTier(texts, [missing], 3, roster)[3]).toBe('Later\nCy Hook')
    const moved = moveGolfersToTier(texts, [{ name: 'Ben Rough', espnId: ben.espnId ?? '' }], 2, roster)
    expect(moved).toEqual(['Ann Fairway\nNobody', 'A. Fairway', 'Ben Rough', 'Later'])
  })

  test('do not report a golfer as missing who has just been added', () => {
    const identified = play(received(0, 1, [ann], { missingPlayers: [missing] }), {
      type: 'identified',
      golfers: [missing],
    })
    expect(toRoster(['Ann Fairway', '', '', 'Cy Hook'], identified).missing).toEqual([])
  })

  test('are submitted with the field’s names and ids, tier by tier in list order', () => {
    const sent = toRoster(['A. Fairway', 'Ben Rough', '', ''], play(received(0, 1, [annTwice]), received(1, 2, [ben])))
    expect(listPlayers(sent)).toEqual([
      { name: 'Ann Fairway', espnId: ann.espnId, tier: 0, order: 0 },
      { name: 'Ben Rough', espnId: ben.espnId, tier: 1, order: 0 },
    ])
  })
})

test('the tiers of a duplicate are listed in words', () => {
  expect(toTierList([{ tier: 0 }, { tier: 2 }])).toBe('tier A and tier C')
  expect(toTierList([{ tier: 1 }, { tier: 1 }])).toBe('tier B twice')
  expect(toTierList([{ tier: 0 }, { tier: 1 }, { tier: 1 }, { tier: 1 }])).toBe('tier A and tier B 3 times')
})

describe('the locks', () => {
  const players = buildPlayers()

  const lineOf = (index: number, changes: { tier?: Tier; inField?: boolean } = {}) => {
    const player = players[index]
    const { name = '', espnId = '' } = player ?? {}
    const validation = buildValidation(name, { espnId, inField: changes.inField ?? true })
    return { tier: changes.tier ?? player?.tier ?? 0, name, validation }
  }
  const lockOf = (entrantCount: number) => createLockOf(toRosterLocks(players, entrantCount))
  const first = lineOf(0)

  test('give the tier in which each line must stay, as the server decides', () => {
    expect(createLockOf(null)(first)).toBeUndefined()
    expect(lockOf(0)(first)).toBeUndefined()
    const lock = { tier: 0, reason: '1 person has entered' }
    expect(lockOf(1)(first)).toEqual(lock)
    // Moved by a draft: it has to go back.
    expect(lockOf(1)(lineOf(0, { tier: 3 }))).toEqual(lock)
    expect(lockOf(1)({ ...first, validation: undefined })).toEqual(lock)
    expect(lockOf(1)({ tier: 0, name: 'Nobody', validation: nobody })).toBeUndefined()
  })

  test('of golfers who have left depend on who was picked', () => {
    const left = lineOf(0, { inField: false })
    expect(lockOf(4)(left)).toEqual({ tier: 0, reason: '4 people have entered' })
    // The browser does not know the picks; the server decides.
    expect(lockOf(5)(left)).toBeUndefined()
  })
})

test('the golfers stand in the order of the given lists, and a name of two lists has two keys', () => {
  const before: TierTexts = ['Ann Fairway\nBen Rough', 'Cy Cedar', '', '']
  const after: TierTexts = ['Ben Rough', 'Cy Cedar', 'Ann Fairway\nBen Rough\nTyped Later', '']
  const golfers = listGolfers(toRoster(after, emptyRosterCheck), before)
  expect(golfers.map(({ key, line }) => [key, line.tier])).toEqual([
    ['Ann Fairway 0', 2],
    ['Ben Rough 0', 0],
    ['Ben Rough 1', 2],
    ['Cy Cedar 0', 1],
    ['Typed Later 0', 2],
  ])
})

test.each<[string, Tier, Tier | undefined, Tier[]]>([
  ['not locked', 1, undefined, [0, 1, 2, 3]],
  ['locked in the present tier', 1, 1, [1]],
  ['locked in another tier', 1, 3, [1, 3]],
])('the tiers of a golfer who is %s', (_state, tier, lockedIn, allowed) => {
  const line = { tier, name: 'Ann Fairway', validation: undefined }
  const lock = lockedIn === undefined ? undefined : { tier: lockedIn, reason: '4 people have entered' }
  expect(tiers.filter((other) => mayMoveTo(line, other, lock))).toEqual(allowed)
})
