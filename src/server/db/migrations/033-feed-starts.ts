/** Whether the start follows the feed's, and the start that the feed has last given. Existing tournaments keep theirs. */
export const feedStarts = [
  'alter table tournaments add column follows_feed integer not null default 0 check (follows_feed in (0, 1))',
  'alter table tournaments add column feed_start text',
]
