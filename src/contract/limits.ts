/** Limits that forms check before the server does. Without schemas, which the app does not load. */

/** Texts, in characters after trimming. */
export const maxTiebreakerAnswerLength = 200
export const maxTiebreakerLength = 200
export const maxTournamentNameLength = 200
export const maxHouseRulesLength = 4000
export const maxSeasonNameLength = 60

/** The players whom one user follows. */
export const maxRivals = 200

/** The groups that one user is in, the people in one, and the characters of its name. */
export const maxGroups = 20
export const maxGroupMembers = 500
export const maxGroupNameLength = 40

/** A season's number of best results. */
export const maxBestResults = 100

/** The lines of a tier, and the characters of one. */
export const maxTierLines = 500
export const maxLineLength = 200

/** Length of an uploaded ranking, in characters. */
export const maxRankingFileLength = 250_000

/** Length of an uploaded file of earlier results, in characters. The operator's command takes longer ones. */
export const maxResultsFileLength = 1_000_000

/** The people of one line of the audit log who are named; the others are counted. */
export const maxAuditNames = 10
