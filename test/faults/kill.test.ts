import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EntrySubmission } from '#contract/entry-contract.ts'
import { api } from '#contract/paths.ts'
import { entry as entryMessage } from '#contract/tournament-contract.ts'
import { addPool } from '#demo/pool-harness.ts'
import { saysTheSame } from '#domain/entry-rules.ts'
import type { Entry, Player } from '#domain/tournament.ts'
import { readConfig } from '#server/config.ts'
import { createSystemClock } from '#server/db/clock.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { loadSecrets } from '#server/identity/provider/secrets-store.ts'
import { listEntries } from '#server/tournaments/entry-store.ts'
import { listPlayers } from '#server/tournaments/tournament-store.ts'
import { listFavourites } from '#simulator/tiered-field.ts'
import { fillEntry } from '../support/entry-desk.ts'
import { findFreePort } from '../support/free-port.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'
import { addPerson, type Person } from '../support/test-pool.ts'
import { fetchXsrfPair, type XsrfPair } from '../support/xsrf-pair.ts'

/** How often the process is killed, half a second each; more by hand. */
const rounds = Number(process.env['KILL_ROUNDS'] ?? 50)
/** How many save at once. In each round two of them are new, and two of the last round have gone. */
const writersAtOnce = 8
const newWriters = 2
/** A round ends at a random moment of this time: saves are under way at each of them. */
const longestRoundMs = 150

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
  for (let at = 0; at < writersAtOnce + newWriters * (rounds - 1); at += 1) {
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
  `nothing that was acknowledged is lost and nothing is half there, however often (${rounds} times) the process is killed`,
  async () => {
    let saves = 0
    for (let round = 0; round < rounds; round += 1) {
      await restart()
      await expectWhatWasSaid()
      const first = round * newWriters
      saves += await saveUntilKilled(writers.slice(first, first + writersAtOnce))
    }
    await restart()
    await expectWhatWasSaid()
    expect(saves).toBeGreaterThan(rounds)
  },
  rounds * 10_000,
)

async function restart(): Promise<void> {
  server = startProcess('src/server/main.ts', { folder, settings })
  await server.ready
}

/** Lets everybody save again and again, and kills the process in the midst of it. Returns how many were answered. */
async function saveUntilKilled(some: Writer[]): Promise<number> {
  const xsrf = await fetchXsrfPair(url)
  let saves = 0
  async function saveOn(writer: Writer): Promise<void> {
    while (await save(writer, xsrf)) saves += 1
  }
  setTimeout(() => server?.signal('SIGKILL'), Math.random() * longestRoundMs)
  await Promise.all(some.map(saveOn))
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
  const answer = await send(body.id === 0 ? 'POST' : 'PUT', body, writer, xsrf)
  if (answer === undefined) return false
  expect(answer).toMatchObject({ status: 200 })
  writer.acknowledged = entryMessage.parse(JSON.parse(answer.text))
  delete writer.pending
  return true
}

async function send(method: string, body: unknown, { token }: Person, xsrf: XsrfPair) {
  try {
    const answer = await fetch(url + api.entry(), {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        connection: 'close',
        ...xsrf,
      },
      body: JSON.stringify(body),
    })
    return { status: answer.status, text: await answer.text() }
  } catch {
    // The process is gone. Whether it has saved this, only its next life can tell.
    return undefined
  }
}

/** Every entry is what its owner was told, or what he had sent and was not told of. */
async function expectWhatWasSaid(): Promise<void> {
  const database = openDatabase(databaseConfig)
  const stored = new Map((await listEntries(database.db, tournamentId)).map((entry) => [entry.userId, entry]))
  const picks = await database.db.selectFrom('selections').select('entry_id').execute()
  await database.close()
  for (const entry of stored.values()) expect(entry.selections).toHaveLength(12)
  expect(picks).toHaveLength(stored.size * 12)

  for (const writer of writers) {
    const own = stored.get(writer.userId)
    if (!isSavedInSilence(own, writer)) expect(own).toEqual(writer.acknowledged)
  }
}

function isSavedInSilence(stored: Entry | undefined, { acknowledged, pending }: Writer): boolean {
  if (!stored || !pending || stored.version !== (acknowledged?.version ?? 0) + 1) return false
  const playerIds = pending.selections.map(({ playerId }) => playerId)
  return saysTheSame(stored, { tiebreakers: pending.tiebreakers, playerIds })
}
