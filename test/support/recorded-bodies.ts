import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import {
  asNumber,
  asObject,
  asObjects,
  asText,
  type RecordedBody,
  type ReplayFolder,
  readReplayFolder,
} from '#simulator/replay-folder.ts'

export type RecordedFolder = ReplayFolder & { path: string; title: string }

/**
 * The folders below FEED_CAPTURES that hold several recordings of one event; none if the variable is not set. Events that
 * a pool cannot use (Stableford, teams, match play, very small fields) are left out.
 */
export async function listRecordedFolders(): Promise<RecordedFolder[]> {
  const root = process.env['FEED_CAPTURES']
  if (root === undefined || root === '') return []
  const below = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
  const found: RecordedFolder[] = []
  for (const path of [root, ...below].sort()) {
    const folder = await readReplayFolder(path).catch(() => undefined)
    if (folder && folder.bodies.length >= 2 && isPlayable(folder)) {
      found.push({ ...folder, path, title: relative(root, path) || '.' })
    }
  }
  return found
}

function isPlayable({ bodies }: ReplayFolder): boolean {
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
