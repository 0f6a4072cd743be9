import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** A recorded leaderboard body. */
export type RecordedBody = {
  readonly name: string
  readonly text: string
  readonly event: Json
  readonly competitors: readonly Json[]
}

/** The bodies of one event, in the order of their file names. */
export type RecordedFolder = {
  readonly title: string
  readonly eventId: string
  readonly name: string
  readonly bodies: readonly RecordedBody[]
}

/**
 * The folders below FEED_CAPTURES that hold several recordings of one event; none if the variable is not set. Events that
 * a pool cannot use (Stableford, teams, match play, very small fields) are left out.
 */
export function listRecordedFolders(): RecordedFolder[] {
  const root = process.env['FEED_CAPTURES']
  if (root === undefined || root === '') return []
  const below = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
  const found: RecordedFolder[] = []
  for (const path of [root, ...below].sort()) {
    const folder = readFolder(path, relative(root, path) || '.')
    if (folder && folder.bodies.length >= 2 && isPlayable(folder)) found.push(folder)
  }
  return found
}

/** The event is that of the first body; undefined if there is none. */
function readFolder(folder: string, title: string): RecordedFolder | undefined {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const read = names.sort().map((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    return { name, text, events: asObjects(asObject(JSON.parse(text))['events']) }
  })
  const first = read.find(({ events }) => events.length > 0)?.events[0]
  const eventId = asText(first?.['id'])
  if (first === undefined || eventId === undefined) return undefined
  const bodies = read.flatMap(({ name, text, events }) => {
    const event = events.find(({ id }) => id === eventId)
    // The recorded text, unchanged.
    return event
      ? [{ name, text, event, competitors: asObjects(asObjects(event['competitions'])[0]?.['competitors']) }]
      : []
  })
  return { title, eventId, name: asText(first['name']) ?? eventId, bodies }
}

function isPlayable({ bodies }: RecordedFolder): boolean {
  return bodies.every(({ event, competitors }) => {
    const scoring = asText(asObject(asObject(event['tournament'])['scoringSystem'])['name']) ?? 'Medal'
    return scoring === 'Medal' && competitors.length >= 8
  })
}

export type ExpectedScore = { espnId: string; strokes: number; toPar: number }

/** Strokes and score to par of each golfer, without play-offs; both are 0 before the first stroke. */
export function listExpectedScores({ competitors }: RecordedBody): ExpectedScore[] {
  return competitors.map((competitor) => {
    const begun = asObjects(competitor['linescores']).filter(
      (round) => Number(round['period']) <= 4 && round['isPlayoff'] !== true && round['displayValue'] !== '-',
    )
    const strokes = begun.reduce((sum, round) => sum + (asNumber(round['value']) ?? 0), 0)
    const statistic = asObjects(competitor['statistics']).find(({ name }) => name === 'scoreToPar')
    const toPar = asNumber(statistic?.['value']) ?? readToPar(statistic?.['displayValue'])
    return { espnId: asText(competitor['id']) ?? '', strokes, toPar: strokes === 0 ? 0 : toPar }
  })
}

function readToPar(text: unknown): number {
  return text === 'E' ? 0 : Number(text)
}

/** Whether the body marks the event as completed. */
export function isOver({ event }: RecordedBody): boolean {
  return asObject(asObject(event['status'])['type'])['completed'] === true
}

/** An earlier round, or no longer completed: the product accepts such a body at its third repetition. */
export function isRegression(before: RecordedBody | undefined, after: RecordedBody): boolean {
  if (before === undefined) return false
  return isOver(before) ? !isOver(after) : roundOf(after) < roundOf(before)
}

function roundOf({ event }: RecordedBody): number {
  return asNumber(asObject(asObjects(event['competitions'])[0]?.['status'])['period']) ?? 0
}

/** Safe access to recorded JSON of unknown shape. */

type Json = { readonly [key: string]: unknown }

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
