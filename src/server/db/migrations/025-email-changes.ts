import { idColumn } from './001-first-tables.ts'

/** Changes of address that the old mailbox can still undo. */
export const emailChanges = (kind: 'sqlite' | 'postgres') => [
  `create table email_changes (
      id ${idColumn(kind)},
      digest text not null unique,
      account_id text not null references accounts (id) on delete cascade,
      email text not null,
      expires_at text not null
    )`,
  'create index email_changes_by_account on email_changes (account_id)',
]
