import SqliteDatabase from 'better-sqlite3'
import { Client } from 'pg'
import type { DatabaseConfig } from '#server/platform/settings/config.ts'

export type TableDescription = { name: string; columns: string[] }

/**
 * A consistent snapshot of all tables but `migrations`. Other connections can read and write meanwhile. `lastIds` are the last
 * generated ids, so that none is reused. `rows` come in batches, those first to which other rows of the table refer.
 */
export type TableSnapshot = Awaited<ReturnType<typeof openTableSnapshot>>

type ForeignKey = { table: string; column: string; target: string }

const batchSize = 500
/** Small, because a leaderboard is a large row and no batch may occupy the event loop for long. */
const batchCharacters = 256 * 1024

/** Opens the database without migrating it. */
export async function openTableSnapshot(config: DatabaseConfig) {
  const { names, keys, listColumns, readMigrations, ...opened } =
    config.kind === 'sqlite' ? await openSqliteSnapshot(config.file) : await openPostgresSnapshot(config.url)
  return {
    ...opened,
    /** The names of the migrations that are applied. */
    migrations: names.includes('migrations') ? (await readMigrations(migrationNames)).map(({ name }) => name) : [],
    /** Sorted so that foreign keys refer only to the same or an earlier table. */
    tables: sortByReference(names, keys).map((name): TableDescription => ({ name, columns: listColumns(name) })),
  }
}

const migrationNames = 'select name from migrations order by name'

async function openSqliteSnapshot(file: string) {
  const database = new SqliteDatabase(file, { readonly: true, fileMustExist: true, timeout: 5000 })
  // With WAL, the snapshot is that of the first read, and writers go on.
  database.exec('begin')
  const all = <Row>(text: string) => database.prepare(text).all() as Row[]
  const names = all<{ name: string }>(
    `select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`,
  ).map(({ name }) => name)
  const keys = all<ForeignKey>(
    `select m.name as "table", f."from" as "column", f."table" as target
     from sqlite_master m join pragma_foreign_key_list(m.name) f where m.type = 'table'`,
  )
  const sequences = names.includes('users')
    ? all<{ name: string; seq: number }>('select name, seq from sqlite_sequence')
    : []
  return {
    names,
    keys,
    listColumns: (table: string) =>
      all<{ name: string }>(`select name from pragma_table_info(${literal(table)}) order by cid`).map(
        ({ name }) => name,
      ),
    readMigrations: all<{ name: string }>,
    lastIds: Object.fromEntries(sequences.map(({ name, seq }) => [name, seq])),
    async *rows(table: string) {
      yield* limitBatches(database.prepare(selectAll(table, keys)).raw().iterate() as IterableIterator<unknown[]>)
    },
    async close() {
      database.close()
    },
  }
}

async function openPostgresSnapshot(url: string) {
  const client = new Client({ connectionString: url, application_name: 'player-pool backup' })
  await client.connect()
  await client.query('begin isolation level repeatable read read only')
  const all = async <Row>(text: string) => (await client.query(text)).rows as Row[]
  const columns = await all<{ table: string; column: string }>(
    `select c.table_name as "table", c.column_name as "column" from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where table_schema = current_schema() and t.table_type = 'BASE TABLE' order by c.table_name, c.ordinal_position`,
  )
  const keys = await all<ForeignKey>(
    `select c.conrelid::regclass::text as "table", a.attname as "column", c.confrelid::regclass::text as target
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
     where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`,
  )
  const columnsOf = Map.groupBy(columns, ({ table }) => table)
  const names = [...columnsOf.keys()]
  // Materialised: merged into the join, the function could be called for a table without an "id", which is an error.
  const sequences = await all<{ name: string; value: number | null }>(
    `with numbered as materialized (
       select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
       and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'id'))
     select n.name, v.last_value as value from numbered n
     join pg_sequences v on quote_ident(v.schemaname) || '.' || quote_ident(v.sequencename)
       = pg_get_serial_sequence(quote_ident(n.name), 'id')`,
  )
  return {
    names,
    keys,
    listColumns: (table: string) => (columnsOf.get(table) ?? []).map(({ column }) => column),
    readMigrations: all<{ name: string }>,
    lastIds: Object.fromEntries(
      sequences.flatMap(({ name, value }) => (value === null ? [] : [[name, Number(value)]])),
    ),
    async *rows(table: string) {
      await client.query(`declare all_rows no scroll cursor for ${selectAll(table, keys)}`)
      for (;;) {
        const { rows } = await client.query<unknown[]>({ text: `fetch ${batchSize} from all_rows`, rowMode: 'array' })
        yield* limitBatches(rows)
        if (rows.length < batchSize) break
      }
      await client.query('close all_rows')
    },
    close: () => client.end(),
  }
}

function* limitBatches(rows: Iterable<unknown[]>): Generator<unknown[][]> {
  let batch: unknown[][] = []
  let size = 0
  for (const row of rows) {
    batch.push(row)
    for (const value of row) size += typeof value === 'string' ? value.length : 0
    if (batch.length < batchSize && size < batchCharacters) continue
    yield batch
    batch = []
    size = 0
  }
  if (batch.length > 0) yield batch
}

function selectAll(table: string, keys: readonly ForeignKey[]): string {
  const own = keys.filter((key) => key.table === table && key.target === table)
  const order = own.map(({ column }) => `${quote(column)} is not null`)
  return `select * from ${quote(table)}${order.length > 0 ? ` order by ${order.join(', ')}` : ''}`
}

/** Sorts tables after those that their foreign keys refer to. */
function sortByReference(names: readonly string[], keys: readonly ForeignKey[]): string[] {
  const sorted = new Set<string>()
  function add(name: string): void {
    if (sorted.has(name) || name === 'migrations') return
    for (const { table, target } of keys) if (table === name && target !== name) add(target)
    sorted.add(name)
  }
  for (const name of names) add(name)
  return [...sorted]
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
