/**
 * A message is sent at least once. What an earlier version had handed over without an answer counts as sent, as that version
 * promised; a notification on a device is sent again, and the browser replaces the first.
 */
export const messagesSentAtLeastOnce = [
  `update outbox set sent_at = handed_over_at, next_attempt_at = null, claimed_by = null, message = '',
      attempts = attempts + 1, last_error = 'handed over, but the server ended before the answer'
      where handed_over_at is not null and next_attempt_at is not null and channel <> 'push'`,
  'delete from outbox where is_forgotten = 1 and next_attempt_at is null',
  'alter table outbox drop column handed_over_at',
  'alter table outbox rename column is_forgotten to is_deleted_when_done',
]
