import type { FieldError } from '#domain/field-error.ts'
import { type Tier, tiers } from '#domain/tournament.ts'

/** A field of the form, named as in the submission where possible, so that the server's errors can be shown at it. */
export type FieldName = 'espnId' | 'name' | 'start' | `tiebreakers.${number}` | `tiers.${Tier}`

export function questionField(index: number): FieldName {
  return `tiebreakers.${index}`
}

export function tierField(tier: Tier): FieldName {
  return `tiers.${tier}`
}

/** All fields, in display order. */
export const tournamentFields: readonly FieldName[] = [
  'espnId',
  'name',
  'start',
  questionField(0),
  questionField(1),
  ...tiers.map(tierField),
]

/** What the server rejected: single fields, or the lists as a whole. */
export type ServerErrors = {
  readonly fields: ReadonlyMap<FieldName, string>
  readonly lists: readonly string[]
}

/** `players.5.espnId` belongs to the tier of the sixth golfer that was sent. */
export function toServerErrors(errors: readonly FieldError[], tiersSent: readonly Tier[]): ServerErrors {
  const fields = new Map<FieldName, string>()
  const lists: string[] = []
  for (const { field, message } of errors) {
    const sentence = message.charAt(0).toUpperCase() + message.slice(1)
    const [, index] = /^players\.(\d+)/.exec(field) ?? []
    const tier = index === undefined ? undefined : tiersSent[Number(index)]
    const name = tier === undefined ? tournamentFields.find((known) => known === field) : tierField(tier)
    if (name === undefined) lists.push(sentence)
    else fields.set(name, [fields.get(name), `${sentence}.`].filter(Boolean).join(' '))
  }
  return { fields, lists }
}

export const noServerErrors: ServerErrors = { fields: new Map(), lists: [] }
