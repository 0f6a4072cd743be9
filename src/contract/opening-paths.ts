/** The browser app's client id at the embedded provider, and in `/_configuration/{id}`. */
export const browserClientId = 'golf'

/**
 * The paths that a board needs to open, with parameters filled in; the others are in paths.ts. They are separate because
 * every byte of this module is loaded before the first rows are shown.
 */
export const openingApi = {
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
} as const

/** When the feed was last polled, ISO 8601 UTC; a header of every leaderboard response, 304 included. */
export const feedCheckedHeader = 'Feed-Checked'

/** The readable half of the XSRF pair, and the header that repeats it (docs/security.md, 3.2). */
export const xsrfCookie = 'XSRF-TOKEN'
export const xsrfHeader = 'X-XSRF-TOKEN'
