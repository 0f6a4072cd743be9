import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from './tables.ts'

/** How many rows a query has that selects nothing. */
export async function countRows<From extends keyof Tables>(query: SelectQueryBuilder<Tables, From, object>) {
  // PostgreSQL counts in 64 bits, which arrive as text.
  const counted = query.select(({ fn }) => fn.countAll<number | string>().as('count'))
  return Number((await counted.executeTakeFirstOrThrow()).count)
}

/** Whether such a query has a row. */
export async function hasRow<From extends keyof Tables>(query: SelectQueryBuilder<Tables, From, object>) {
  const first = query.select((eb) => eb.lit(1).as('one')).limit(1)
  return (await first.executeTakeFirst()) !== undefined
}
