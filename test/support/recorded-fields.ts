import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { FieldGolfer } from '#domain/field/field.ts'
import { asObject, asObjects, asText } from '#simulator/replay-folder.ts'

export type RecordedField = { readonly title: string; readonly golfers: readonly FieldGolfer[] }

/** The fields of all leaderboards below FEED_CAPTURES, each field once; none if the variable is not set. */
export function listRecordedFields(): RecordedField[] {
  const root = process.env['FEED_CAPTURES']
  if (root === undefined || root === '') return []
  const fields = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.json'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
    .map((path) => ({ title: relative(root, path), golfers: readField(path) }))
    .filter(({ golfers }) => golfers.length > 0)
  const toKey = ({ golfers }: RecordedField) =>
    golfers
      .map(({ name }) => name)
      .toSorted()
      .join()
  return [...Map.groupBy(fields, toKey).values()].flatMap(([first]) => first ?? [])
}

function readField(path: string): FieldGolfer[] {
  const [event] = asObjects(asObject(JSON.parse(readFileSync(path, 'utf8')))['events'])
  const [competition] = asObjects(event?.['competitions'])
  return asObjects(competition?.['competitors']).flatMap((competitor) => {
    const name = asText(asObject(competitor['athlete'])['displayName'])
    const espnId = asText(competitor['id'])
    return name === undefined || espnId === undefined ? [] : [{ name, espnId }]
  })
}
