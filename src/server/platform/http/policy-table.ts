import { routePaths } from '#contract/paths.ts'
import type { Role } from '#domain/permissions.ts'
import type { Limit } from './rate-limiter.ts'

/**
 * The roles that each route requires (docs/security.md, 10.1 and 10.3). Default deny: the server does not start with a route without an
 * entry or an entry without a route. The checks, the API description and the permission tests are generated from this table.
 */
export type Policy = {
  /** The minimum role. `anyone` needs no sign-in. */
  role: Role | 'anyone'
  /** Counts as a write, and needs the XSRF pair unless it is a GET (docs/security.md, 3.2 and 3.5). */
  isWrite: boolean
  /** Additional conditions, for the API description. */
  rule?: string
  /** Replaces the limit for reads or writes. Routes with a limit of the same name share its counter. */
  limit?: Limit & { name: string }
}

const minute = 60

/** docs/security.md, 5. */
const limits = {
  verify: { name: 'verify', points: 30, seconds: minute },
  merge: { name: 'merge', points: 10, seconds: 60 * minute },
  userAction: { name: 'user-action', points: 60, seconds: 60 * minute },
  testNotification: { name: 'test-notification', points: 6, seconds: minute },
  clear: { name: 'clear', points: 6, seconds: minute },
  // With 100,000 entries, each call takes seconds of CPU.
  standings: { name: 'standings', points: 10, seconds: 5 * minute },
} as const

const read = (role: Policy['role'], rule?: string, limit?: Policy['limit']): Policy => ({
  role,
  isWrite: false,
  ...(rule !== undefined && { rule }),
  ...(limit && { limit }),
})

const write = (role: Policy['role'], rule?: string, limit?: Policy['limit']): Policy => ({
  ...read(role, rule, limit),
  isWrite: true,
})

const readOnly = 'read-only, but guarded like every call with a body'
const question = write('power', readOnly, limits.verify)

export const policyTable: Readonly<Record<string, Policy>> = {
  [`GET ${routePaths.clientConfiguration}`]: read('anyone', 'one fixed id'),
  [`GET ${routePaths.signInParameters}`]: read('anyone', 'one fixed id'),
  [`GET ${routePaths.health}`]: read('anyone'),
  [`GET ${routePaths.ready}`]: read('anyone'),
  [`GET ${routePaths.openapi}`]: read('anyone'),
  [`GET ${routePaths.metrics}`]: read('anyone', 'with METRICS_TOKEN as the bearer token; 404 if there is none'),
  [`GET ${routePaths.user}`]: read('user'),
  [`PUT ${routePaths.rivals}`]: write('user', 'the caller’s own; nobody else is told'),
  [`POST ${routePaths.groups}`]: write('user', 'with a link, or the caller’s own'),
  [`POST ${routePaths.groupLink}`]: write('user', readOnly),
  [`POST ${routePaths.groupPeople}`]: write('admin', `with the link; ${readOnly}`),
  [`POST ${routePaths.groupPeopleRemove}`]: write('admin', 'with the link', limits.userAction),
  [`GET ${routePaths.tournamentCurrent}`]: read('user'),
  [`GET ${routePaths.tournamentAll}`]: read('user'),
  [`GET ${routePaths.tournament}`]: read('user', 'until the start only the caller’s own picks are shown'),
  [`GET ${routePaths.tournamentEntry}`]: read('user', 'the caller’s own entries only; others return 404'),
  [`GET ${routePaths.tournamentStandings}`]: read('user', 'nothing of a tournament before its start', limits.standings),
  [`GET ${routePaths.tournamentBundle}`]: read('user', 'nothing of a tournament before its start', limits.standings),
  [`GET ${routePaths.tournamentProof}`]: read('user', 'nothing before the start', limits.verify),
  [`GET ${routePaths.tournamentCalendarFile}`]: read(
    'user',
    'tee times of the caller’s own golfers only, none before the start',
  ),
  [`POST ${routePaths.tournamentSave}`]: write('power', 'while no other tournament is active'),
  [`PUT ${routePaths.tournamentSave}`]: write(
    'power',
    'never the event; from the start on never its start, questions and tiers; golfers who may have been picked stay in their tiers',
  ),
  [`POST ${routePaths.tournamentEnd}`]: write('power', 'with the places that the server computes'),
  [`GET ${routePaths.adminCancel}`]: read('power', 'how many people, never who'),
  [`POST ${routePaths.adminCancel}`]: write('power', 'without places'),
  [`POST ${routePaths.adminDecision}`]: write('power', 'from the start on; the places stay'),
  [`POST ${routePaths.adminHat}`]: write('power', 'at any time; changes nothing else'),
  [`POST ${routePaths.adminDelete}`]: write('power', 'cancelled tournaments only'),
  [`GET ${routePaths.adminReopen}`]: read('admin', 'how many people, never who'),
  [`POST ${routePaths.adminReopen}`]: write(
    'admin',
    'only if no other is active; entries stay locked from the start on',
  ),
  [`POST ${routePaths.adminResultCorrection}`]: write('admin', 'ended tournaments with places only; never picks'),
  [`POST ${routePaths.adminResultCorrectionPreview}`]: write('admin', 'undone at once'),
  [`GET ${routePaths.announcement}`]: read('user'),
  [`PUT ${routePaths.announcement}`]: write('power', 'at most one, and not the event that is active'),
  [`GET ${routePaths.announcementInvitations}`]: read('power'),
  [`POST ${routePaths.announcementInvitations}`]: write('power', 'to the announced event'),
  [`POST ${routePaths.announcementInvitationRevoke}`]: write('power'),
  [`GET ${routePaths.tournamentCalendar}`]: read('power'),
  [`POST ${routePaths.tournamentProposeTiers}`]: question,
  [`GET ${routePaths.tournamentVerify}`]: read('power', 'asks the feed', limits.verify),
  [`POST ${routePaths.tournamentVerifyPlayers}`]: question,
  [`GET ${routePaths.playerAll}`]: read('user'),
  [`POST ${routePaths.entrySave}`]: write('user', 'for the caller only, until the start'),
  [`PUT ${routePaths.entrySave}`]: write('user', 'the caller’s own entries only, until the start; others return 404'),
  [`GET ${routePaths.entryWithdrawal}`]: read('user', 'the caller’s own'),
  [`POST ${routePaths.entryWithdrawal}`]: write('user', 'the caller’s own, until the start'),
  [`GET ${routePaths.entryReceipt}`]: read('user', 'the caller’s own'),
  [`GET ${routePaths.receiptKeys}`]: read('anyone', 'the public halves only'),
  [`GET ${routePaths.notifications}`]: read('user', 'the caller’s own'),
  [`PUT ${routePaths.notifications}`]: write('user', 'the caller’s own'),
  [`POST ${routePaths.notificationDevice}`]: write('user', 'addresses of known push services only'),
  [`POST ${routePaths.notificationDeviceRemove}`]: write('user', 'the caller’s own'),
  [`POST ${routePaths.notificationTest}`]: write('user', 'to the caller’s own devices', limits.testNotification),
  [`GET ${routePaths.results}`]: read('user', 'nothing of a tournament before its start'),
  [`GET ${routePaths.seasons}`]: read('user'),
  [`GET ${routePaths.seasonPlaces}`]: read('power', 'ended tournaments only'),
  [`GET ${routePaths.season}`]: read('user', 'ended tournaments only'),
  [`GET ${routePaths.seasonStandings}`]: read('user', 'ended tournaments only', limits.standings),
  [`GET ${routePaths.seasonBalances}`]: read('user', 'the caller’s own; all for organisers'),
  [`POST ${routePaths.seasons}`]: write('power'),
  [`PUT ${routePaths.seasons}`]: write('power'),
  [`POST ${routePaths.seasonRemove}`]: write('power'),
  [`GET ${routePaths.leaderboard}`]: read('user'),
  [`GET ${routePaths.leaderboardHistory}`]: read('user'),
  [`GET ${routePaths.leaderboardStream}`]: read('user'),
  [`GET ${routePaths.leaderboardPlayer}`]: read('user', 'golfers of the event only'),
  [`GET ${routePaths.payment}`]: read('user', 'the caller’s own'),
  [`GET ${routePaths.prizes}`]: read('user', 'the caller’s own; all for organisers'),
  [`GET ${routePaths.houseRules}`]: read('user'),
  [`GET ${routePaths.feedImage}`]: read('anyone', 'pictures that the feed has named only'),
  [`GET ${routePaths.adminUsers}`]: read('power'),
  [`POST ${routePaths.adminUser}`]: write(
    'admin',
    'on a power user, only to end the role or to give the admin’s, which needs a password or passkey within five minutes',
    limits.userAction,
  ),
  [`GET ${routePaths.adminUnconfirmed}`]: read('power'),
  [`POST ${routePaths.adminUnconfirmed}`]: write('power', 'the account stays unconfirmed', limits.userAction),
  [`GET ${routePaths.adminOrganiserLink}`]: read('admin', 'never its secret'),
  [`POST ${routePaths.adminOrganiserLink}`]: write('admin', undefined, limits.userAction),
  [`POST ${routePaths.organiserAccept}`]: write('user', 'with a link that an admin has made', limits.verify),
  [`GET ${routePaths.adminTournamentUsers}`]: read('power', 'who has entered, never their picks'),
  [`POST ${routePaths.adminTournamentUsers}`]: write('power', 'until the end; never reads or changes picks'),
  [`GET ${routePaths.adminAuditLog}`]: read('admin', 'never contains picks or answers'),
  [`GET ${routePaths.adminFeed}`]: read('power', 'asks nobody'),
  [`GET ${routePaths.adminSetup}`]: read('power', 'whether emails are sent, no addresses'),
  [`POST ${routePaths.adminImport}`]: write('admin', 'ended tournaments of earlier years; overwrites nothing'),
  [`GET ${routePaths.adminImports}`]: read('admin'),
  [`POST ${routePaths.adminImportUndo}`]: write('admin', 'only what that import has added, and only until it is used'),
  [`GET ${routePaths.adminUpdate}`]: read('admin', 'asks nobody'),
  [`GET ${routePaths.adminBackup}`]: read('admin', 'when, never what'),
  [`GET ${routePaths.adminClearCache}`]: write('admin', 'only for calls from the application itself', limits.clear),
  [`POST ${routePaths.adminMergeUsers}`]: write(
    'admin',
    'never merges an admin or power user, or hidden picks into the caller’s account; one entry per tournament stays',
    limits.merge,
  ),
  [`POST ${routePaths.adminMergePreview}`]: write('admin', readOnly),
  [`GET ${routePaths.adminSendAuditMail}`]: write(
    'admin',
    'one email per minute; contains picks and answers once the tournament has started',
  ),
  [`GET ${routePaths.adminReminders}`]: read('power'),
  [`POST ${routePaths.adminReminders}`]: write('power', 'until the start; one message per person per day'),
  [`GET ${routePaths.adminWithdrawals}`]: read('power', 'how many people are affected, never who'),
  [`GET ${routePaths.adminResults}`]: read('power'),
  [`POST ${routePaths.adminResults}`]: write('power', 'after the end; one message per entrant and tournament'),
  [`GET ${routePaths.adminMessage}`]: read('power'),
  [`GET ${routePaths.adminStartMove}`]: read('power', 'how many people, never who'),
  [`POST ${routePaths.adminMessage}`]: write('power', 'the same text once per person and day'),
  [`GET ${routePaths.adminPayments}`]: read('power'),
  [`POST ${routePaths.adminPayments}`]: write('power', 'people with an entry only'),
  [`POST ${routePaths.adminPrizes}`]: write('power', 'prizes that were won only'),
  [`GET ${routePaths.adminScores}`]: read('power'),
  [`PUT ${routePaths.adminScores}`]: write('power', 'from the start to the end of the tournament'),
  [`POST ${routePaths.adminScoreNames}`]: question,
  [`GET ${routePaths.tournamentJoinLink}`]: read('user', 'only a link that organisers have put on the wall display'),
  [`GET ${routePaths.adminInvitations}`]: read('power'),
  [`POST ${routePaths.adminInvitations}`]: write('power', 'for the active tournament, until its start'),
  [`POST ${routePaths.adminInvitationRevoke}`]: write('power'),
  [`GET ${routePaths.adminInvitationMails}`]: read('power', 'how many, never which addresses'),
  [`POST ${routePaths.adminInvitationMails}`]: write(
    'power',
    'until the start; one per address and tournament, 200 a day; never says who has an account',
  ),
  [`GET ${routePaths.adminCorrections}`]: read('power'),
  [`POST ${routePaths.adminCorrections}`]: write('power', 'from the start to the end'),
  [`POST ${routePaths.adminCorrectionEnd}`]: write('power', 'from the start to the end'),
  [`GET ${routePaths.adminWebhooks}`]: read('power', 'never the addresses'),
  [`POST ${routePaths.adminWebhooks}`]: write('power', 'addresses of Slack, Discord and Teams only'),
  [`PUT ${routePaths.adminWebhooks}`]: write('power'),
  [`POST ${routePaths.adminWebhookRemove}`]: write('power'),
  [`POST ${routePaths.adminWebhookTest}`]: write('power', 'one post per webhook and minute'),
  [`POST ${routePaths.adminWithdrawals}`]: write('power', 'until the start; one message per owner and golfer'),
}
