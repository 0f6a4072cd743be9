/** One row: the last nightly backup that was written, and why the last attempt failed, if it did. */
export const nightlyBackups = [
  'create table nightly_backups (id integer primary key, file text, made_at text, bytes integer, users integer, failure text)',
]
