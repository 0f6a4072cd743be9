/** Columns named as in the code. Both databases rewrite the constraints and indexes that mention them. */
export const standardColumnNames = [
  'alter table user_identities rename column tells_profile to syncs_profile',
  'alter table outbox rename column useless_from to expires_at',
  'alter table outbox rename column is_awaited to priority',
  'alter table selections rename column place to pick_index',
  'alter table leaderboards rename column feed_checked to feed_checked_at',
]
