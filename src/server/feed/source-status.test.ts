import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildEvent, buildField } from '#test/support/build-field.ts'
import { openTestDatabase, sqlite } from '#test/support/database-kind.ts'
import { buildClock, type TestClock } from '#test/support/test-clock.ts'
import { createLog } from '../log.ts'
import { addTournament } from '../tournaments/tournament-store.ts'
import { FeedError } from './feed-error.ts'
import { describeFault, watchSource } from './source-status.ts'
import { findCurrentFault } from './source-status-store.ts'

let opened: Awaited<ReturnType<typeof openTestDatabase>>
let clock: TestClock
/** Null: the source responds. */
let failure: Error | null
let lines: { msg: string; since?: string }[]

beforeEach(async () => {
  opened = await openTestDatabase(sqlite)
  clock = buildClock()
  lines = []
  const start = clock.now().toISOString()
  const questions = ['Winning score?', 'Drive?'] as const
  await addTournament(
    opened.database.db,
    { espnId: '4018', name: 'Links Open', start, active: true, tiebreakers: questions, players: [] },
    clock.now(),
  )
})
afterEach(() => opened.remove())

/** A poll a minute later, by a process that may have just started. */
async function poll(next: Error | null, { isDocument = false, completed = false } = {}): Promise<void> {
  failure = next
  clock.advance(60_000)
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const field = buildField({ event: buildEvent({ completed }) })
  const source = watchSource(
    {
      async getScores() {
        if (failure) throw failure
        return {
          field,
          courses: [],
          requestedAt: clock.now(),
          asOf: clock.now(),
          source: { kind: 'feed', since: null, by: null },
        }
      },
      findEvent: () => expect.fail('nobody asks'),
    },
    { db: opened.database.db, log, now: clock.now, isDocument },
  )
  await source.getScores({ id: 1, espnId: '4018' }, field).catch(() => {})
}
const current = () => findCurrentFault(opened.database.db)
const status = (code: number) => new FeedError('status', 'It failed.', undefined, code)

it.each([
  ['refused', status(403), 'Set FEED_USER_AGENT, or another address in FEED_URL'],
  ['missing', status(404), 'whether the event has a new id'],
  ['throttled', status(429), 'Raise FEED_INTERVAL_MS'],
  ['changed', new FeedError('invalid', 'It failed.'), 'look for a newer version'],
  ['failing', new FeedError('timeout', 'It failed.'), 'this machine’s internet connection'],
])(
  'a source that is %s has its own sentence, and is remembered since the first poll that failed',
  async (kind, error, remedy) => {
    await poll(error)
    const since = clock.now().toISOString()
    await poll(error)
    const fault = await current()
    expect(fault).toEqual({ kind, reason: 'It failed.', since })
    expect(fault && describeFault(fault)).toContain(remedy)
    expect(lines.map(({ msg, since }) => ({ msg, since }))).toEqual([{ msg: fault && describeFault(fault), since }])
    await poll(null)
    expect(await current()).toBeNull()
  },
)

it('another fault has the time of the first', async () => {
  await poll(status(500))
  const since = clock.now().toISOString()
  await poll(status(403))
  expect(await current()).toMatchObject({ kind: 'refused', since })
})

it('a document is put right at its own settings', async () => {
  await poll(status(403), { isDocument: true })
  const fault = await current()
  expect(fault && describeFault(fault)).toBe(
    'It failed. Check SCORES_URL and SCORES_TOKEN (docs/operations/scores.md). Organisers can enter the scores by hand.',
  )
})

it('nothing is missing once the event is over, or between tournaments', async () => {
  await poll(status(403), { completed: true })
  expect(await current()).toBeNull()
  await poll(status(403))
  expect(await current()).not.toBeNull()
  await opened.database.db.updateTable('tournaments').set({ active: 0 }).execute()
  expect(await current()).toBeNull()
})
