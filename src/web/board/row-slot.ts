import type { CSSProperties } from 'react'

/**
 * Where a row of a windowed board is drawn, wherever it stands in the document. `isNext`: it belongs to the next version and
 * is drawn below the rows that are shown, until these make room for it.
 */
export type RowSlot = {
  readonly line: number
  readonly isNext: boolean
  /** Only half of its cells are rendered yet. */
  readonly isPartial: boolean
}

/** A slot as properties of a row that is rendered again only when they change. */
export type PlacedRowProps = {
  /** The line at which the row is shown, from 0. */
  line: number
  /** Without one, the row is drawn in the flow of the page. */
  slot: 'shown' | 'next' | undefined
  isPartial: boolean
}

export function toRowProps(line: number, slot: RowSlot | undefined): PlacedRowProps {
  if (slot === undefined) return { line, slot: undefined, isPartial: false }
  return { line: slot.line, slot: slot.isNext ? 'next' : 'shown', isPartial: slot.isPartial }
}

type SlotAttributes = { style?: CSSProperties; 'data-slot'?: 'shown' | 'next'; 'aria-hidden'?: true }

export function toSlotAttributes({ line, slot }: Pick<PlacedRowProps, 'line' | 'slot'>): SlotAttributes {
  if (slot === undefined) return {}
  const attributes: SlotAttributes = { style: { ['--line' as string]: line }, 'data-slot': slot }
  return slot === 'shown' ? attributes : { ...attributes, 'aria-hidden': true }
}
