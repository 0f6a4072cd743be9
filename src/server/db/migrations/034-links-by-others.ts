/** What follows when an account is entered by a link that somebody else made (docs/security.md, 10.6). */
export const linksByOthers = [
  'alter table account_codes add column is_from_other integer not null default 0',
  'alter table users add column link_used_at text',
  'alter table entries add column is_sealed integer not null default 0',
]
