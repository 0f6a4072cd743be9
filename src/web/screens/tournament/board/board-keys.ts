import { type Tier, tierNames, tiers } from '#domain/tournament/tournament.ts'

/** The lines of the four columns, by name. */
export type BoardColumns = readonly (readonly string[])[]

export type BoardPlace = { readonly tier: Tier; readonly name: string }

export type BoardCommand =
  | { readonly type: 'focus'; readonly place: BoardPlace }
  | { readonly type: 'move'; readonly tier: Tier; readonly before: string | null }

type Pressed = { readonly key: string; readonly shiftKey: boolean; readonly hasModifier: boolean }

/**
 * The command of a key on the board: arrow keys, Home and End select a golfer; with Shift they move the golfer; the
 * letter of a tier moves the golfer to its end. Selection skips empty tiers. Undefined for any other key.
 */
export function toBoardCommand(pressed: Pressed, place: BoardPlace, columns: BoardColumns): BoardCommand | undefined {
  if (pressed.hasModifier) return undefined
  const letter = tiers.find((tier) => tierNames[tier] === pressed.key.toUpperCase())
  if (letter !== undefined) return letter === place.tier ? undefined : { type: 'move', tier: letter, before: null }
  return pressed.shiftKey ? toMove(pressed.key, place, columns) : toFocus(pressed.key, place, columns)
}

function toMove(key: string, { tier, name }: BoardPlace, columns: BoardColumns): BoardCommand | undefined {
  const column = columns[tier] ?? []
  const index = column.indexOf(name)
  const beside = findBeside(key, tier)
  if (beside !== undefined) return { type: 'move', tier: beside, before: columns[beside]?.[index] ?? null }
  if (key === 'ArrowUp' && index > 0) return { type: 'move', tier, before: column[index - 1] ?? null }
  if (key === 'ArrowDown' && index < column.length - 1) return { type: 'move', tier, before: column[index + 2] ?? null }
  return undefined
}

function toFocus(key: string, { tier, name }: BoardPlace, columns: BoardColumns): BoardCommand | undefined {
  const column = columns[tier] ?? []
  const index = column.indexOf(name)
  const beside = findBeside(key, tier, (other) => (columns[other] ?? []).length > 0)
  const target = columns[beside ?? tier] ?? []
  const next = {
    ArrowUp: index - 1,
    ArrowDown: index + 1,
    ArrowLeft: Math.min(index, target.length - 1),
    ArrowRight: Math.min(index, target.length - 1),
    Home: 0,
    End: column.length - 1,
  }[key]
  const found = next === undefined ? undefined : target[next]
  return found === undefined ? undefined : { type: 'focus', place: { tier: beside ?? tier, name: found } }
}

/** The nearest tier on the side of the arrow key; undefined for other keys. */
function findBeside(key: string, tier: Tier, isWanted: (other: Tier) => boolean = () => true): Tier | undefined {
  if (key === 'ArrowLeft') return tiers.findLast((other) => other < tier && isWanted(other))
  return key === 'ArrowRight' ? tiers.find((other) => other > tier && isWanted(other)) : undefined
}
