import { sql } from 'kysely'
import { toBatches } from '#server/platform/concurrency/batches.ts'
import type { Database, Db } from './database.ts'

/** Databases limit the number of bound values per statement. */
const maxValues = 30_000

/** The names of the tables that exist. */
export async function listTables(db: Db, kind: Database['kind']): Promise<string[]> {
  const query =
    kind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not like 'sqlite%'`
      : sql<{
          name: string
        }>`select table_name as name from information_schema.tables where table_schema = current_schema()`
  const { rows } = await query.execute(db)
  return rows.map(({ name }) => name)
}

/** Inserts rows unchanged. */
export async function insertRows(trx: Db, table: string, columns: readonly string[], rows: readonly unknown[][]) {
  const rowsPerStatement = Math.max(1, Math.floor(maxValues / columns.length))
  for (const batch of toBatches(rows, rowsPerStatement)) {
    const values = batch.map((row) => sql`(${sql.join(row)})`)
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values ${sql.join(values)}`.execute(trx)
  }
}

/** Sets the sequence: the next row of the table gets a greater id than this. */
export async function setLastId(trx: Db, kind: Database['kind'], table: string, id: number): Promise<void> {
  if (kind === 'sqlite') {
    await sql`delete from sqlite_sequence where name = ${table}`.execute(trx)
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${id})`.execute(trx)
  } else if (id > 0) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${id})`.execute(trx)
  }
}
