import type { AuditLogLine } from '#contract/admin-contract.ts'
import { toMomentText } from '../shared/admin-time.ts'

export type DetailLine = { readonly label: string; readonly text: string }

/** Lists of golfers can be long; somebody who wants the rest asks the database. */
const maxListedValues = 200

/** What was written down with an action, as lines to read: nested names are joined, "After, name". */
export function toDetailLines(details: AuditLogLine['details']): DetailLine[] {
  return linesOf(details, [])
}

function linesOf(value: object, path: readonly string[]): DetailLine[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const inside = [...path, toWords(key)]
    return isRecord(inner) ? linesOf(inner, inside) : [{ label: toLabel(inside), text: toText(inner) }]
  })
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return toListText(value)
  if (isRecord(value)) return toItemText(value)
  if (typeof value === 'string') return isInstant(value) ? toMomentText(value) : value || 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === null || value === undefined ? 'nothing' : String(value)
}

function toListText(values: readonly unknown[]): string {
  if (values.length === 0) return 'nothing'
  const shown = values.slice(0, maxListedValues).map(toText).join(', ')
  return values.length > maxListedValues ? `${shown} and ${values.length - maxListedValues} more` : shown
}

/** One of a list: somebody with an address, something with a name, else all that it has. */
function toItemText(item: Readonly<Record<string, unknown>>): string {
  const { name, userName } = item
  if (typeof name === 'string') return typeof userName === 'string' ? `${name} (${userName})` : name
  return linesOf(item, [])
    .map(({ label, text }) => `${label} ${text}`)
    .join('; ')
}

function toLabel(path: readonly string[]): string {
  const label = path.join(', ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}

/** "tournamentId" is "tournament id". */
function toWords(key: string): string {
  return key.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(text)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
