/** Second factors of accounts, and the digests of their recovery codes. */
export const secondFactors = [
  `create table second_factors (
      account_id text primary key references accounts (id),
      secret text not null,
      last_step integer not null,
      created_at text not null
    )`,
  `create table recovery_codes (
      digest text primary key,
      account_id text not null references accounts (id)
    )`,
  'create index recovery_codes_by_account on recovery_codes (account_id)',
]
