/** Links for people who only watch: they work after the start too, and lead to the home page. */
export const watchersInvitations = [
  'alter table invitations add column is_for_watchers integer not null default 0 check (is_for_watchers in (0, 1))',
]
