/** Links with which one account becomes a power user (docs/security.md, 10.7). */
export function organiserLinks(): string[] {
  return [
    `create table organiser_links (
      digest text primary key,
      created_by integer not null references users (id),
      expires_at text not null
    )`,
  ]
}
