/** An identity that came along in a merge signs in, and no longer tells the user's name and e-mail. */
export function mergedIdentities(): string[] {
  return [
    `alter table user_identities
      add column tells_profile integer not null default 1 check (tells_profile in (0, 1))`,
    // Who has been merged into a user is looked for when he is merged himself.
    `create index users_by_merged_into on users (merged_into)`,
  ]
}
