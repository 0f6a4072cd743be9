import { type QueryExecutorProvider, sql } from 'kysely'

/** An invitation can belong to an announced event, by its id, until there is a tournament of it. */
export function announcedInvitations(
  kind: 'sqlite' | 'postgres',
): (string | ((trx: QueryExecutorProvider) => Promise<void>))[] {
  const column = 'alter table invitations add column event_id text'
  return kind === 'postgres'
    ? ['alter table invitations alter column tournament_id drop not null', column]
    : [allowNoTournament, column]
}

/** Tables that refer to invitations. */
const referring = ['invitation_guests', 'invitation_mails']

/** SQLite cannot drop a constraint, so the table is made again. What refers to it is set aside meanwhile. */
async function allowNoTournament(trx: QueryExecutorProvider): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(trx)
  const { rows } = await sql<{ type: string; sql: string }>`select type, sql from sqlite_master
    where tbl_name = 'invitations' and sql is not null order by type desc`.execute(trx)
  const [table, ...indexes] = rows
  if (table?.type !== 'table') throw new Error('There is no table of invitations.')
  const last = sql`name in ('invitations', 'invitation_guests', 'invitation_mails')`
  const lastIds = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence where ${last}`.execute(
    trx,
  )
  for (const name of referring) {
    await run(`create table kept_${name} as select * from ${name}`)
    await run(`delete from ${name}`)
  }
  await run(
    table.sql
      .replace(/^create table "?invitations"?/i, 'create table new_invitations')
      .replace('tournament_id integer not null', 'tournament_id integer'),
  )
  await run('insert into new_invitations select * from invitations')
  await run('drop table invitations')
  await run('alter table new_invitations rename to invitations')
  for (const index of indexes) await run(index.sql)
  for (const name of referring) {
    await run(`insert into ${name} select * from kept_${name}`)
    await run(`drop table kept_${name}`)
  }
  await sql`delete from sqlite_sequence where ${last}`.execute(trx)
  for (const { name, seq } of lastIds.rows)
    await sql`insert into sqlite_sequence (name, seq) values (${name}, ${seq})`.execute(trx)
}
