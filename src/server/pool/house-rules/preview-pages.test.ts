import { describe, expect, test } from 'vitest'
import { type PublicTournament, toLinkPreview } from './preview-pages.ts'

const now = new Date('2026-04-09T12:00:00Z')
const tournaments = [
  { id: 3, name: 'Next Open', start: '2026-04-16T11:30:00.000Z', active: true },
  { id: 2, name: 'Spring Open', start: '2026-04-09T11:00:00.000Z', active: true },
  { id: 1, name: 'Winter Open', start: '2026-01-09T11:00:00.000Z', active: false },
]
const preview = (path: string, all: readonly PublicTournament[] = tournaments) =>
  toLinkPreview(path, { poolName: 'Old Mill', timeZone: 'America/New_York' }, { all, current: all[0] }, now)

test('a shared board shows the tournament and its state', () => {
  expect(preview('/pool/3')).toEqual({
    title: 'Next Open - Old Mill',
    description: 'Entries are open until Thursday, April 16, 2026, 07:30 EDT (11:30 UTC).',
    path: '/pool/3',
  })
  expect(preview('/golfers/2')).toEqual({
    title: 'Spring Open - Old Mill',
    description: 'Live: entries are closed, and the leaderboard follows every hole.',
    path: '/golfers/2',
  })
  expect(preview('/pool/1')).toMatchObject({ description: 'Final: see how the pool ended.', endedTournamentId: 1 })
})

test('a cancelled tournament says so', () => {
  const cancelled = { id: 4, name: 'Fog Open', start: now.toISOString(), active: false, cancelledReason: 'Fog' }
  expect(preview('/pool/4', [cancelled]).description).toBe('Cancelled: it ended without places.')
})

test('entries are open until the start, and not at it', () => {
  const start = { id: 4, name: 'Now', active: true }
  const at = (ms: number) => [{ ...start, start: new Date(now.getTime() + ms).toISOString() }]
  expect(preview('/pool/4', at(1)).description).toMatch(/^Entries are open/)
  expect(preview('/pool/4', at(0)).description).toMatch(/^Live/)
})

test.each(['/', '/home', '/pool', '/golfers'])('%s is about the current tournament', (path) => {
  expect(preview(path)).toMatchObject({ title: 'Next Open - Old Mill', path })
  expect(preview(path, tournaments.slice(2)).title).toBe('Winter Open - Old Mill')
  expect(preview(path, []).title).toBe('Old Mill')
})

describe('nothing else is revealed', () => {
  test.each([
    '/pool/99',
    '/pool/3/x',
    '/pool/03x',
    '/home/x',
    '/entry/edit/3',
    '/entry/new',
    '/admin',
    '/tournament/edit/3',
    '/x',
  ])('%s has the preview of the pool', (path) => {
    expect(preview(path)).toMatchObject({ title: 'Old Mill', path: '/' })
  })

  test.each(['/results', '/results/7'])('%s reveals nothing about a person', (path) => {
    expect(preview(path)).toMatchObject({ title: 'Results - Old Mill', path: '/results' })
  })
})
