import { describe, expect, test } from 'vitest'
import {
  dropEntryDraft,
  dropEntryDrafts,
  type EntryDraft,
  findEntryDraft,
  keepEntryDraft,
} from './entry-drafts.ts'

/** A browser's storage; with `room` 0 a full one. */
function buildStorage(room = Number.POSITIVE_INFINITY): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: (at) => [...items.keys()][at] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      if (items.size >= room) throw new DOMException('full', 'QuotaExceededError')
      items.set(key, value)
    },
    removeItem: (key) => items.delete(key),
    clear: () => items.clear(),
  }
}

const owner = { userId: 7, tournamentId: 3 }
const draft: EntryDraft = {
  picks: [11, null, null, null, null, null, null, null, null, null, null, null],
  answers: ['-12', ''],
  version: 2,
  keptAt: '2026-04-08T10:00:00.000Z',
}

describe('a draft of an entry', () => {
  test('is found again as it was kept', () => {
    const storage = buildStorage()
    expect(keepEntryDraft(storage, owner, draft)).toBe(true)
    expect(findEntryDraft(storage, owner)).toEqual(draft)
  })

  test('is found by its owner in its tournament alone', () => {
    const storage = buildStorage()
    keepEntryDraft(storage, owner, draft)
    expect(findEntryDraft(storage, { ...owner, userId: 70 })).toBeUndefined()
    expect(findEntryDraft(storage, { ...owner, tournamentId: 4 })).toBeUndefined()
  })

  test('is gone once it is dropped', () => {
    const storage = buildStorage()
    keepEntryDraft(storage, owner, draft)
    dropEntryDraft(storage, owner)
    expect(storage.length).toBe(0)
  })

  test('goes with all others of its owner, and with nothing else', () => {
    const storage = buildStorage()
    storage.setItem('theme', 'dark')
    const others = { ...owner, userId: 77 }
    for (const one of [owner, { ...owner, tournamentId: 4 }, others]) keepEntryDraft(storage, one, draft)
    dropEntryDrafts(storage, owner.userId)
    expect(findEntryDraft(storage, others)).toEqual(draft)
    expect(storage.getItem('theme')).toBe('dark')
    expect(storage.length).toBe(2)
  })

  test('is not kept where there is no room, and that is said', () => {
    expect(keepEntryDraft(buildStorage(0), owner, draft)).toBe(false)
  })

  test.each([
    ['no JSON', '{'],
    ['another shape', '{"picks":[1]}'],
    ['fewer than twelve picks', JSON.stringify({ ...draft, picks: [1] })],
    ['null', 'null'],
  ])('that is %s counts as none', (_, text) => {
    const storage = buildStorage()
    keepEntryDraft(storage, owner, draft)
    storage.setItem(storage.key(0) ?? '', text)
    expect(findEntryDraft(storage, owner)).toBeUndefined()
  })
})
