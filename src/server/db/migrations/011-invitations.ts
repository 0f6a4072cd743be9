import { idColumn } from './001-first-tables.ts'

/**
 * Invitation links, and the browsers and accounts that came through them. An account that is deleted leaves an anonymous
 * guest behind.
 */
export const invitations = (kind: 'sqlite' | 'postgres') => [
  `create table invitations (
      id ${idColumn(kind)},
      tournament_id integer not null references tournaments (id),
      request_key text not null unique,
      salt text not null,
      digest text not null unique,
      created_by integer not null references users (id),
      created_at text not null,
      expires_at text,
      max_uses integer check (max_uses > 0),
      uses integer not null default 0 check (uses >= 0 and (max_uses is null or uses <= max_uses)),
      is_on_wall integer not null check (is_on_wall in (0, 1)),
      revoked_at text
    )`,
  'create index invitations_by_tournament on invitations (tournament_id)',
  `create table invitation_guests (
      id ${idColumn(kind)},
      invitation_id integer not null references invitations (id),
      browser text not null,
      opened_at text not null,
      account_id text references accounts (id) on delete set null,
      registered_at text,
      unique (invitation_id, browser)
    )`,
  'create index invitation_guests_by_account on invitation_guests (account_id)',
]
