/** The subjects at upstream providers that can sign in to an account. */
export const connectedSignIns = [
  `create table connected_sign_ins (
      id text primary key,
      account_id text not null references accounts (id) on delete cascade,
      issuer text not null,
      subject text not null,
      email text,
      created_at text not null,
      last_used_at text not null,
      unique (issuer, subject)
    )`,
  'create index connected_sign_ins_by_account on connected_sign_ins (account_id)',
]
