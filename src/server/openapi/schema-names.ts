import * as z from 'zod/mini'
import * as admin from '#contract/admin-contract.ts'
import * as corrections from '#contract/correction-contract.ts'
import { entrySubmission } from '#contract/entry-contract.ts'
import * as withdrawals from '#contract/entry-withdrawal-contract.ts'
import { finalPlaces } from '#contract/final-places-contract.ts'
import { health, readiness } from '#contract/health-contract.ts'
import { houseRules, rulesBlock } from '#contract/house-rules-contract.ts'
import * as invitations from '#contract/invitation-contract.ts'
import * as board from '#contract/leaderboard-contract.ts'
import * as organiserMessages from '#contract/organiser-message-contract.ts'
import * as payments from '#contract/payment-contract.ts'
import { fieldError, problemDetails } from '#contract/problem-details.ts'
import { userResults } from '#contract/results-contract.ts'
import { scoreDocument } from '#contract/score-document-contract.ts'
import * as sheets from '#contract/score-sheet-contract.ts'
import * as seasons from '#contract/season-contract.ts'
import { clientConfiguration, signInParameters } from '#contract/sign-in-contract.ts'
import * as tournaments from '#contract/tournament-contract.ts'
import * as setup from '#contract/tournament-setup-contract.ts'
import { tournamentSubmission } from '#contract/tournament-submission-contract.ts'
import { user } from '#contract/user-contract.ts'
import * as userNotifications from '#contract/user-notification-contract.ts'
import { athleteId, entryNumber, eventId, instant, tier } from '#contract/values.ts'
import * as verification from '#contract/verification-contract.ts'
import * as webhooks from '#contract/webhook-contract.ts'

type Name = { id: string; description: string }

/** The schemas that the API description names, with a sentence each. Generated clients call their types by these names. */
export const schemaNames = z.registry<Name>()

const named: readonly (readonly [id: string, schema: z.ZodMiniType, description: string])[] = [
  ['AdminUserList', admin.adminUserList, 'All users, by name.'],
  ['AllSeasonPlaces', seasons.allSeasonPlaces, 'Everybody’s best places in all tournaments that have ended.'],
  ['AthleteId', athleteId, 'The feed’s id of a golfer.'],
  ['AuditLog', admin.auditLog, 'A page of the audit log, newest first. `next` is the `before` of the next page.'],
  ['BackupStatus', admin.backupStatus, 'The last nightly backup; `failure`: why there is no newer one.'],
  ['Calendar', setup.calendar, 'The events of the feed’s calendar, and what tiers can be proposed from.'],
  ['CalendarEvent', setup.calendarEvent, 'An event. Its dates are days.'],
  ['ClearedCache', admin.clearCacheResponse, 'The in-memory caches of all processes were cleared.'],
  ['SignInParameters', signInParameters, 'Further parameters of authorization requests, by name.'],
  ['ClientConfiguration', clientConfiguration, 'The OpenID Connect settings of the browser app.'],
  ['CorrectionList', corrections.correctionList, "Corrections of golfers' scores, newest first."],
  ['CorrectionReference', corrections.correctionReference, 'The correction to be ended.'],
  ['CorrectionSubmission', corrections.correctionSubmission, 'What an organiser puts right; null for what stays.'],
  ['CurrentTournament', tournaments.currentTournament, 'The current tournament, or null.'],
  ['Cutline', board.cutline, 'The projected cut line.'],
  ['Entry', tournaments.entry, 'An entry record. Other people’s picks are empty until the start.'],
  ['EntryNumber', entryNumber, 'The number of an entry within a record.'],
  ['EntrantChange', withdrawals.entrantChange, 'What an organiser does with an entry record.'],
  ['EntrySubmission', entrySubmission, 'An entry record to be saved; the picks are in the order of entries and tiers.'],
  ['EventId', eventId, 'The feed’s id of an event.'],
  ['EventState', board.eventState, 'The event as the feed describes it.'],
  ['EventVerification', verification.eventVerification, 'Whether an event can be played as a pool.'],
  ['FeedStatus', admin.feedStatus, 'The address from which scores come; `fault`: why there are no new scores.'],
  ['Fee', payments.fee, 'What playing costs, and what there is to win.'],
  ['FieldError', fieldError, 'A field of the request and its error.'],
  ['FinalPlaces', finalPlaces, 'The places of each user’s entries in entry order, null for a disqualified one.'],
  ['Golfer', board.golfer, 'A row of the leaderboard.'],
  ['Health', health, 'The process responds. `version` is that of the program.'],
  ['HouseRules', houseRules, 'The rules that the operator has written, as a tree of texts.'],
  ['HouseRulesBlock', rulesBlock, 'A paragraph, a heading, a list or another block.'],
  ['Instant', instant, 'An instant: ISO 8601 in UTC.'],
  ['Invitation', invitations.invitation, 'An invitation link and the people who have used it.'],
  ['InvitationList', invitations.invitationList, 'The invitation links of a tournament, newest first.'],
  ['JoinLink', invitations.joinLink, 'The address that the wall display shows until the start.'],
  ['Leaderboard', board.leaderboard, "The golfers' scores, the same for every viewer."],
  ['LeaderboardUpdate', board.leaderboardUpdate, 'A version to fetch, after a random time of up to `spreadMs`.'],
  ['MergePreview', admin.mergePreview, 'What a merge would do, and what prevents it.'],
  ['MergeRequest', admin.mergeRequest, 'The ids of users, the target first; and the entries that stay.'],
  ['MergedUsers', admin.mergeResponse, 'The user who remains, and those merged into them.'],
  ['MessagePreview', organiserMessages.messagePreview, 'How many people a message would reach.'],
  ['OrganiserMessage', organiserMessages.organiserMessage, 'A text, and to whom.'],
  ['NewInvitation', invitations.newInvitation, 'An invitation link to be created.'],
  ['NewNotificationDevice', userNotifications.newNotificationDevice, 'A browser’s subscription to notifications.'],
  ['NotifiedPeople', organiserMessages.notifiedPeople, 'The number of people who get the message.'],
  ['NotificationDevice', userNotifications.notificationDevice, 'A browser that shows notifications.'],
  ['NotificationDeviceRemoval', userNotifications.notificationDeviceRemoval, 'One of the caller’s devices.'],
  [
    'NotificationSettings',
    userNotifications.notificationSettings,
    'The channel of each kind of notification, and the quiet hours.',
  ],
  ['UserNotifications', userNotifications.userNotifications, 'The caller’s notification settings and devices.'],
  ['TestNotification', userNotifications.testNotification, 'The number of devices that get the test.'],
  ['OwnPayment', payments.ownPayment, 'What the caller has paid, and the pot.'],
  ['PaymentChange', payments.paymentChange, 'People to be marked as paid, or not paid.'],
  ['PaymentList', payments.paymentList, 'Who has paid, as organisers have marked it.'],
  ['Person', admin.person, 'A user. `userName` is the email address.'],
  ['Player', tournaments.player, 'A golfer who can be picked.'],
  ['PlayerList', tournaments.playerList, 'The golfers of the current tournament, by name.'],
  ['PlayerProfile', board.playerProfile, 'A golfer with their rounds, hole by hole.'],
  ['PlayersVerification', verification.playersVerification, 'The golfers meant by the lines of the four lists.'],
  [
    'PlayersVerificationRequest',
    verification.playersVerificationRequest,
    'The four lists as typed, and the one to check.',
  ],
  ['Problem', problemDetails, 'A refusal (RFC 9457). `type` is stable; the texts are for people and may change.'],
  ['Readiness', readiness, 'Requests can be served.'],
  ['ReminderRequest', organiserMessages.reminderRequest, 'The recipients.'],
  ['Reminders', organiserMessages.reminders, 'People who have signed in and have not entered, and the email.'],
  ['RevokedInvitation', invitations.revokedInvitation, 'The invitation link to be revoked.'],
  ['ScoreDocument', scoreDocument, 'The scores of an event in the shape of this pool.'],
  ['ScoredNames', sheets.scoredNames, 'The names in a table of scores.'],
  ['ScoredNameMatches', sheets.scoredNameMatches, 'The golfers meant by the names, in the same order.'],
  ['ScoreSheet', sheets.scoreSheet, 'The scores that organisers enter.'],
  ['ScoreSheetSubmission', sheets.scoreSheetSubmission, 'Scores to be published, or the return to the feed.'],
  ['SavedSeason', seasons.savedSeason, 'A season as it is stored.'],
  ['ResultCorrection', corrections.resultCorrection, 'What an admin puts right in the result of an ended tournament.'],
  ['ResultCorrectionPreview', corrections.resultCorrectionPreview, 'The places that a correction would change.'],
  ['Season', seasons.season, 'The rules of a season, and the places in its ended tournaments.'],
  ['SeasonKey', seasons.seasonKey, 'The year of a season, or s and its id.'],
  ['SeasonList', seasons.seasonList, 'All seasons, newest first.'],
  ['SeasonRemoval', seasons.seasonRemoval, 'The version of the season to be removed.'],
  ['SeasonSubmission', seasons.seasonSubmission, 'A season to be saved.'],
  ['Results', organiserMessages.results, 'Who has got the results of a tournament, and the email.'],
  ['Selection', tournaments.selection, 'A pick.'],
  ['SentAuditMail', admin.sendAuditMailResponse, 'The number of recipients.'],
  ['RankedGolfer', setup.rankedGolfer, 'A golfer of the field with a rank, if one was found.'],
  ['TierProposal', setup.tierProposal, 'The golfers of a field, best first.'],
  ['TierProposalRequest', setup.tierProposalRequest, 'The event, and the ranking to be used.'],
  ['Tier', tier, '0 is tier A, 3 is tier D.'],
  ['Tournament', tournaments.tournament, 'A tournament. The query says whether players and entries are included.'],
  ['TournamentList', tournaments.tournamentList, 'Every tournament, newest start first.'],
  ['TournamentOfEntry', tournaments.tournamentOfEntry, 'The tournament of an entry, with its players and that entry.'],
  ['TournamentSubmission', tournamentSubmission, 'A tournament to be saved.'],
  ['TournamentCancellation', tournaments.tournamentCancellation, 'Why a tournament ends without places.'],
  ['TournamentDeletion', tournaments.tournamentDeletion, 'The name of the tournament that is deleted.'],
  ['TournamentReopening', tournaments.tournamentReopening, 'What happens to the scores of a reopened tournament.'],
  ['TournamentSummary', tournaments.tournamentSummary, 'A tournament without players and entries.'],
  ['TournamentUserList', withdrawals.entrantList, 'The users with an entry, by name.'],
  ['Update', admin.update, 'The newest version if it is newer than this one, and the address of its page.'],
  ['User', user, 'A user with their rights. `userName` is the email address.'],
  ['UserResults', userResults, 'A user’s places in ended tournaments, and their favourite golfers.'],
  ['Webhook', webhooks.webhook, 'A chat that gets posts about events, without the secret parts of its address.'],
  ['WebhookChange', webhooks.webhookChange, 'The kinds of posts that are enabled.'],
  ['WebhookList', webhooks.webhookList, 'The chats that get posts about events, and an example of each post.'],
  ['WebhookReference', webhooks.webhookReference, 'The id of a webhook.'],
  ['WebhookSubmission', webhooks.webhookSubmission, 'The address of an incoming webhook, and the kinds of posts.'],
  ['WebhookTest', webhooks.webhookTestResponse, 'Whether a test post was queued.'],
  ['OwnWithdrawal', withdrawals.ownWithdrawal, 'The caller’s withdrawn entry, or null.'],
  ['OwnWithdrawalChange', withdrawals.ownWithdrawalChange, 'Whether the caller’s entry is withdrawn.'],
  ['Withdrawals', organiserMessages.withdrawals, 'Listed golfers who have left the event.'],
  ['OrganiserLink', admin.organiserLink, 'Who made the link for a new organiser; null if there is none.'],
  ['OrganiserLinkChange', admin.organiserLinkChange, 'Whether there is a link for a new organiser.'],
  ['OrganiserAcceptance', admin.organiserAcceptance, 'The code of a link for a new organiser.'],
  ['UserAction', admin.userAction, 'What an admin does with a user’s account.'],
  ['UserActionResult', admin.userActionResponse, '`link`: to choose a new password; null for other actions.'],
]

export const schemaIds = named.map(([id]) => id)

for (const [id, schema, description] of named) schemaNames.add(schema, { id, description })
