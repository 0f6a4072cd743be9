import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EntrySubmission } from '#contract/entry-contract.ts'
import { api } from '#contract/paths.ts'
import { entry as entryMessage } from '#contract/tournament-contract.ts'
import { addPool } from '#demo/pool-harness.ts'
import { isSameEntry } from '#domain/entry-rules.ts'
import type { Entry, Player } from '#domain/tournament.ts'
import { readConfig } from '#server/config.ts'
import { createSystemClock } from '#server/db/clock.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { loadSecrets } from '#server/identity/provider/secrets-store.ts'
import { listEntries } from '#server/tournaments/entry-store.ts'
import { listPlayers } from '#server/tournaments/tournament-store.ts'
import { listFavourites } from '#simulator/drawn-entries.ts'
import { fillEntry } from '../support/entry-client.ts'
import { findFreePort } from '../support/free-port.ts'
import { type ServerProcess, spawnScript } from '../support/server-process.ts'
import { addPerson, type Person } from '../support/test-pool.ts'
import { fetchXsrfPair, type XsrfPair } from '../support/xsrf-pair.ts'

/** How often the process is killed, half a second each; more by hand. */
const rounds = Number(process.env['KILL_ROUNDS'] ?? 50)
/** How many save at once. In each round two of them are new, and two of the last round have gone. */
const concurrentWriters = 8
const newWritersPerRound = 2
/** A round ends at a random moment of this time: saves are under way at each of them. */
const maxRoundMs = 150

/** What one user has been told, and what he does not know yet. */
type Writer = Person & { acknowledged?: Entry; pending?: EntrySubmission }

const folder = mkdtempSync(join(tmpdir(), 'player-pool-kill-'))
const databaseConfig = { kind: 'sqlite', file: join(folder, 'pool.db') } as const
let settings: Record<string, string>
let url: string
let tournamentId: number
let players: readonly Player[]
let writers: Writer[]
let server: ServerProcess | undefined

beforeAll(async () => {
  const port = String(await findFreePort())
  url = `http://127.0.0.1:${port}`
  settings = {
    PORT: port,
    DATABASE_URL: `sqlite:${databaseConfig.file}`,
    FEED_URL: 'http://127.0.0.1:9',
    RATE_LIMIT_FACTOR: '0',
  }
  const database = openDatabase(databaseConfig)
  await migrate(database)
  const secrets = await loadSecrets(database.db, createSystemClock('sqlite'))
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
  for (let at = 0; at < concurrentWriters + newWritersPerRound * (rounds - 1); at += 1) {
    writers.push(await addPerson({ database, config: readConfig(settings), secrets }, `writer-${at}`))
  }
  await database.close()
})
afterAll(async () => {
  server?.signal('SIGKILL')
  await server?.ended
  rmSync(folder, { recursive: true })
})

it(
  `no acknowledged save is lost and none is partial when the process is killed ${rounds} times`,
  async () => {
    let saves = 0
    for (let round = 0; round < rounds; round += 1) {
      await restart()
      await expectAcknowledgedSaves()
      const first = round * newWritersPerRound
      saves += await saveUntilKilled(writers.slice(first, first + concurrentWriters))
    }
    await restart()
    await expectAcknowledgedSaves()
    expect(saves).toBeGreaterThan(rounds)
  },
  rounds * 10_000,
)

async function restart(): Promise<void> {
  server = spawnScript('src/server/main.ts', { folder, settings })
  await server.ready
}

/** Lets everybody save again and again, and kills the process in the midst of it. Returns how many were answered. */
async function saveUntilKilled(some: Writer[]): Promise<number> {
  const xsrf = await fetchXsrfPair(url)
  let saves = 0
  async function saveRepeatedly(writer: Writer): Promise<void> {
    while (await save(writer, xsrf)) saves += 1
  }
  setTimeout(() => server?.signal('SIGKILL'), Math.random() * maxRoundMs)
  await Promise.all(some.map(saveRepeatedly))
  await server?.ended
  return saves
}

let saveNumber = 0

/** What has not been answered is sent again first. False when there is no answer. */
async function save(writer: Writer, xsrf: XsrfPair): Promise<boolean> {
  saveNumber += 1
  const { id = 0, version } = writer.acknowledged ?? {}
  const body =
    writer.pending ??
    fillEntry(players, tournamentId, writer, saveNumber, { id, ...(version && { version }) })
  writer.pending = body
  const response = await send(body.id === 0 ? 'POST' : 'PUT', body, writer, xsrf)
  if (response === undefined) return false
  expect(response).toMatchObject({ status: 200 })
  writer.acknowledged = entryMessage.parse(JSON.parse(response.text))
  delete writer.pending
  return true
}

async function send(method: string, body: unknown, { token }: Person, xsrf: XsrfPair) {
  try {
    const response = await fetch(url + api.entry(), {
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
    // The process is gone. Whether it has saved this, only its next life can tell.
    return undefined
  }
}

/** Every entry is what its owner was told, or what he had sent and was not told of. */
async function expectAcknowledgedSaves(): Promise<void> {
  const database = openDatabase(databaseConfig)
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

function isUnacknowledgedSave(stored: Entry | undefined, { acknowledged, pending }: Writer): boolean {
  if (!stored || !pending || stored.version !== (acknowledged?.version ?? 0) + 1) return false
  const playerIds = pending.selections.map(({ playerId }) => playerId)
  return isSameEntry(stored, { tiebreakers: pending.tiebreakers, playerIds })
}
