import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addPool,
  createSystemClock,
  listEntries,
  listPlayers,
  loadSecrets,
  migrate,
  openDatabase,
  readConfig,
} from '#built/harness.mjs'
import type { EntrySubmission } from '#contract/entry-contract.ts'
import { leaderboard } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import { scoreSheet } from '#contract/score-sheet-contract.ts'
import { entry as entryMessage } from '#contract/tournament-contract.ts'
import { type Entry, isSameEntry, type Player } from '#domain/tournament/tournament.ts'
import type { DatabaseConfig } from '#server/platform/settings/config.ts'
import { listFavourites } from '#simulator/simulated-entries.ts'
import { fillEntry } from '../support/entry-client.ts'
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts'
import { rebuildBoards } from '../support/recorded-boards.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { databaseKinds } from '../support/test-database.ts'
import { addPerson, type Person } from '../support/test-pool.ts'
import { testRandom } from '../support/test-random.ts'
import { testRounds } from '../support/test-rounds.ts'
import { limitsMs } from '../support/time-limits.ts'
import { fetchXsrfPair, type XsrfPair } from '../support/xsrf-pair.ts'

/** Each round replaces two of them by new ones. */
const concurrentWriters = 8
const newWritersPerRound = 2
/** The kill comes after a random number of acknowledged saves, while others are in progress, and a few milliseconds. */
const maxSavesBeforeKill = 40
const maxKillDelayMs = 10

/** A user's last acknowledged entry, and the submission that has not been answered. */
type Writer = Person & { acknowledged?: Entry; pending?: EntrySubmission }

type Store = {
  config: DatabaseConfig
  /** Whether the database is killed as well, and the process only every other time. */
  postgres?: PostgresServer
  remove(): Promise<void>
}

type Kind = { name: string; fewRounds: number; open(folder: string): Promise<Store> }

const kinds: Kind[] = [
  {
    name: 'SQLite',
    fewRounds: 1,
    open: async (folder) => ({ config: { kind: 'sqlite', file: join(folder, 'pool.db') }, remove: async () => {} }),
  },
  {
    name: 'PostgreSQL',
    fewRounds: 2,
    async open() {
      // The other tests' cluster runs without fsync and must not be killed.
      const postgres = await startPostgresServer()
      if (!postgres) throw new Error('PostgreSQL is not installed')
      return { config: { kind: 'postgres', url: postgres.url('postgres') }, postgres, remove: postgres.remove }
    },
  },
]

describe.each(kinds.slice(0, databaseKinds().length))('on $name', (kind) => {
  const rounds = testRounds(kind.fewRounds)
  const folder = mkdtempSync(join(tmpdir(), 'player-pool-kill-'))
  let store: Store
  let settings: Record<string, string>
  let url: string
  let tournamentId: number
  let players: readonly Player[]
  let writers: Writer[]
  let organiser: Person
  let server: ServerProcess | undefined
  let saveNumber = 0

  beforeAll(async () => {
    store = await kind.open(folder)
    settings = {
      // Each start has a port of its own.
      PUBLIC_URL: 'http://localhost:8080',
      DATABASE_URL: store.config.kind === 'sqlite' ? `sqlite:${store.config.file}` : store.config.url,
      FEED_URL: 'http://127.0.0.1:9',
      RATE_LIMIT_FACTOR: '0',
    }
    const database = openDatabase(store.config)
    await migrate(database)
    const secrets = await loadSecrets(database.db, createSystemClock(database.kind))
    tournamentId = await addPool(
      { database },
      {
        espnId: '401000001',
        name: 'The Fragile Open',
        start: new Date(Date.now() + 24 * 60 * 60 * 1000),
        favourites: listFavourites('kill'),
        entrantIds: [],
      },
    )
    players = await listPlayers(database.db, tournamentId)
    writers = []
    for (let index = 0; index < concurrentWriters + newWritersPerRound * (rounds - 1); index += 1) {
      writers.push(await addPerson({ database, config: readConfig(settings), secrets }, `writer-${index}`))
    }
    organiser = await addPerson({ database, config: readConfig(settings), secrets }, 'organiser', 'power')
    await database.close()
  })
  afterAll(async () => {
    server?.signal('SIGKILL')
    await server?.ended
    await store.remove()
    rmSync(folder, { recursive: true })
  })

  it(
    'no acknowledged save is lost and none is partial after kill -9',
    async () => {
      const random = testRandom()
      let saves = 0
      for (let round = 0; round < rounds; round += 1) {
        await restart()
        await expectAcknowledgedSaves()
        const first = round * newWritersPerRound
        const killsProcess = !store.postgres || round % 2 === 0
        saves += await saveUntilKilled(writers.slice(first, first + concurrentWriters), random, killsProcess)
      }
      await restart()
      await expectAcknowledgedSaves()
      expect(saves).toBeGreaterThan(rounds)
    },
    limitsMs.api + rounds * 10_000,
  )

  it('a publish of scores that is killed leaves those before or after it, whole, on the board too', async () => {
    await restart()
    const database = openDatabase(store.config)
    await database.db
      .updateTable('tournaments')
      .set({ start: new Date(Date.now() - 60_000).toISOString() })
      .execute()
    await database.close()
    const xsrf = await fetchXsrfPair(url)
    const path = api.adminScores(tournamentId)
    const begun = await send('PUT', { version: 0, inUse: true, document: null }, organiser, xsrf, path)
    const { document } = scoreSheet.parse(JSON.parse(begun?.text ?? ''))
    if (!document) throw new Error('unreachable')
    const event = { ...document.event, round: 1, status: 'in-progress' }
    const killAfter = 3 + Math.floor(testRandom().next() * 8)
    const killed = Promise.withResolvers<void>()
    let strokes = 60
    for (let version = 1; ; version += 1) {
      const golfers = document.golfers.map((golfer) => ({ ...golfer, rounds: [strokes + 1] }))
      const publishing = send('PUT', { version, inUse: true, document: { event, golfers } }, organiser, xsrf, path)
      if (version === killAfter) setTimeout(() => kill(true).then(killed.resolve, killed.reject), 2)
      if ((await publishing)?.status !== 200) break
      strokes += 1
    }
    await killed.promise
    await restart()
    const headers = { authorization: `Bearer ${organiser.token}` }
    const read = async (address: string) => (await fetch(url + address, { headers })).json()
    const after = scoreSheet.parse(await read(path))
    const [rounds, ...others] = new Set(after.document?.golfers.map((golfer) => golfer.rounds.join()))
    expect(others).toEqual([])
    expect([String(strokes), String(strokes + 1)]).toContain(rounds)
    await expect
      .poll(async () => leaderboard.parse(await read(api.leaderboard(tournamentId))).golfersScores[0]?.round1Score)
      .toBe(rounds)
    const board = JSON.stringify(await read(api.leaderboard(tournamentId)))
    const recorded = rebuildBoards(await read(api.leaderboardHistory(tournamentId)))
    expect([...recorded.values()].at(-1)).toBe(board)
    expect([...recorded.keys()]).toEqual([...recorded.keys()].map((_, index) => index + 1))
  })

  /** Starts what is not running, and waits until the process serves requests. */
  async function restart(): Promise<void> {
    await store.postgres?.start()
    if (!server) {
      const started = await startServer({ folder, settings })
      server = started
      url = started.url
    }
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
  }

  async function kill(killsProcess: boolean): Promise<void> {
    const databaseGone = store.postgres?.kill()
    if (killsProcess) server?.signal('SIGKILL')
    await databaseGone
    if (!killsProcess) return
    await server?.ended
    server = undefined
  }

  /** All writers save repeatedly until a save is not answered. Returns the number of acknowledged saves. */
  async function saveUntilKilled(
    activeWriters: Writer[],
    random: ReturnType<typeof testRandom>,
    killsProcess: boolean,
  ): Promise<number> {
    const xsrf = await fetchXsrfPair(url)
    const killAfter = 2 + Math.floor(random.next() * maxSavesBeforeKill)
    const delayMs = random.next() * maxKillDelayMs
    const killed = Promise.withResolvers<void>()
    let saves = 0
    async function saveRepeatedly(writer: Writer): Promise<void> {
      while (await save(writer, xsrf)) {
        saves += 1
        if (saves === killAfter) setTimeout(() => kill(killsProcess).then(killed.resolve, killed.reject), delayMs)
      }
    }
    await Promise.all(activeWriters.map(saveRepeatedly))
    await killed.promise
    return saves
  }

  /** A submission that was not answered is sent again first. Returns false if there is no response. */
  async function save(writer: Writer, xsrf: XsrfPair): Promise<boolean> {
    saveNumber += 1
    const { id = 0, version } = writer.acknowledged ?? {}
    const body =
      writer.pending ?? fillEntry(players, tournamentId, writer, saveNumber, { id, ...(version && { version }) })
    writer.pending = body
    const response = await send(body.id === 0 ? 'POST' : 'PUT', body, writer, xsrf)
    // Without its database, a process refuses requests, and does not know whether the save was committed.
    if (response === undefined || (store.postgres && response.status === 503)) return false
    expect(response).toMatchObject({ status: 200 })
    writer.acknowledged = entryMessage.parse(JSON.parse(response.text))
    delete writer.pending
    return true
  }

  async function send(
    method: string,
    body: unknown,
    { token }: Person,
    xsrf: XsrfPair,
    path: string = api.entrySave(),
  ) {
    try {
      const response = await fetch(url + path, {
        method,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          connection: 'close',
          ...xsrf,
        },
        body: JSON.stringify(body),
      })
      return { status: response.status, text: await response.text() }
    } catch {
      // The process is gone. Whether it saved this shows after the restart.
      return undefined
    }
  }

  /** Every stored entry is the acknowledged one, or a complete save that was not acknowledged. */
  async function expectAcknowledgedSaves(): Promise<void> {
    const database = openDatabase(store.config)
    const stored = new Map((await listEntries(database.db, tournamentId)).map((entry) => [entry.userId, entry]))
    const picks = await database.db.selectFrom('selections').select('entry_id').execute()
    await database.close()
    for (const entry of stored.values()) expect(entry.selections).toHaveLength(12)
    expect(picks).toHaveLength(stored.size * 12)

    for (const writer of writers) {
      const own = stored.get(writer.userId)
      if (!isUnacknowledgedSave(own, writer)) expect(own).toEqual(writer.acknowledged)
    }
  }
})

function isUnacknowledgedSave(stored: Entry | undefined, { acknowledged, pending }: Writer): boolean {
  if (!stored || !pending || stored.version !== (acknowledged?.version ?? 0) + 1) return false
  const playerIds = pending.selections.map(({ playerId }) => playerId)
  return isSameEntry(stored, { tiebreakers: pending.tiebreakers, playerIds })
}
