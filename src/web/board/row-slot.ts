import type { CSSProperties } from 'react'

/**
 * Where a row of a windowed board is drawn, wherever it stands in the document. `isNext`: it belongs to the next version and
 * is drawn below the rows that are shown, until these make room for it.
 */
export type RowSlot = { readonly line: number; readonly isNext: boolean }

/** A slot as properties of a row that is rendered again only when they change. */
export type PlacedRowProps = {
  /** The line at which the row is shown, from 0. */
  line: number
  /** Without one, the row is drawn in the flow of the page. */
  slot: 'shown' | 'next' | undefined
}

export function toRowProps(line: number, slot: RowSlot | undefined): PlacedRowProps {
  if (slot === undefined) return { line, slot: undefined }
  return { line: slot.line, slot: slot.isNext ? 'next' : 'shown' }
}

type SlotAttributes = { style?: CSSProperties; 'data-slot'?: 'shown' | 'next'; 'aria-hidden'?: true }

export function toSlotAttributes({ line, slot }: PlacedRowProps): SlotAttributes {
  if (slot === undefined) return {}
  const attributes: SlotAttributes = { style: { ['--line' as string]: line }, 'data-slot': slot }
  return slot === 'shown' ? attributes : { ...attributes, 'aria-hidden': true }
}
