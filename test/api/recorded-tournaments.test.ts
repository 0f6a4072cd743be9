import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addPool, addRivals, bootApp, demoPeople } from '#built/harness.mjs'
import { type Leaderboard, leaderboard } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import { tournament } from '#contract/tournament-contract.ts'
import { startOnPort } from '#demo/free-port.ts'
import { createPool } from '#domain/entries/pool.ts'
import { scorePool, standingAt } from '#domain/standings/standings.ts'
import type { TournamentWithEntries } from '#domain/tournament/tournament.ts'
import type { RecordedBody } from '#simulator/replay-folder.ts'
import { type Replay, startReplay } from '#simulator/replay-server.ts'
import { createFormBrowser } from '../support/form-browser.ts'
import { listNaiveRows, rankNaively } from '../support/naive-standings.ts'
import { signIn } from '../support/oidc-client.ts'
import { rebuildBoards } from '../support/recorded-boards.ts'
import { isOver, isRegression, listExpectedScores, listRecordedFolders } from '../support/recorded-bodies.ts'
import { spawnScript } from '../support/server-process.ts'
import { addPerson } from '../support/test-pool.ts'
import { limitsMs, waitLimitMs } from '../support/time-limits.ts'

/** Recorded tournaments, replayed through the product. */
const folders = await listRecordedFolders()

describe.skipIf(folders.length > 0)('recorded tournaments', () => {
  it.skip('are not replayed: FEED_CAPTURES names no folder with several bodies of one event')
})

describe.each(folders)('the recorded tournament $title', (folder) => {
  it('is shown golfer by golfer and body by body, with the standings computed from it', async () => {
    const replay = await startReplay({ folder: folder.path, stepMs: 0 })
    const product = await openReplayedPool(replay)
    const entered = await product.readTournament()
    expect(entered.entries).toHaveLength(entrants)
    const served = new Map<number, string>()

    for (const [index, body] of folder.bodies.entries()) {
      replay.show(index)
      for (let attempts = isRegression(folder.bodies[index - 1], body) ? 3 : 1; attempts > 0; attempts -= 1)
        await product.askFeed()
      const board = await product.readBoard()
      served.set(board.version, await product.readBoardText())
      expect(board.stale, body.name).toBeNull()
      expectScores(board, body)
      expectSameAsNaive(await product.readTournament(), board, body.name)
      expect(await product.readTournament()).toEqual(entered)
    }

    const recorded = await product.readHistory()
    for (const [version, board] of served) expect(recorded.get(version), `version ${version}`).toBe(board)

    const last = folder.bodies.at(-1)
    expect((await product.readBoard()).event.completed).toBe(last !== undefined && isOver(last))
    await product.close()
    await replay.close()
  })
})

const entrants = 40

async function openReplayedPool(replay: Replay) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'player-pool-replay-'))
  const app = await bootApp({
    feedUrl: replay.url,
    dataFolder,
    feedIntervalMs: 24 * 60 * 60 * 1000,
    rateLimitFactor: 0,
  })
  const { token } = await addPerson(app, 'viewer')
  const tournamentId = await addPool(app, {
    espnId: replay.eventId,
    name: replay.name,
    start: new Date(Date.now() - 60_000),
    favourites: replay.listGolfers(),
    entrantIds: await addRivals(app, entrants),
  })
  await app.feed.refreshTarget()
  const read = async (path: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`http://127.0.0.1:${app.config.listen.port}${path}`, { headers })).json()
  }

  return {
    askFeed: () => app.feed.pollNow(),
    readBoard: async () => leaderboard.parse(await read(api.leaderboard(tournamentId))),
    readBoardText: async () => JSON.stringify(await read(api.leaderboard(tournamentId))),
    readHistory: async () => rebuildBoards(await read(api.leaderboardHistory(tournamentId))),
    async readTournament(): Promise<TournamentWithEntries> {
      const { players, entries, ...head } = tournament.parse(
        await read(api.tournament(tournamentId, { players: true, entries: true })),
      )
      if (!players || !entries) throw new Error('Both were asked for.')
      return { ...head, players, entries }
    },
    async close() {
      await app.close()
      rmSync(dataFolder, { recursive: true })
    },
  }
}

function expectScores(board: Leaderboard, body: RecordedBody): void {
  const shown = board.golfersScores.map(({ espnId, total, relativeScore }) => ({
    espnId,
    strokes: total,
    toPar: relativeScore,
  }))
  const byId = (a: { espnId: string }, b: { espnId: string }) => Number(a.espnId) - Number(b.espnId)
  expect(shown.toSorted(byId), body.name).toEqual(listExpectedScores(body).toSorted(byId))
}

function expectSameAsNaive(entered: TournamentWithEntries, board: Leaderboard, name: string): void {
  const standings = scorePool(createPool(entered), board)
  const lines = Array.from({ length: standings.size }, (_, line) => {
    const { entryId, displayName, position, relativeScore, toPar, total, golfers } = standingAt(standings, line)
    const droppedPlayerId = golfers.find(({ isDropped }) => isDropped)?.player.id
    return { entryId, displayName, position, relativeScore, toPar, total, droppedPlayerId }
  })
  expect(lines, name).toHaveLength(3 * entrants)
  expect(lines, name).toEqual(rankNaively(listNaiveRows(entered), board))
}

describe.each(folders.slice(0, 1))('the demo', (folder) => {
  it(
    'replays a recorded tournament to its end for users who sign in',
    async () => {
      const dataFolder = mkdtempSync(join(tmpdir(), 'player-pool-demo-'))
      const { demo, port } = await startOnPort(async (port) => {
        const args = ['--replay', folder.path, '--every', '1', '--port', String(port), '--players', '6']
        const demo = spawnScript('dist/server/demo.mjs', { folder: dataFolder, args })
        await demo.ready
        return { demo, port }
      })
      expect(readdirSync(join(dataFolder, 'data')), 'demos on other ports keep their data').toEqual([`demo-${port}`])
      const origin = `http://localhost:${port}`
      const { accessToken } = await signIn(createFormBrowser(origin), origin, demoPeople[0])
      const read = async (path: string): Promise<unknown> =>
        (await fetch(origin + path, { headers: { authorization: `Bearer ${accessToken}` } })).json()
      const { id, espnId } = tournament.parse(await read(api.tournamentCurrent()))
      expect(espnId).toBe(folder.eventId)

      const readEvent = async () => leaderboard.parse(await read(api.leaderboard(id))).event
      const last = folder.bodies.at(-1)
      await expect
        .poll(async () => demo.output().includes(`now showing ${last?.name}`), {
          timeout: waitLimitMs + 2000 * folder.bodies.length,
        })
        .toBe(true)
      await expect.poll(async () => (await readEvent()).completed).toBe(last !== undefined && isOver(last))
      const { entries = [] } = tournament.parse(await read(api.tournament(id, { players: true, entries: true })))
      expect(entries.map(({ selections }) => selections.length)).toEqual([12, 12, 12, 12, 12, 12])

      demo.signal('SIGTERM')
      expect(await demo.ended).toEqual({ code: 0, signal: null })
      rmSync(dataFolder, { recursive: true })
    },
    limitsMs.api + 3000 * folder.bodies.length,
  )
})
