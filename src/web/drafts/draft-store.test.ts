import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createDraftStore, removeUserDrafts } from './draft-store.ts'
import { type EntryDraft, entryDrafts } from './entry-drafts.ts'

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
const otherDrafts = createDraftStore('other', z.object({ text: z.string() }))

describe('a draft', () => {
  test('is found again as it was kept', () => {
    const storage = buildStorage()
    expect(entryDrafts.save(storage, owner, draft)).toBe(true)
    expect(entryDrafts.find(storage, owner)).toEqual(draft)
  })

  test('is found by its owner in its tournament alone', () => {
    const storage = buildStorage()
    entryDrafts.save(storage, owner, draft)
    expect(entryDrafts.find(storage, { ...owner, userId: 70 })).toBeUndefined()
    expect(entryDrafts.find(storage, { ...owner, tournamentId: 4 })).toBeUndefined()
  })

  test('stands beside one of another kind', () => {
    const storage = buildStorage()
    entryDrafts.save(storage, owner, draft)
    otherDrafts.save(storage, owner, { text: 'a' })
    expect(entryDrafts.find(storage, owner)).toEqual(draft)
    expect(otherDrafts.find(storage, owner)).toEqual({ text: 'a' })
  })

  test('is gone once it is dropped', () => {
    const storage = buildStorage()
    entryDrafts.save(storage, owner, draft)
    entryDrafts.remove(storage, owner)
    expect(storage.length).toBe(0)
  })

  test('goes with all others of its owner, and with nothing else', () => {
    const storage = buildStorage()
    storage.setItem('theme', 'dark')
    const others = { ...owner, userId: 77 }
    for (const one of [owner, { ...owner, tournamentId: 4 }, others]) entryDrafts.save(storage, one, draft)
    otherDrafts.save(storage, owner, { text: 'a' })
    removeUserDrafts(storage, owner.userId)
    expect(entryDrafts.find(storage, others)).toEqual(draft)
    expect(storage.getItem('theme')).toBe('dark')
    expect(storage.length).toBe(2)
  })

  test('is not kept where there is no room, and that is said', () => {
    expect(entryDrafts.save(buildStorage(0), owner, draft)).toBe(false)
  })

  test.each([
    ['no JSON', '{'],
    ['another shape', '{"picks":[1]}'],
    ['fewer than twelve picks', JSON.stringify({ ...draft, picks: [1] })],
    ['null', 'null'],
  ])('that is %s counts as none', (_, text) => {
    const storage = buildStorage()
    entryDrafts.save(storage, owner, draft)
    storage.setItem(storage.key(0) ?? '', text)
    expect(entryDrafts.find(storage, owner)).toBeUndefined()
  })
})
