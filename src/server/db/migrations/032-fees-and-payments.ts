/** What playing costs, as JSON (`Fee`), and who has paid. A payment belongs to a person, whatever happens to their entry. */
export const feesAndPayments = [
  'alter table tournaments add column fee text',
  `create table payments (
      tournament_id integer not null references tournaments (id) on delete cascade,
      user_id integer not null references users (id),
      paid_at text not null,
      marked_by integer not null references users (id),
      primary key (tournament_id, user_id)
    )`,
]
