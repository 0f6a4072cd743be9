import { idColumn } from './001-first-tables.ts'

/** Push subscriptions, and each user's notification preferences. Ids of subscriptions are never reused. */
export const pushNotifications = (kind: 'sqlite' | 'postgres') => [
  `create table push_subscriptions (
      id ${idColumn(kind)},
      user_id integer not null references users (id),
      endpoint text not null unique,
      p256dh text not null,
      auth text not null,
      device text not null,
      created_at text not null
    )`,
  'create index push_subscriptions_by_user on push_subscriptions (user_id)',
  `create table notice_settings (
      user_id integer primary key references users (id),
      choices text not null,
      quiet_from text,
      quiet_to text,
      time_zone text not null,
      check ((quiet_from is null) = (quiet_to is null))
    )`,
]
