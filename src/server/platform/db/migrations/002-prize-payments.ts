/** The prizes that organisers have paid out, each with what was paid: a later correction may change who wins what. */
export function prizePayments(): string[] {
  return [
    `create table prize_payments (
      tournament_id integer not null references tournaments (id) on delete cascade,
      user_id integer not null references users (id),
      entry_number integer not null check (entry_number between 1 and 3),
      prize text not null,
      -- In the smallest unit of the currency.
      minor bigint not null,
      currency text not null,
      paid_at text not null,
      marked_by integer not null references users (id),
      primary key (tournament_id, user_id, entry_number, prize)
    )`,
    'create index prize_payments_by_user on prize_payments (user_id)',
  ]
}
