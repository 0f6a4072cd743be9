import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from './tables.ts'

/** Counts the rows of a query that selects no columns yet. */
export async function countRows<From extends keyof Tables>(query: SelectQueryBuilder<Tables, From, object>) {
  const counted = query.select(({ fn }) => fn.countAll<number>().as('count'))
  return (await counted.executeTakeFirstOrThrow()).count
}

/** Whether such a query has a row. */
export async function hasRow<From extends keyof Tables>(query: SelectQueryBuilder<Tables, From, object>) {
  const first = query.select((eb) => eb.lit(1).as('one')).limit(1)
  return (await first.executeTakeFirst()) !== undefined
}
