/** The browser app's client id at the embedded provider, and in `/_configuration/{id}`. */
export const browserClientId = 'golf'

/** Paths below these return data: JSON, files and streams. All other paths that are not listed belong to the app. */
export const dataPrefixes = ['/api', '/_configuration', '/healthz', '/readyz', '/metrics'] as const

/** Paths below these belong to the sign-in provider, which guards itself. */
export const identityPrefixes = ['/Identity', '/connect', '/.well-known'] as const

export function isBelow(path: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
}

/** Every path of the application server, as router patterns; a segment such as ":userId" is a parameter. */
export const routePaths = {
  clientConfiguration: '/_configuration/:clientId',
  signInParameters: '/_configuration/:clientId/parameters',
  user: '/api/user',
  tournamentCurrent: '/api/tournament/current',
  tournamentAll: '/api/tournament/all',
  tournament: '/api/tournament/:tournamentId',
  tournamentSave: '/api/tournament',
  tournamentEnd: '/api/tournament/end/:tournamentId',
  adminCancel: '/api/admin/cancel/:tournamentId',
  adminReopen: '/api/admin/reopen/:tournamentId',
  adminResultCorrection: '/api/admin/resultCorrection/:tournamentId',
  adminResultCorrectionPreview: '/api/admin/resultCorrection/:tournamentId/preview',
  tournamentStandings: '/api/tournament/:tournamentId/standings.csv',
  tournamentCalendarFile: '/api/tournament/:tournamentId/calendar.ics',
  previewPicture: '/api/preview/:tournamentId',
  tournamentCalendar: '/api/tournament/calendar',
  tournamentProposeTiers: '/api/tournament/proposeTiers',
  tournamentVerify: '/api/tournament/verify/:espnId',
  tournamentVerifyPlayers: '/api/tournament/verifyPlayers',
  tournamentEntry: '/api/tournament/entry/:entryId',
  playerAll: '/api/player/all',
  entrySave: '/api/entry',
  leaderboard: '/api/leaderboard/:tournamentId',
  leaderboardStream: '/api/leaderboard/:tournamentId/stream',
  leaderboardPlayer: '/api/leaderboard/:tournamentId/player/:espnId',
  feedImage: '/api/image',
  houseRules: '/api/houseRules',
  results: '/api/results/:userId',
  seasons: '/api/season',
  seasonPlaces: '/api/season/places',
  season: '/api/season/:seasonKey',
  seasonStandings: '/api/season/:seasonKey/standings.csv',
  seasonRemove: '/api/season/remove',
  // The paths keep an earlier name of notifications.
  notifications: '/api/notices',
  notificationDevice: '/api/notices/device',
  notificationDeviceRemove: '/api/notices/device/remove',
  notificationTest: '/api/notices/test',
  adminUsers: '/api/admin/users',
  adminTournamentUsers: '/api/admin/tournamentUsers/:tournamentId',
  adminMergeUsers: '/api/admin/mergeUsers',
  adminMergePreview: '/api/admin/mergeUsers/preview',
  adminAuditLog: '/api/admin/auditLog',
  adminReminders: '/api/admin/reminders/:tournamentId',
  adminWithdrawals: '/api/admin/withdrawals/:tournamentId',
  adminResults: '/api/admin/results/:tournamentId',
  adminScores: '/api/admin/scores/:tournamentId',
  adminScoreNames: '/api/admin/scores/:tournamentId/names',
  adminInvitations: '/api/admin/invitations/:tournamentId',
  adminInvitationRevoke: '/api/admin/invitations/:tournamentId/revoke',
  tournamentJoinLink: '/api/joinLink/:tournamentId',
  adminCorrections: '/api/admin/corrections/:tournamentId',
  adminCorrectionEnd: '/api/admin/corrections/:tournamentId/end',
  adminWebhooks: '/api/admin/webhooks',
  adminWebhookRemove: '/api/admin/webhooks/remove',
  adminWebhookTest: '/api/admin/webhooks/test',
  adminUpdate: '/api/admin/update',
  adminBackup: '/api/admin/backup',
  adminFeed: '/api/admin/feed',
  adminClearCache: '/api/admin/clearCache',
  adminSendAuditMail: '/api/admin/sendAuditEmail',
  openapi: '/api/openapi.json',
  health: '/healthz',
  ready: '/readyz',
  metrics: '/metrics',
} as const

/** The same paths for the browser, with parameters filled in. */
export const api = {
  clientConfiguration: () => `/_configuration/${browserClientId}`,
  signInParameters: () => `/_configuration/${browserClientId}/parameters`,
  user: () => '/api/user',
  tournamentCurrent: () => '/api/tournament/current',
  tournamentAll: () => '/api/tournament/all',
  tournament: (id: number, include: { players: boolean; entries: boolean }) =>
    `/api/tournament/${id}?includePlayers=${include.players}&includeEntries=${include.entries}`,
  results: (userId: number) => `/api/results/${userId}`,
  leaderboard: (tournamentId: number) => `/api/leaderboard/${tournamentId}`,
  leaderboardStream: (tournamentId: number) => `/api/leaderboard/${tournamentId}/stream`,
  leaderboardPlayer: (tournamentId: number, espnId: string) => `/api/leaderboard/${tournamentId}/player/${espnId}`,
  health: () => '/healthz',
  tournamentEntry: (entryId: number) => `/api/tournament/entry/${entryId}`,
  tournamentSave: () => routePaths.tournamentSave,
  tournamentEnd: (tournamentId: number) => `/api/tournament/end/${tournamentId}`,
  adminCancel: (tournamentId: number) => `/api/admin/cancel/${tournamentId}`,
  adminReopen: (tournamentId: number) => `/api/admin/reopen/${tournamentId}`,
  adminResultCorrection: (tournamentId: number) => `/api/admin/resultCorrection/${tournamentId}`,
  adminResultCorrectionPreview: (tournamentId: number) => `/api/admin/resultCorrection/${tournamentId}/preview`,
  tournamentStandings: (tournamentId: number) => `/api/tournament/${tournamentId}/standings.csv`,
  tournamentCalendarFile: (tournamentId: number) => `/api/tournament/${tournamentId}/calendar.ics`,
  tournamentCalendar: () => routePaths.tournamentCalendar,
  tournamentProposeTiers: () => routePaths.tournamentProposeTiers,
  tournamentVerify: (espnId: string) => `/api/tournament/verify/${espnId}`,
  tournamentVerifyPlayers: () => routePaths.tournamentVerifyPlayers,
  playerAll: () => routePaths.playerAll,
  entry: () => routePaths.entrySave,
  houseRules: () => routePaths.houseRules,
  feedImage: (path: string) => `${routePaths.feedImage}?path=${encodeURIComponent(path)}`,
  seasons: () => routePaths.seasons,
  seasonPlaces: () => routePaths.seasonPlaces,
  season: (key: string) => `/api/season/${key}`,
  seasonStandings: (key: string) => `/api/season/${key}/standings.csv`,
  seasonRemove: () => routePaths.seasonRemove,
  notifications: () => routePaths.notifications,
  notificationDevice: () => routePaths.notificationDevice,
  notificationDeviceRemove: () => routePaths.notificationDeviceRemove,
  notificationTest: () => routePaths.notificationTest,
  adminUsers: () => routePaths.adminUsers,
  adminTournamentUsers: (tournamentId: number) => `/api/admin/tournamentUsers/${tournamentId}`,
  adminMergeUsers: () => routePaths.adminMergeUsers,
  adminMergePreview: () => routePaths.adminMergePreview,
  adminWebhooks: () => routePaths.adminWebhooks,
  adminWebhookRemove: () => routePaths.adminWebhookRemove,
  adminWebhookTest: () => routePaths.adminWebhookTest,
  adminUpdate: () => routePaths.adminUpdate,
  adminBackup: () => routePaths.adminBackup,
  adminFeed: () => routePaths.adminFeed,
  adminClearCache: () => routePaths.adminClearCache,
  adminSendAuditMail: () => routePaths.adminSendAuditMail,
  adminAuditLog: (before: number | null) =>
    before === null ? routePaths.adminAuditLog : `${routePaths.adminAuditLog}?before=${before}`,
  adminReminders: (tournamentId: number) => `/api/admin/reminders/${tournamentId}`,
  adminWithdrawals: (tournamentId: number) => `/api/admin/withdrawals/${tournamentId}`,
  adminResults: (tournamentId: number) => `/api/admin/results/${tournamentId}`,
  adminScores: (tournamentId: number) => `/api/admin/scores/${tournamentId}`,
  adminScoreNames: (tournamentId: number) => `/api/admin/scores/${tournamentId}/names`,
  adminInvitations: (tournamentId: number) => `/api/admin/invitations/${tournamentId}`,
  adminInvitationRevoke: (tournamentId: number) => `/api/admin/invitations/${tournamentId}/revoke`,
  adminCorrections: (tournamentId: number) => `/api/admin/corrections/${tournamentId}`,
  adminCorrectionEnd: (tournamentId: number) => `/api/admin/corrections/${tournamentId}/end`,
  tournamentJoinLink: (tournamentId: number) => `/api/joinLink/${tournamentId}`,
} as const

/** When the feed was last polled, ISO 8601 UTC; a header of every leaderboard response, 304 included. */
export const feedCheckedHeader = 'Feed-Checked'

/** The readable half of the XSRF pair, and the header that repeats it (docs/security.md, 3.2). */
export const xsrfCookie = 'XSRF-TOKEN'
export const xsrfHeader = 'X-XSRF-TOKEN'

/** Of each response; the log has the same id. */
export const requestIdHeader = 'X-Request-Id'
