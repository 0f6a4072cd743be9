import { describe, expect, test } from 'vitest'
import { entrySubmission } from '#contract/entry-contract.ts'
import { buildEntry, buildPlayers } from '#test/support/build-tournament.ts'
import {
  countAnswers,
  countPicks,
  dropInvalidPicks,
  type EntryValues,
  emptyValues,
  entryFields,
  findNextOpen,
  listDifferences,
  listErrors,
  toSubmission,
  toValues,
} from './entry-values.ts'

const players = buildPlayers()
const full: EntryValues = { picks: [1, 4, 7, 10, 2, 5, 8, 11, 3, 6, 9, 12], answers: ['-12', '63'] }
const head = { userId: 7, tournamentId: 3 }

describe('the values of an entry form', () => {
  test('are those of the saved entry', () => {
    expect(toValues(buildEntry())).toEqual(full)
  })

  test('drop golfers who have left their tier or the tournament', () => {
    const picks = full.picks.with(0, 4).with(5, 99)
    expect(dropInvalidPicks({ ...full, picks }, players).picks).toEqual(full.picks.with(0, null).with(5, null))
  })

  test('count what is filled in; a space is not an answer', () => {
    expect([countPicks(emptyValues), countAnswers(emptyValues)]).toEqual([0, 0])
    const values = { picks: full.picks.with(3, null), answers: [' ', '63'] } as const
    expect([countPicks(values), countAnswers(values)]).toEqual([11, 1])
  })

  test('have a next missing pick, after the last one from the first', () => {
    const picks = full.picks.with(2, null).with(7, null)
    expect([1, 2, 7, 9].map((pickIndex) => findNextOpen(picks, pickIndex))).toEqual([2, 7, 2, 2])
    expect(findNextOpen(full.picks.with(4, null), 4)).toBeUndefined()
  })

  test('differ field by field; spaces around an answer do not count', () => {
    const other: EntryValues = { picks: full.picks.with(5, 6).with(11, null), answers: [' -12 ', '64'] }
    expect(listDifferences(full, other)).toEqual(['selections.5.playerId', 'selections.11.playerId', 'tiebreakers.1'])
    expect(listDifferences(full, { ...full, answers: ['-12', ' 63'] })).toEqual([])
  })
})

describe('an entry form', () => {
  test('requires all twelve golfers and both answers', () => {
    expect([...listErrors(emptyValues).keys()]).toEqual(entryFields)
    expect(listErrors(emptyValues).get('selections.6.playerId')).toBe('Choose a golfer from tier C.')
    expect(listErrors(full).size).toBe(0)
  })

  test('takes answers of up to 200 characters', () => {
    const answered = (answer: string) => listErrors({ ...full, answers: [answer, '63'] }).get('tiebreakers.0')
    expect(answered(` ${'x'.repeat(200)} `)).toBeUndefined()
    expect(answered('x'.repeat(201))).toBe('Use at most 200 characters (currently 201).')
  })

  test('sends nothing while it is incomplete', () => {
    expect(toSubmission({ ...full, picks: full.picks.with(0, null) }, null, head)).toBeUndefined()
    expect(toSubmission({ ...full, answers: ['-12', '  '] }, null, head)).toBeUndefined()
  })

  test('sends a new entry without a version', () => {
    const submission = toSubmission({ ...full, answers: [' -12', '63 '] }, null, head)
    expect(submission).toEqual({
      id: 0,
      ...head,
      tiebreakers: ['-12', '63'],
      selections: full.picks.map((playerId) => ({ playerId })),
    })
    expect(entrySubmission.parse(submission)).toEqual(submission)
  })

  test('sends a change with the id and the version it is based on', () => {
    expect(toSubmission(full, { id: 5, version: 2 }, head)).toMatchObject({ id: 5, version: 2 })
  })
})
