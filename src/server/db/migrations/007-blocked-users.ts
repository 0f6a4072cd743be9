/** An operator can block a user and end the tokens that were issued before. */
export const blockedUsers = [
  'alter table users add column is_blocked integer not null default 0 check (is_blocked in (0, 1))',
  'alter table users add column tokens_valid_from text',
]
