/** The browser app's client id at the embedded provider, and in `/_configuration/{id}`. */
export const browserClientId = 'golf'

/** Paths below these return data: JSON, files and streams. All other paths that are not listed belong to the app. */
export const dataPrefixes = ['/api', '/_configuration', '/healthz', '/readyz', '/metrics'] as const

/** Paths below these belong to the sign-in provider, which guards itself. */
export const identityPrefixes = ['/Identity', '/connect', '/.well-known'] as const

/** Whether a path is one of the prefixes or below one. */
export function isBelow(path: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
}

/** Every path of the application server, as router patterns; a segment such as ":userId" is a parameter. */
export const routePaths = {
  clientConfiguration: '/_configuration/:clientId',
  signInParameters: '/_configuration/:clientId/parameters',
  user: '/api/user',
  rivals: '/api/rivals',
  groups: '/api/groups',
  groupLink: '/api/groups/link',
  groupPeople: '/api/groups/people',
  groupPeopleRemove: '/api/groups/people/remove',
  tournamentCurrent: '/api/tournament/current',
  tournamentAll: '/api/tournament/all',
  tournament: '/api/tournament/:tournamentId',
  tournamentSave: '/api/tournament',
  tournamentEnd: '/api/tournament/end/:tournamentId',
  adminCancel: '/api/admin/cancel/:tournamentId',
  adminDecision: '/api/admin/decision/:tournamentId',
  adminHat: '/api/admin/hat/:tournamentId',
  adminDelete: '/api/admin/deleteTournament/:tournamentId',
  adminReopen: '/api/admin/reopen/:tournamentId',
  adminResultCorrection: '/api/admin/resultCorrection/:tournamentId',
  adminResultCorrectionPreview: '/api/admin/resultCorrection/:tournamentId/preview',
  tournamentStandings: '/api/tournament/:tournamentId/standings.csv',
  tournamentBundle: '/api/tournament/:tournamentId/bundle',
  tournamentProof: '/api/tournament/:tournamentId/seal/:entryId',
  tournamentCalendarFile: '/api/tournament/:tournamentId/calendar.ics',
  tournamentCalendar: '/api/tournament/calendar',
  tournamentProposeTiers: '/api/tournament/proposeTiers',
  tournamentVerify: '/api/tournament/verify/:espnId',
  tournamentVerifyPlayers: '/api/tournament/verifyPlayers',
  tournamentEntry: '/api/tournament/entry/:entryId',
  announcement: '/api/announcement',
  announcementInvitations: '/api/announcement/invitations',
  announcementInvitationRevoke: '/api/announcement/invitations/revoke',
  playerAll: '/api/player/all',
  entrySave: '/api/entry',
  entryWithdrawal: '/api/entry/withdrawal/:tournamentId',
  entryReceipt: '/api/entry/receipt/:tournamentId',
  receiptKeys: '/api/receiptKeys',
  leaderboard: '/api/leaderboard/:tournamentId',
  leaderboardHistory: '/api/leaderboard/:tournamentId/history',
  leaderboardStream: '/api/leaderboard/:tournamentId/stream',
  leaderboardPlayer: '/api/leaderboard/:tournamentId/player/:espnId',
  feedImage: '/api/image',
  payment: '/api/payment/:tournamentId',
  prizes: '/api/prizes/:tournamentId',
  houseRules: '/api/houseRules',
  results: '/api/results/:userId',
  seasons: '/api/season',
  seasonPlaces: '/api/season/places',
  season: '/api/season/:seasonKey',
  seasonStandings: '/api/season/:seasonKey/standings.csv',
  seasonBalances: '/api/season/:seasonKey/balances',
  seasonRemove: '/api/season/remove',
  notifications: '/api/notices',
  notificationDevice: '/api/notices/device',
  notificationDeviceRemove: '/api/notices/device/remove',
  notificationTest: '/api/notices/test',
  adminUsers: '/api/admin/users',
  adminUser: '/api/admin/user',
  adminUnconfirmed: '/api/admin/unconfirmed',
  adminOrganiserLink: '/api/admin/organiserLink',
  organiserAccept: '/api/organiser',
  adminTournamentUsers: '/api/admin/tournamentUsers/:tournamentId',
  adminMergeUsers: '/api/admin/mergeUsers',
  adminMergePreview: '/api/admin/mergeUsers/preview',
  adminAuditLog: '/api/admin/auditLog',
  adminReminders: '/api/admin/reminders/:tournamentId',
  adminWithdrawals: '/api/admin/withdrawals/:tournamentId',
  adminResults: '/api/admin/results/:tournamentId',
  adminMessage: '/api/admin/message/:tournamentId',
  adminStartMove: '/api/admin/startMove/:tournamentId',
  adminPayments: '/api/admin/payments/:tournamentId',
  adminPrizes: '/api/admin/prizes/:tournamentId',
  adminScores: '/api/admin/scores/:tournamentId',
  adminScoreNames: '/api/admin/scores/:tournamentId/names',
  adminInvitations: '/api/admin/invitations/:tournamentId',
  adminInvitationRevoke: '/api/admin/invitations/:tournamentId/revoke',
  adminInvitationMails: '/api/admin/invitations/:tournamentId/mails',
  tournamentJoinLink: '/api/joinLink/:tournamentId',
  adminCorrections: '/api/admin/corrections/:tournamentId',
  adminCorrectionEnd: '/api/admin/corrections/:tournamentId/end',
  adminWebhooks: '/api/admin/webhooks',
  adminWebhookRemove: '/api/admin/webhooks/remove',
  adminWebhookTest: '/api/admin/webhooks/test',
  adminImport: '/api/admin/importResults',
  adminImports: '/api/admin/imports',
  adminImportUndo: '/api/admin/imports/undo',
  adminUpdate: '/api/admin/update',
  adminBackup: '/api/admin/backup',
  adminFeed: '/api/admin/feed',
  adminSetup: '/api/admin/setup',
  adminClearCache: '/api/admin/clearCache',
  adminSendAuditMail: '/api/admin/sendAuditEmail',
  openapi: '/api/openapi.json',
  health: '/healthz',
  ready: '/readyz',
  metrics: '/metrics',
} as const

type Value<Name> = Name extends 'espnId' | 'seasonKey' ? string : number
type Values<Path> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? [Value<Name>, ...Values<`/${Rest}`>]
  : Path extends `${string}/:${infer Name}`
    ? [Value<Name>]
    : []
type Filled = { [Name in keyof typeof routePaths]: (...values: Values<(typeof routePaths)[Name]>) => string }

const fill = (path: string) => {
  return (...values: (string | number)[]) => path.replaceAll(/:\w+/g, () => String(values.shift()))
}

/** A function for each API path, for the browser. It takes the path's parameters in order. */
export const api = {
  // `Object.fromEntries` does not know the names.
  ...(Object.fromEntries(Object.entries(routePaths).map(([name, path]) => [name, fill(path)])) as Filled),
  clientConfiguration: () => `/_configuration/${browserClientId}`,
  signInParameters: () => `/_configuration/${browserClientId}/parameters`,
  tournament: (id: number, include: { players: boolean; entries: boolean }) =>
    `/api/tournament/${id}?includePlayers=${include.players}&includeEntries=${include.entries}`,
  adminTournamentUsers: (id: number, includeWithdrawn = false) =>
    `/api/admin/tournamentUsers/${id}${includeWithdrawn ? '?includeWithdrawn=true' : ''}`,
  feedImage: (path: string) => `${routePaths.feedImage}?path=${encodeURIComponent(path)}`,
  houseRules: (tournamentId?: number) =>
    tournamentId === undefined ? routePaths.houseRules : `${routePaths.houseRules}?tournamentId=${tournamentId}`,
  adminStartMove: (id: number, start: string) => `/api/admin/startMove/${id}?start=${encodeURIComponent(start)}`,
  adminAuditLog: (before: number | null) =>
    before === null ? routePaths.adminAuditLog : `${routePaths.adminAuditLog}?before=${before}`,
}

/** When the feed was last polled, ISO 8601 UTC; a header of every leaderboard response, 304 included. */
export const feedCheckedHeader = 'Feed-Checked'

/** The readable half of the XSRF pair, and the header that repeats it (docs/security.md, 3.2). */
export const xsrfCookie = 'XSRF-TOKEN'
export const xsrfHeader = 'X-XSRF-TOKEN'

/** Header of every response. The log has the same id. */
export const requestIdHeader = 'X-Request-Id'
