/** A running process of an earlier version reads here whether it can go on. */
export const migrationsThatExcludeEarlier = [
  'alter table migrations add column excludes_earlier smallint not null default 0',
]
