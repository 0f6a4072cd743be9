import { expect, it } from 'vitest'
import { buildEntry } from '#test/support/build-tournament.ts'
import { toRedactedEntry } from './pick-visibility.ts'

it('a redacted entry has its owner, but no picks, answers or version (docs/rules.md, 2.6)', () => {
  const entry = buildEntry({ version: 3 })
  const { id, userId, tournamentId, name } = entry
  expect(toRedactedEntry(entry)).toStrictEqual({
    id,
    userId,
    tournamentId,
    name,
    tiebreakers: [],
    selections: [],
    version: 0,
  })
})
