/** The players whom a user follows. */
export const rivals = [
  `create table rivals (
      user_id integer not null references users (id),
      rival_id integer not null references users (id),
      primary key (user_id, rival_id)
    )`,
]
