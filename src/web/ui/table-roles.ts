/**
 * Explicit ARIA roles for the parts of a table. Tables here are laid out as CSS grids, and browsers may then drop the
 * implicit roles. Usage: `<tr {...rowRole}>`.
 */
export const tableRole = { role: 'table' } as const
export const rowGroupRole = { role: 'rowgroup' } as const
export const rowRole = { role: 'row' } as const
export const columnHeaderRole = { role: 'columnheader' } as const
export const rowHeaderRole = { role: 'rowheader' } as const
export const cellRole = { role: 'cell' } as const

/** For a row that is only a spacer. */
export const hiddenRow = { 'aria-hidden': true } as const
