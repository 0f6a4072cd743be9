/** The role that the provider's groups give a sign-in, and when they were read. */
export const rolesFromGroups = ['user_identities', 'connected_sign_ins'].flatMap((table) => [
  `alter table ${table} add column group_role text check (group_role in ('admin', 'power'))`,
  `alter table ${table} add column groups_read_at text`,
])
