/** Links with which one account becomes a power user (docs/security.md, 10.7). */
export const organiserLinks = [
  `create table organiser_links (
      digest text primary key,
      created_by integer not null references users (id),
      expires_at text not null
    )`,
]
