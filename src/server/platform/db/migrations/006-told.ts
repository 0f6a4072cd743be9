/** What entrants know of a tournament's start, while the feed's small moves of it are told together. */
export function told(): string[] {
  return ['alter table tournaments add column told_start text', 'alter table tournaments add column start_told_at text']
}
