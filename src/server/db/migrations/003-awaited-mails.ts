/** Mails that somebody waits for leave the outbox before all others. */
export function awaitedMails(): string[] {
  return [
    `alter table outbox
      add column is_awaited integer not null default 0 check (is_awaited in (0, 1))`,
    `update outbox set is_awaited = 1 where request_key like 'account:%' and next_attempt_at is not null`,
    // In the order of their turns, without those that have left: they stay in the table for good.
    `create index outbox_by_turn on outbox (is_awaited desc, next_attempt_at, id) where next_attempt_at is not null`,
    `drop index outbox_by_attempt`,
  ]
}
