/**
 * An entry record that does not count. Without a reason its owner has withdrawn it, with one an organiser has removed it;
 * without `withdrawn_by` a merge has closed it, so nobody can take it back.
 */
export const withdrawnEntries = [
  'alter table entries add column withdrawn_at text',
  'alter table entries add column withdrawn_by integer references users (id)',
  'alter table entries add column withdrawal_reason text',
]
