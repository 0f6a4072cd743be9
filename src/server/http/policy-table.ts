import { routePaths } from '#contract/paths.ts'
import type { Role } from '#domain/permissions.ts'
import type { Limit } from './rate-limiter.ts'

/**
 * Who may call what. Default deny: the server does not start with a route that is missing here, nor with a line
 * that no route answers. The checks, the API description and the permission tests are all made from this table.
 * Source: security rules 2.12; specification, section 6.
 */
export type Policy = {
  /** The least role that may call; `anyone` needs no sign-in. */
  role: Role | 'anyone'
  /** Changes something: wants the XSRF pair (unless it is one of the two GET calls), and counts as a write. */
  changes: boolean
  /** What holds beyond the role, in words. */
  rule?: string
  /** In the place of what holds for all reads, or all writes. Routes with a limit of the same name share it. */
  limit?: Limit & { of: string }
}

const minute = 60

/** Source: security rules 2.5 and 2.6. */
const limits = {
  verify: { of: 'verify', points: 30, seconds: minute },
  merge: { of: 'merge', points: 10, seconds: 60 * minute },
  clear: { of: 'clear', points: 6, seconds: minute },
  // Of a pool of 100,000 each takes seconds of a processor.
  standings: { of: 'standings', points: 10, seconds: 5 * minute },
} as const

const reads = (role: Policy['role'], rule?: string, limit?: Policy['limit']): Policy => ({
  role,
  changes: false,
  ...(rule !== undefined && { rule }),
  ...(limit && { limit }),
})

const changes = (role: Policy['role'], rule?: string, limit?: Policy['limit']): Policy => ({
  ...reads(role, rule, limit),
  changes: true,
})

export const policyTable: Readonly<Record<string, Policy>> = {
  [`GET ${routePaths.clientConfiguration}`]: reads('anyone', 'one fixed id'),
  [`GET ${routePaths.health}`]: reads('anyone'),
  [`GET ${routePaths.ready}`]: reads('anyone'),
  [`GET ${routePaths.openapi}`]: reads('anyone'),
  [`GET ${routePaths.user}`]: reads('user'),
  [`GET ${routePaths.tournamentCurrent}`]: reads('user'),
  [`GET ${routePaths.tournamentAll}`]: reads('user'),
  [`GET ${routePaths.tournament}`]: reads('user', "until the start only the caller's own picks are shown"),
  [`GET ${routePaths.tournamentEntry}`]: reads('user', "the caller's own entries only; others return 404"),
  [`GET ${routePaths.tournamentStandings}`]: reads(
    'user',
    'nothing of a tournament before its start',
    limits.standings,
  ),
  [`POST ${routePaths.tournamentSave}`]: changes('power', 'while no other tournament is active'),
  [`PUT ${routePaths.tournamentSave}`]: changes(
    'power',
    'never the event; golfers who may have been picked stay in their tiers',
  ),
  [`POST ${routePaths.tournamentEnd}`]: changes('power', 'with the places that the server computes'),
  [`GET ${routePaths.tournamentVerify}`]: reads('power', 'asks the feed', limits.verify),
  [`POST ${routePaths.tournamentVerifyPlayers}`]: changes(
    'power',
    'read-only, but guarded like every call with a body',
    limits.verify,
  ),
  [`GET ${routePaths.playerAll}`]: reads('user'),
  [`POST ${routePaths.entrySave}`]: changes('user', 'for the caller only, until the start'),
  [`PUT ${routePaths.entrySave}`]: changes(
    'user',
    "the caller's own entries only, until the start; others return 404",
  ),
  [`GET ${routePaths.results}`]: reads('user', 'nothing of a tournament before its start'),
  [`GET ${routePaths.leaderboard}`]: reads('user'),
  [`GET ${routePaths.leaderboardStream}`]: reads('user'),
  [`GET ${routePaths.leaderboardPlayer}`]: reads('user', 'golfers of the event only'),
  [`GET ${routePaths.adminUsers}`]: reads('power'),
  [`GET ${routePaths.adminTournamentUsers}`]: reads('power', 'who has entered, never their picks'),
  [`GET ${routePaths.adminAuditLog}`]: reads('admin', 'never contains picks or answers'),
  [`GET ${routePaths.adminClearCache}`]: changes(
    'admin',
    'only for calls from the application itself',
    limits.clear,
  ),
  [`POST ${routePaths.adminMergeUsers}`]: changes(
    'admin',
    "never merges an admin or power user, two users in the same tournament, or hidden picks into the caller's account",
    limits.merge,
  ),
  [`POST ${routePaths.adminMergePreview}`]: changes(
    'admin',
    'read-only, but guarded like every call with a body',
  ),
  [`GET ${routePaths.adminSendAuditEmail}`]: changes(
    'admin',
    'one e-mail per minute; contains picks and answers once the tournament has started',
  ),
  [`GET ${routePaths.adminReminders}`]: reads('power'),
  [`POST ${routePaths.adminReminders}`]: changes('power', 'until the start; one e-mail per person per day'),
  [`GET ${routePaths.adminWithdrawals}`]: reads('power', 'how many people are affected, never who'),
  [`POST ${routePaths.adminWithdrawals}`]: changes(
    'power',
    'until the start; one e-mail per owner and golfer',
  ),
}
