import type { FieldGolfer } from '#domain/field/field.ts'
import { toCalendarBody } from './calendar-body.ts'
import { type FeedServerOptions, type FeedSource, startFeedServer, type Which } from './feed-server.ts'
import {
  asNumber,
  asObject,
  asObjects,
  asText,
  type Json,
  type RecordedBody,
  type ReplayFolder,
  readReplayFolder,
} from './replay-folder.ts'
import { createRandom } from './seeded-random.ts'

export type ReplayOptions = FeedServerOptions & {
  readonly folder: string
  /** How long each body is served. 0 serves the same one until `show`. */
  readonly stepMs: number
  /** The clock, in milliseconds; tests pass their own. */
  readonly now?: () => number
}

export type Replay = Awaited<ReturnType<typeof startReplay>>

/** A feed that serves the recorded bodies of a folder one after another, unchanged, under the event's own id. */
export async function startReplay(options: ReplayOptions) {
  const { stepMs, now = () => performance.now() } = options
  const folder = await readReplayFolder(options.folder)
  const names = folder.bodies.map(({ name }) => name)
  let from = { index: 0, time: now() }

  function index(): number {
    const shown = from.index + (stepMs > 0 ? Math.floor((now() - from.time) / stepMs) : 0)
    return Math.min(shown, names.length - 1)
  }
  /** Jumps to a body by index or file name; the next one follows after `stepMs`. */
  function show(body: number | string): void {
    const next = typeof body === 'number' ? body : names.indexOf(body)
    if (names[next] === undefined) throw new RangeError(`no body ${body}; there are: ${names.join(', ')}`)
    from = { index: next, time: now() }
  }
  const server = await startFeedServer(createSource(folder, index, show), options)
  return {
    ...server,
    name: folder.name,
    /** The file names in order. */
    names,
    /** The body served now. */
    current: () => ({ index: index(), name: names[index()] ?? '' }),
    show,
    /** All golfers, favourites first, guessed from how they finished. */
    listGolfers: () => listByExpectedFinish(folder),
  }
}

function createSource(folder: ReplayFolder, index: () => number, show: (body: string) => void): FeedSource {
  function bodyAt(which: Which): RecordedBody {
    const body = folder.bodies[Math.max(0, index() - (which === 'previous' ? 1 : 0))]
    if (body === undefined) throw new Error('the replay has run out of bodies')
    return body
  }
  function summary(espnId: string, which: Which): string | undefined {
    const recorded = folder.summaries.get(espnId)
    if (recorded !== undefined) return recorded
    const made = toReplaySummary(bodyAt(which), espnId)
    return made === undefined ? undefined : JSON.stringify(made)
  }
  function control(action: string, value: string): boolean {
    if (action !== 'show' || folder.bodies.every(({ name }) => name !== value)) return false
    show(value)
    return true
  }
  return {
    eventId: folder.eventId,
    leaderboard: (which) => bodyAt(which).text,
    summary,
    calendar: (year) => JSON.stringify(toCalendarBody({ ...folder, day: folder.date.slice(0, 10) }, year)),
    describe: () => ({ eventId: folder.eventId, name: folder.name, shown: bodyAt('current').name }),
    control,
  }
}

const finishJitter = 60

/** The last body's order with random changes, as no field finishes as expected. Deterministic for a folder. */
function listByExpectedFinish(folder: ReplayFolder): readonly FieldGolfer[] {
  const random = createRandom(folder.eventId, 'expected')
  const competitors = folder.bodies.findLast((body) => body.competitors.length > 0)?.competitors ?? []
  return competitors
    .flatMap((competitor) => {
      const espnId = asText(competitor['id'])
      const name = asText(asObject(competitor['athlete'])['displayName'])
      if (espnId === undefined || name === undefined) return []
      const rank = asNumber(competitor['sortOrder']) ?? competitors.length
      return [{ espnId, name, expected: rank + random.next() * finishJitter }]
    })
    .sort((a, b) => a.expected - b.expected)
    .map(({ espnId, name }) => ({ espnId, name }))
}

/** A player summary derived from a recorded leaderboard, without holes. Undefined for a golfer who is not in the body. */
function toReplaySummary(body: RecordedBody, espnId: string) {
  const competitor = body.competitors.find(({ id }) => id === espnId)
  return competitor && { profile: toProfile(espnId, competitor), rounds: asObjects(competitor['linescores']) }
}

function toProfile(espnId: string, competitor: Json) {
  const athlete = asObject(competitor['athlete'])
  const headshot = asText(asObject(athlete['headshot'])['href'])
  const { city, stateAbbreviation, countryAbbreviation } = asObject(athlete['birthPlace'])
  const birthPlace = [city, stateAbbreviation, asText(countryAbbreviation)?.toUpperCase()].flatMap(
    (part) => asText(part) ?? [],
  )
  return {
    id: espnId,
    displayName: asText(athlete['displayName']) ?? espnId,
    headshot,
    birthPlace: birthPlace.join(', ') || undefined,
  }
}
