import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type Replay, type ReplayOptions, startReplay } from './replay-server.ts'
import { simulatedCourse } from './simulated-course.ts'

const running: Replay[] = []
const folders: string[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((replay) => replay.close()))
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })))
})

async function start(options: ReplayOptions): Promise<Replay> {
  const replay = await startReplay(options)
  running.push(replay)
  return replay
}

/** A body of two golfers with a finished round of 70 strokes and one under way. */
function buildBody(overrides: { id?: string; strokes?: number; playing?: boolean } = {}): object {
  const { id = '401888001', strokes = 70, playing = false } = overrides
  const holes = simulatedCourse.holes.map(({ number, par }) => ({ number, shotsToPar: par }))
  const started = { value: 14, displayValue: '-1', period: 2, inScore: 14, teeTime: '2026-05-02T12:00Z' }
  const competitors = ['9100001', '9100002'].map((golfer, index) => ({
    id: golfer,
    sortOrder: 2 - index,
    athlete: {
      id: golfer,
      displayName: `Golfer ${index + 1}`,
      headshot: { href: `https://a.espncdn.com/${golfer}` },
    },
    status: playing ? { period: 2, startHole: 10, thru: 4 } : { period: 1 },
    statistics: [{ name: 'scoreToPar', value: strokes - 72, displayValue: String(strokes - 72) }],
    linescores: [
      { value: strokes, displayValue: String(strokes - 72), period: 1, outScore: 34, inScore: strokes - 34 },
      playing ? started : { period: 2, teeTime: '2026-05-02T12:00Z', isStreaming: false },
    ],
  }))
  return {
    events: [
      {
        id,
        name: 'Open of the Two',
        date: '2026-05-01T04:00Z',
        courses: [{ id: '1', holes, host: true }],
        competitions: [{ id, competitors, status: { period: 1 } }],
      },
    ],
  }
}

async function createFolder(files: Record<string, unknown>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'replay-'))
  folders.push(folder)
  for (const [name, body] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), typeof body === 'string' ? body : JSON.stringify(body))
  }
  return folder
}

async function readLeaderboard(replay: Replay): Promise<unknown> {
  return (await fetch(`${replay.url}/leaderboard?event=${replay.eventId}`)).json()
}

type Summary = {
  profile: { displayName: string }
  rounds: object[]
}

async function readSummary(replay: Replay, espnId: string): Promise<Summary> {
  const address = `${replay.url}/pga/leaderboard/${replay.eventId}/playersummary?player=${espnId}`
  return (await fetch(address)).json() as Promise<Summary> // of a body built above, or of this replay
}

test('the bodies of a folder are served one after another, and the last one stays', async () => {
  let time = 0
  const folder = await createFolder({ '02-b.json': buildBody({ strokes: 71 }), '01-a.json': buildBody() })
  const replay = await start({ folder, stepMs: 1000, now: () => time })
  expect(replay).toMatchObject({ eventId: '401888001', name: 'Open of the Two' })
  expect(replay.names).toEqual(['01-a.json', '02-b.json'])
  expect(await readLeaderboard(replay)).toEqual(buildBody())
  time = 1000
  expect(await readLeaderboard(replay)).toEqual(buildBody({ strokes: 71 }))
  time = 60_000
  expect(replay.current()).toEqual({ index: 1, name: '02-b.json' })
})

test('a golfer without a recorded summary has the rounds of the leaderboard', async () => {
  const folder = await createFolder({ 'a.json': buildBody({ playing: true }) })
  const replay = await start({ folder, stepMs: 0 })
  const { profile, rounds } = await readSummary(replay, '9100002')
  expect(profile.displayName).toBe('Golfer 2')
  expect(rounds).toMatchObject([
    { period: 1, value: 70, outScore: 34 },
    { period: 2, value: 14, inScore: 14 },
  ])
})

test('a recorded summary is served unchanged', async () => {
  const recorded = { profile: { displayName: 'As recorded' }, rounds: [] }
  const folder = await createFolder({
    'a.json': buildBody(),
    'player-summary/401888001-9100001-two-rounds.json': recorded,
  })
  expect(await readSummary(await start({ folder, stepMs: 0 }), '9100001')).toEqual(recorded)
})

test('files that are not a leaderboard of the event are ignored', async () => {
  const folder = await createFolder({
    'a.json': { profile: {} },
    'b.json': buildBody(),
    'c.json': buildBody({ id: '401888002' }),
    'notes.txt': 'words',
  })
  expect((await start({ folder, stepMs: 0 })).names).toEqual(['b.json'])
})

test('a folder without a body is refused, and the error names it', async () => {
  const folder = await createFolder({ 'a.json': {} })
  await expect(startReplay({ folder, stepMs: 0 })).rejects.toThrow(folder)
})
