/** Emails that someone is waiting for are sent first. */
export const awaitedMails = [
  `alter table outbox
      add column is_awaited integer not null default 0 check (is_awaited in (0, 1))`,
  `update outbox set is_awaited = 1 where request_key like 'account:%' and next_attempt_at is not null`,
  // In the order of sending, without sent emails, which stay in the table permanently.
  `create index outbox_by_turn on outbox (is_awaited desc, next_attempt_at, id) where next_attempt_at is not null`,
  `drop index outbox_by_attempt`,
]
