/** The rank by which a golfer was assigned to a tier, and copies of other servers' data, shared by all processes. */
export const golferRanks = [
  'alter table players add column world_rank integer',
  `create table source_copies (
      source text primary key,
      body text,
      fetched_at text,
      failure text,
      next_request text not null
    )`,
]
