/**
 * The roles of a table's parts, written out. Our boards lay their rows out as a grid, so that a phone shows an entry
 * on two lines; some browsers then forget that these elements are a table, and a screen reader hears only text.
 * Spread them: `<tr {...rowRole}>`.
 */
export const tableRole = { role: 'table' } as const
export const rowGroupRole = { role: 'rowgroup' } as const
export const rowRole = { role: 'row' } as const
export const columnHeaderRole = { role: 'columnheader' } as const
export const rowHeaderRole = { role: 'rowheader' } as const
export const cellRole = { role: 'cell' } as const

/** For a row that only keeps a distance. */
export const hiddenRow = { 'aria-hidden': true } as const
