import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLog } from '#server/platform/log/log.ts'
import { addTournament } from '#server/pool/tournaments/tournament-store.ts'
import { openTestDatabase, sqlite } from '#test/support/database-kind.ts'
import { buildClock, type TestClock } from '#test/support/test-clock.ts'
import { FeedError } from './feed-error.ts'
import { createSourceStatusRecorder, describeFault } from './source-status.ts'
import { findCurrentFault, findSourceStatus } from './source-status-store.ts'

let opened: Awaited<ReturnType<typeof openTestDatabase>>
let clock: TestClock
let tournamentId: number
let lines: { msg: string; since?: string }[]

beforeEach(async () => {
  opened = await openTestDatabase(sqlite)
  clock = buildClock()
  lines = []
  tournamentId = await addActive('4018')
})
afterEach(() => opened.remove())

function addActive(espnId: string): Promise<number> {
  const start = clock.now().toISOString()
  const tiebreakers = ['Winning score?', 'Drive?'] as const
  const tournament = { espnId, name: 'Links Open', start, active: true, tiebreakers, players: [] }
  return addTournament(opened.database.db, tournament, clock.now())
}

/** A poll a minute later, by a process that may have just started. Null: it succeeds, or the scores are final. */
async function poll(failure: Error | null, { isDocument = false } = {}): Promise<void> {
  clock.advance(60_000)
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const status = createSourceStatusRecorder({ db: opened.database.db, log, isDocument })
  await (failure ? status.recordFault(tournamentId, failure, clock.now()) : status.recordSuccess())
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
    expect(fault).toEqual({ tournamentId, kind, reason: 'It failed.', since })
    expect(fault && describeFault(fault)).toContain(remedy)
    expect(lines.map(({ msg, since }) => ({ msg, since }))).toEqual([{ msg: fault && describeFault(fault), since }])
    await poll(null)
    expect(await current()).toBeNull()
  },
)

it('another fault replaces the first, with its time, and is one line of the log', async () => {
  await poll(status(500))
  const since = clock.now().toISOString()
  await poll(status(403))
  expect(await current()).toMatchObject({ kind: 'refused', since })
  for (const row of [12, 12, 13]) await poll(new FeedError('invalid', `Row ${row}: it is wrong.`), { isDocument: true })
  expect(await current()).toMatchObject({ kind: 'document', reason: 'Row 13: it is wrong.', since })
  await poll(new FeedError('not-json', 'It is no document.'), { isDocument: true })
  expect(await current()).toMatchObject({ reason: 'It is no document.', since })
  expect(lines).toHaveLength(4)
})

it('a document is put right at its own settings', async () => {
  await poll(status(403), { isDocument: true })
  const fault = await current()
  expect(fault && describeFault(fault)).toBe(
    'It failed. Check SCORES_URL and SCORES_TOKEN (docs/operations/scores.md). Organisers can enter the scores by hand.',
  )
})

it('a fault of this server sends nobody to the settings', async () => {
  await poll(new Error('disk full'), { isDocument: true })
  const fault = await current()
  expect(fault && describeFault(fault)).toBe(
    'The scores could not be updated. The reason is in the log of this server. Organisers can enter the scores by hand.',
  )
})

it('golfers without an id are remembered while the feed sends them, and each change is one line of the log', async () => {
  const { db } = opened.database
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const recorder = createSourceStatusRecorder({ db, log, isDocument: false })
  for (const names of [['Ann Arbor'], ['Ann Arbor'], [], []]) {
    await recorder.recordSuccess(names)
    expect((await findSourceStatus(db)).unidentified).toEqual(names)
  }
  expect(lines).toHaveLength(2)
})

it('a fault belongs to its tournament: there is none between tournaments, and none of the one before', async () => {
  await poll(status(403))
  expect(await current()).not.toBeNull()
  await opened.database.db.updateTable('tournaments').set({ active: 0 }).execute()
  expect(await current()).toBeNull()
  tournamentId = await addActive('4019')
  expect(await current()).toBeNull()
  await poll(status(403))
  expect(await current()).toMatchObject({ since: clock.now().toISOString() })
})
