import type { FieldError } from '#domain/field-error.ts'
import { type Tier, tiers } from '#domain/tournament.ts'

/** A field of the form, named as in the submission where that has one, so that the server's faults find it. */
export type FieldName = 'espnId' | 'name' | 'start' | `tiebreakers.${number}` | `tiers.${Tier}`

export function questionField(index: number): FieldName {
  return `tiebreakers.${index}`
}

export function tierField(tier: Tier): FieldName {
  return `tiers.${tier}`
}

/** All fields in the order in which they are filled in. */
export const tournamentFields: readonly FieldName[] = [
  'espnId',
  'name',
  'start',
  questionField(0),
  questionField(1),
  ...tiers.map(tierField),
]

/** What the server has refused: at its field, or of the lists as a whole. */
export type ServerErrors = {
  readonly fields: ReadonlyMap<FieldName, string>
  readonly lists: readonly string[]
}

/** `players.5.espnId` belongs to the tier in which the sixth golfer that was sent stands. */
export function toServerErrors(errors: readonly FieldError[], tiersSent: readonly Tier[]): ServerErrors {
  const fields = new Map<FieldName, string>()
  const lists: string[] = []
  for (const { field, message } of errors) {
    const said = message.charAt(0).toUpperCase() + message.slice(1)
    const [, index] = /^players\.(\d+)/.exec(field) ?? []
    const tier = index === undefined ? undefined : tiersSent[Number(index)]
    const name = tier === undefined ? tournamentFields.find((one) => one === field) : tierField(tier)
    if (name === undefined) lists.push(said)
    else fields.set(name, [fields.get(name), `${said}.`].filter(Boolean).join(' '))
  }
  return { fields, lists }
}

export const noServerErrors: ServerErrors = { fields: new Map(), lists: [] }
