import { api } from '#contract/paths.ts'
import { tournament } from '#contract/tournament-contract.ts'
import { fetchXsrfPair } from '#test/support/xsrf-pair.ts'
import { type BenchRow, toLimitRow } from './bench-row.ts'
import { type RunningApp, startApp, type Viewer } from './child-process.ts'
import { getRaw } from './load.ts'

/** The most CPU time of a view, in milliseconds, by the number of entrants. */
const goals: readonly [entrants: number, maxMs: number][] = [
  [250, 2],
  [1000, 3],
  [5000, 10],
]
const views = 150
/** 1,000 viewers who each look once a minute, while an entry is saved every second. */
const viewsPerSave = 17

/** The cost of the viewers of a pool in the hour before its start, each with their own entry. */
export async function* measurePreStart(): AsyncGenerator<BenchRow> {
  for (const [entrants, maxMs] of goals) {
    const app = await startApp({ entrants, hasStarted: false, viewers: views + 1 })
    const value = await measureViews(app)
    await app.stop()
    yield toLimitRow({
      name: `CPU of a view before the start, ${entrants.toLocaleString('en')} entrants`,
      figure: `${value.toFixed(1)} ms`,
      value,
      unit: ' ms',
      max: maxMs,
    })
  }
}

/** Milliseconds of CPU for a viewer who has nothing cached. Saves in the meantime are included. */
async function measureViews(app: RunningApp): Promise<number> {
  const [saver, ...others] = app.viewers
  if (!saver) throw new Error('There are no viewers.')
  const save = await createSaver(app, saver)
  // Functions are compiled.
  for (let round = 0; round < views; round += 1) await view(app, saver)
  const before = await app.usage()
  for (const [index, viewer] of others.entries()) {
    if (index % viewsPerSave === 0) await save()
    await view(app, viewer)
  }
  const after = await app.usage()
  return (after.cpuMs - before.cpuMs) / others.length
}

async function view({ url, tournamentId }: RunningApp, { token }: Viewer, encoding = 'gzip, br'): Promise<Buffer> {
  const path = api.tournament(tournamentId, { players: true, entries: true })
  const response = await getRaw(url + path, { authorization: `Bearer ${token}`, 'accept-encoding': encoding })
  if (response.status !== 200) throw new Error(`A view returned ${response.status}.`)
  return response.body
}

/** Changes the entry of this viewer with each call. */
async function createSaver(app: RunningApp, saver: Viewer): Promise<() => Promise<void>> {
  const { entries = [] } = tournament.parse(JSON.parse((await view(app, saver, 'identity')).toString()))
  const own = entries.find(({ userId }) => userId === saver.userId)
  if (!own) throw new Error('The viewer who saves has no entry.')
  const { id, userId, tournamentId } = own
  const selections = own.selections.map(({ playerId }) => ({ playerId }))
  const headers = {
    ...(await fetchXsrfPair(app.url)),
    'content-type': 'application/json',
    authorization: `Bearer ${saver.token}`,
  }
  let saves = 0
  return async () => {
    saves += 1
    const body = JSON.stringify({ id, userId, tournamentId, tiebreakers: [String(-saves), '60'], selections })
    const response = await fetch(app.url + api.entrySave(), { method: 'PUT', headers, body })
    if (!response.ok) throw new Error(`A save failed: ${await response.text()}`)
  }
}
