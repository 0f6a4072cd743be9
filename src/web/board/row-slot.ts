import type { CSSProperties } from 'react'

/** Of a row whose cells are all rendered. */
export const rowParts = 4

/**
 * Where a row of a windowed board is drawn, wherever it stands in the document. `isNext`: it belongs to the next version and
 * is drawn below the rows that are shown, until these make room for it.
 */
export type RowSlot = {
  readonly line: number
  readonly isNext: boolean
  /** How many of its parts are rendered: a row comes in over several frames. */
  readonly parts: number
}

/** A slot as properties of a row that is rendered again only when they change. */
export type PlacedRowProps = {
  /** The line at which the row is shown, from 0. */
  line: number
  /** Without one, the row is drawn in the flow of the page. */
  slot: 'shown' | 'next' | undefined
  parts: number
}

export function toRowProps(line: number, slot: RowSlot | undefined): PlacedRowProps {
  if (slot === undefined) return { line, slot: undefined, parts: rowParts }
  return { line: slot.line, slot: slot.isNext ? 'next' : 'shown', parts: slot.parts }
}

type SlotAttributes = { style?: CSSProperties; 'data-slot'?: 'shown' | 'next'; 'aria-hidden'?: true }

export function toSlotAttributes({ line, slot }: Pick<PlacedRowProps, 'line' | 'slot'>): SlotAttributes {
  if (slot === undefined) return {}
  const attributes: SlotAttributes = { style: { ['--line' as string]: line }, 'data-slot': slot }
  return slot === 'shown' ? attributes : { ...attributes, 'aria-hidden': true }
}
