import { afterEach, describe, expect, test, vi } from 'vitest'
import { createMemoryStorage } from '#test/support/memory-storage.ts'
import { createDraftStore, removeUserDrafts } from './draft-store.ts'
import { type EntryDraft, entryDrafts } from './entry-drafts.ts'
import { tournamentDrafts } from './tournament-drafts.ts'

const owner = { userId: 7, tournamentId: 3 }
const draft: EntryDraft = {
  picks: [11, null, null, null, null, null, null, null, null, null, null, null],
  answers: ['-12', ''],
  version: 2,
  keptAt: '2026-04-08T10:00:00.000Z',
}
const otherDrafts = createDraftStore<{ text: string }>('other')

function provideStorage(...options: Parameters<typeof createMemoryStorage>): Storage {
  const storage = createMemoryStorage(...options)
  vi.stubGlobal('localStorage', storage)
  return storage
}

afterEach(() => vi.unstubAllGlobals())

describe('a draft', () => {
  test('is found as it was stored', () => {
    provideStorage()
    expect(entryDrafts.save(owner, draft)).toBe(true)
    expect(entryDrafts.find(owner)).toEqual(draft)
  })

  test('belongs to one user and one tournament', () => {
    provideStorage()
    entryDrafts.save(owner, draft)
    expect(entryDrafts.find({ ...owner, userId: 70 })).toBeUndefined()
    expect(entryDrafts.find({ ...owner, tournamentId: 4 })).toBeUndefined()
  })

  test('does not affect a draft of another kind', () => {
    provideStorage()
    entryDrafts.save(owner, draft)
    otherDrafts.save(owner, { text: 'a' })
    expect(entryDrafts.find(owner)).toEqual(draft)
    expect(otherDrafts.find(owner)).toEqual({ text: 'a' })
  })

  test('can be removed', () => {
    const storage = provideStorage()
    entryDrafts.save(owner, draft)
    entryDrafts.remove(owner)
    expect(storage.length).toBe(0)
  })

  test('is removed together with all drafts of its owner, and nothing else', () => {
    const storage = provideStorage()
    storage.setItem('theme', 'dark')
    const otherOwner = { ...owner, userId: 77 }
    for (const draftOwner of [owner, { ...owner, tournamentId: 4 }, otherOwner]) entryDrafts.save(draftOwner, draft)
    otherDrafts.save(owner, { text: 'a' })
    removeUserDrafts(owner.userId)
    expect(entryDrafts.find(otherOwner)).toEqual(draft)
    expect(storage.getItem('theme')).toBe('dark')
    expect(storage.length).toBe(2)
  })

  test('is read as the first release stores it', () => {
    const storage = provideStorage()
    const start = { date: '2031-04-10', time: '07:45', isSecond: false }
    const tournamentDraft = {
      values: {
        espnId: '1234',
        name: 'Open',
        start,
        tiebreakers: ['One?', 'Two?'],
        tiers: ['a', 'b', 'c', 'd'],
        ranks: { 1: 12 },
        fee: { price: '20 USD', isPerEntry: false, howToPay: '', payouts: '1st: 100%' },
        houseRules: '# Prizes',
      },
      zone: 'Europe/London',
      filledIn: { name: 'Open', start: null },
      basedOn: '',
      keptAt: '2026-04-08T10:00:00.000Z',
    }
    storage.setItem('player-pool:draft:7:entry:3', JSON.stringify(draft))
    storage.setItem('player-pool:draft:7:tournament:3', JSON.stringify(tournamentDraft))
    expect(entryDrafts.find(owner)).toEqual(draft)
    expect(tournamentDrafts.find(owner)).toEqual(tournamentDraft)
  })

  test('is not stored when the storage is full, and the result says so', () => {
    provideStorage({}, { maxItems: 0 })
    expect(entryDrafts.save(owner, draft)).toBe(false)
  })

  test.each([
    ['not JSON', '{'],
    ['null', 'null'],
  ])('that is %s is ignored', (_, text) => {
    const storage = provideStorage()
    entryDrafts.save(owner, draft)
    storage.setItem(storage.key(0) ?? '', text)
    expect(entryDrafts.find(owner)).toBeUndefined()
  })
})
