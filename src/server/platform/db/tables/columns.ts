import type { ColumnType, Generated } from 'kysely'

/** Set on insert and never updated. */
export type Immutable<T> = ColumnType<T, T, never>
export type GeneratedId = Generated<number>
export type BooleanInt = 0 | 1
