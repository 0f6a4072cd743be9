/** An identity from a merge can sign in but no longer updates the user's name and email address. */
export const mergedIdentities = [
  `alter table user_identities
      add column tells_profile integer not null default 1 check (tells_profile in (0, 1))`,
  // Merging a user looks up those who were merged into them.
  `create index users_by_merged_into on users (merged_into)`,
]
