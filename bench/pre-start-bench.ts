import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { api } from '#contract/paths.ts'
import { tournament } from '#contract/tournament-contract.ts'
import { fetchXsrfPair } from '#test/support/xsrf-pair.ts'
import type { BenchRow } from './bench-row.ts'

/** The most CPU time of a view, in milliseconds, by the number of entrants. */
const goals: readonly [entrants: number, maxMs: number][] = [
  [250, 2],
  [1000, 3],
  [5000, 10],
]
const views = 150
/** 1,000 viewers who each look once a minute, while an entry is saved every second. */
const viewsPerSave = 17

type Viewer = { userId: number; token: string }

/** The message of the pool process when it is ready. */
export type PreStartPool = { url: string; tournamentId: number; viewers: Viewer[] }

/** The cost of the viewers of a pool in the hour before its start, each with their own entry. */
export async function* measurePreStart(): AsyncGenerator<BenchRow> {
  for (const [entrants, max] of goals) {
    const child = fork(new URL('pre-start-process.ts', import.meta.url), [String(entrants), String(views + 1)])
    const value = await measureViews(child)
    child.disconnect()
    await once(child, 'exit')
    const name = `CPU of a view before the start, ${entrants.toLocaleString('en')} entrants`
    yield { name, value, max, unit: 'ms' }
  }
}

/** Milliseconds of CPU for a viewer who has nothing cached. Saves in the meantime are included. */
async function measureViews(child: ChildProcess): Promise<number> {
  const [pool] = (await once(child, 'message')) as [PreStartPool]
  const [saver, ...others] = pool.viewers
  if (!saver) throw new Error('There are no viewers.')
  const save = await createSaver(pool, saver)
  // Functions are compiled.
  for (let round = 0; round < views; round += 1) await view(pool, saver)
  const before = await readCpuTime(child)
  for (const [index, viewer] of others.entries()) {
    if (index % viewsPerSave === 0) await save()
    await view(pool, viewer)
  }
  return ((await readCpuTime(child)) - before) / others.length
}

async function readCpuTime(child: ChildProcess): Promise<number> {
  child.send('')
  const [milliseconds] = (await once(child, 'message')) as [number]
  return milliseconds
}

async function view({ url, tournamentId }: PreStartPool, { token }: Viewer): Promise<string> {
  const path = api.tournament(tournamentId, { players: true, entries: true })
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' }
  const response = await fetch(url + path, { headers })
  if (response.status !== 200) throw new Error(`A view returned ${response.status}.`)
  return response.text()
}

/** Changes the entry of this viewer with each call. */
async function createSaver(pool: PreStartPool, saver: Viewer): Promise<() => Promise<void>> {
  const { entries = [] } = tournament.parse(JSON.parse(await view(pool, saver)))
  const own = entries.find(({ userId }) => userId === saver.userId)
  if (!own) throw new Error('The viewer who saves has no entry.')
  const { id, userId, tournamentId } = own
  const selections = own.selections.map(({ playerId }) => ({ playerId }))
  const headers = {
    ...(await fetchXsrfPair(pool.url)),
    'content-type': 'application/json',
    authorization: `Bearer ${saver.token}`,
  }
  let saves = 0
  return async () => {
    saves += 1
    const body = JSON.stringify({ id, userId, tournamentId, tiebreakers: [String(-saves), '60'], selections })
    const response = await fetch(pool.url + api.entrySave(), { method: 'PUT', headers, body })
    if (!response.ok) throw new Error(`A save failed: ${await response.text()}`)
  }
}
