import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDocumentSource } from '#built/harness.mjs'
import { scoreDocument } from '#contract/score-document-contract.ts'
import { startOnPort } from '#demo/free-port.ts'
import { findScoreFaults } from '#domain/scores/score-document.ts'
import { type ServerProcess, spawnScript, waitForServer } from '../support/server-process.ts'
import { leaderboard, startSportsDataIo } from '../support/sportsdataio-leaderboard.ts'
import { waitLimitMs } from '../support/time-limits.ts'

/** docs/operations/scores.md: its document and the example of a bridge. */

const { Tournament } = leaderboard
const final = {
  Tournament: {
    ...{ ...Tournament, IsInProgress: false, IsOver: true },
    Rounds: Tournament.Rounds.map((round) => ({ ...round, IsRoundOver: true })),
  },
  Players: leaderboard.Players.map((player) => ({ ...player, MadeCut: player.Name === 'Bea Bunker' ? 0 : 1 })),
}
const [key, token] = ['the-key-of-the-provider', 'the-token-of-the-bridge']
let provider: Awaited<ReturnType<typeof startSportsDataIo>>
let bridge: ServerProcess
let url: string

beforeAll(async () => {
  provider = await startSportsDataIo(key, { 688: leaderboard, 689: final })
  const settings = { SPORTSDATAIO_URL: provider.url, SPORTSDATAIO_KEY: key, BRIDGE_TOKEN: token }
  bridge = await startOnPort(async (port) => {
    url = `http://127.0.0.1:${port}/{event}`
    const PORT = String(port)
    const script = 'docs/operations/examples/sportsdataio-bridge.mjs'
    const started = spawnScript(script, { folder: '.', settings: { ...settings, PORT } })
    await waitForServer(started, async () => (await fetch(url)).status === 401)
    return started
  })
})
afterAll(async () => {
  bridge.signal('SIGTERM')
  await bridge.ended
  await provider.close()
})

const open = (withToken: string | null) =>
  createDocumentSource({ url, token: withToken, userAgent: 'pool', now: () => new Date(), deadlineMs: waitLimitMs })
const read = (event: string) => open(token).getScores({ id: 1, espnId: event }, null)

it('a round under way: rounds, holes played, tee times in UTC, who is out', async () => {
  const { event, golfersScores } = (await read('0688')).field
  expect(event).toMatchObject({ name: 'Spring Open', season: 2026, par: 72, roundStatus: 'Round 2 - In Progress' })
  expect(
    golfersScores.map(({ espnId, position, toPar, currentRoundScore, thru, round1Score, teeTime }) =>
      [espnId, position, toPar, currentRoundScore, thru, round1Score, teeTime].join(' '),
    ),
  ).toEqual([
    '40000019 1 -3 -2 4 71 ',
    '40000022 2 E E F 72 ',
    '40000020 3 +2 -- -- 74 2026-06-05T17:10:00.000Z',
    '40000021 WD +5 -- -- -- ',
  ])
})

it('the end of an event, with the cut', async () => {
  const { event, golfersScores } = (await read('0689')).field
  expect(event).toMatchObject({ completed: true, roundStatus: 'Final' })
  expect(golfersScores.find(({ fullName }) => fullName === 'Bea Bunker')).toMatchObject({ position: 'CUT' })
})

it('the event is known before it begins; a wrong token or id is refused', async () => {
  const { summary, golfers } = await open(token).findEvent('0688')
  expect([summary.name, golfers.map(({ name }) => name)]).toEqual([
    'Spring Open',
    ['Ann Arbor', 'Bea Bunker', 'Cleo Club', 'Dee Driver'],
  ])
  await expect(open('another').findEvent('0688')).rejects.toMatchObject({ status: 401 })
  await expect(read('7000')).rejects.toMatchObject({ status: 404 })
})

it('the document in the manual is valid', () => {
  const [, text = ''] = /```json\n([\s\S]*?)```/.exec(readFileSync('docs/operations/scores.md', 'utf8')) ?? []
  expect(findScoreFaults(scoreDocument.parse(JSON.parse(text)), null)).toEqual([])
})
