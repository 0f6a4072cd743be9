/**
 * One-time links to the page that creates the first admin, and what remains of people who deleted their account. A deleted
 * identity is a digest: tokens from before the deletion must not create the user again.
 */
export const setupLinksAndDeletedUsers = [
  'create table setup_links (digest text primary key, expires_at text not null)',
  'alter table users add column deleted_at text',
  'create table deleted_identities (digest text primary key, deleted_at text not null)',
  // For the last email to someone whose address is deleted.
  'alter table outbox add column is_forgotten integer not null default 0 check (is_forgotten in (0, 1))',
]
