import type { AuditLogLine } from '#contract/admin-contract.ts'
import { toMomentText } from '#web/time/time-text.ts'

export type DetailLine = { readonly label: string; readonly text: string }

/** Lists of golfers can be long. The database has the rest. */
const maxListedValues = 200

/** The stored details of an action as labelled lines; nested keys are joined: "After, name". */
export function toDetailLines(details: AuditLogLine['details']): DetailLine[] {
  return toLines(details, [])
}

function toLines(value: object, path: readonly string[]): DetailLine[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const innerPath = [...path, toWords(key)]
    return isRecord(inner) ? toLines(inner, innerPath) : [{ label: toLabel(innerPath), text: toText(inner) }]
  })
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return toListText(value)
  if (isRecord(value)) return toItemText(value)
  if (typeof value === 'string') return isInstant(value) ? toMomentText(value) : value || 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === null || value === undefined ? 'none' : String(value)
}

function toListText(values: readonly unknown[]): string {
  if (values.length === 0) return 'none'
  const shown = values.slice(0, maxListedValues).map(toText).join(', ')
  return values.length > maxListedValues ? `${shown} and ${values.length - maxListedValues} more` : shown
}

/** An item of a list: an object's name, or else all its fields. */
function toItemText(item: Readonly<Record<string, unknown>>): string {
  const { name } = item
  if (typeof name === 'string') return name
  return toLines(item, [])
    .map(({ label, text }) => `${label} ${text}`)
    .join('; ')
}

function toLabel(path: readonly string[]): string {
  const label = path.join(', ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}

/** "tournamentId" becomes "tournament id". Stored logs call notified people "told". */
function toWords(key: string): string {
  if (key === 'told') return 'notified'
  return key.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(text)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
