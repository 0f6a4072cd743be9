import { sql } from 'kysely'
import type { Database, Db } from '#server/platform/db/database.ts'

/**
 * The schema as lines of text: columns in their order with type, null and default, constraints, foreign keys and indexes.
 * How a statement was laid out does not matter, nor whether a column came with its table or was added later.
 */
export async function describeSchema({ db, kind }: Database): Promise<string> {
  const lines = kind === 'sqlite' ? await describeSqlite(db) : await describePostgres(db)
  return `${lines.join('\n')}\n`
}

async function describeSqlite(db: Db): Promise<string[]> {
  const { rows } = await sql<{ type: string; name: string; tbl_name: string; sql: string }>`
    select type, name, tbl_name, sql from sqlite_master where sql is not null and name <> 'sqlite_sequence'
    order by type desc, name`.execute(db)
  const lines: string[] = []
  for (const { type, name, sql: statement } of rows) {
    if (type !== 'table') {
      lines.push(toOneLine(statement))
      continue
    }
    const columns = await sql<{ name: string }>`select name from pragma_table_xinfo(${name}) order by cid`.execute(db)
    lines.push(`${name} (${columns.rows.map((column) => column.name).join(', ')})`)
    const definitions = splitDefinitions(statement).map((definition) => `  ${toOneLine(definition)}`)
    lines.push(...definitions.sort())
  }
  return lines
}

function toOneLine(statement: string): string {
  return statement
    .replaceAll('%\n%', '%\\n%')
    .replaceAll('%\r%', '%\\r%')
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/[ \n]+/g, ' ')
    .replaceAll(/\( | (?=\))/g, (match) => match.trim())
    .trim()
}

/** The columns and constraints of a statement that creates a table. */
function splitDefinitions(statement: string): string[] {
  const text = statement.slice(statement.indexOf('(') + 1, statement.lastIndexOf(')')).replaceAll(/--[^\n]*/g, '')
  const definitions: string[] = []
  let depth = 0
  let isQuoted = false
  let start = 0
  for (const [index, sign] of [...text].entries()) {
    if (sign === "'") isQuoted = !isQuoted
    if (isQuoted) continue
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign !== ',' || depth > 0) continue
    definitions.push(text.slice(start, index))
    start = index + 1
  }
  return [...definitions, text.slice(start)]
}

/** PostgreSQL 18 lists "not null" among the constraints as well: here it stands with the column. */
async function describePostgres(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select table_name || '.' || column_name || ' ' || rank() over (partition by table_name order by ordinal_position) || ': '
      || concat_ws(' ', data_type, case is_nullable when 'NO' then 'not null' end, 'default ' || column_default,
        case is_identity when 'YES' then 'identity ' || identity_generation end) as line
      from information_schema.columns where table_schema = current_schema()
    union all select conrelid::regclass || ' constraint ' || conname || ' ' || pg_get_constraintdef(oid)
      from pg_constraint where connamespace = current_schema()::regnamespace and contype <> 'n'
    union all select replace(indexdef, current_schema() || '.', '') from pg_indexes where schemaname = current_schema()
    order by line`.execute(db)
  return rows.map(({ line }) => line).sort()
}
