import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A recorded leaderboard body. */
export type RecordedBody = Readonly<ReplayFolder['bodies'][number]>

export type ReplayFolder = Awaited<ReturnType<typeof readReplayFolder>>

/**
 * Reads the leaderboard bodies of one event, that of the first body, from the `.json` files of a folder. Player summaries are in `player-summary/` in the folder or beside it, as `{event}-{athlete}….json`. Throws if
 * there is no body.
 */
export async function readReplayFolder(folder: string) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  const files = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })),
  )
  const read = files.map(({ name, text }) => ({
    name,
    text,
    events: asObjects(asObject(JSON.parse(text))['events']),
  }))
  const eventId = asText(read.find(({ events }) => events.length > 0)?.events[0]?.['id'])
  const bodies = read.flatMap(({ name, text, events }) => {
    const event = events.find(({ id }) => id === eventId)
    if (event === undefined) return []
    // The recorded text, unchanged.
    return [{ name, text, event, competitors: asObjects(asObjects(event['competitions'])[0]?.['competitors']) }]
  })
  const [first] = bodies
  if (eventId === undefined || first === undefined) throw new Error(`no leaderboard body in ${folder}`)
  return {
    eventId,
    name: asText(first.event['name']) ?? eventId,
    /** Midnight before the first day, without seconds, as the feed writes dates. */
    date: asText(first.event['date']) ?? '',
    /** The leaderboard bodies by file name; at least one. */
    bodies,
    /** Recorded player summaries by athlete id. */
    summaries: await readSummaries(folder, eventId),
  }
}

async function readSummaries(folder: string, eventId: string): Promise<ReadonlyMap<string, string>> {
  const summaries = new Map<string, string>()
  for (const summaryFolder of [join(folder, '..', 'player-summary'), join(folder, 'player-summary')]) {
    const names = await readdir(summaryFolder).catch(() => [])
    for (const name of names) {
      const [, event, athlete] = /^(\d+)-(\d+)\b.*\.json$/.exec(name) ?? []
      if (event !== eventId || athlete === undefined) continue
      summaries.set(athlete, await readFile(join(summaryFolder, name), 'utf8'))
    }
  }
  return summaries
}

/** Safe access to recorded JSON of unknown shape. */

export type Json = { readonly [key: string]: unknown }

export function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

export function asObjects(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(asObject) : []
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
