import * as z from 'zod/mini'
import * as admin from '#contract/admin-contract.ts'
import * as announcement from '#contract/announcement-contract.ts'
import * as bundle from '#contract/bundle-contract.ts'
import * as entry from '#contract/entry-contract.ts'
import * as entryWithdrawal from '#contract/entry-withdrawal-contract.ts'
import * as finalPlaces from '#contract/final-places-contract.ts'
import * as health from '#contract/health-contract.ts'
import * as houseRules from '#contract/house-rules-contract.ts'
import * as invitation from '#contract/invitation-contract.ts'
import * as leaderboard from '#contract/leaderboard-contract.ts'
import * as organiserMessage from '#contract/organiser-message-contract.ts'
import * as payment from '#contract/payment-contract.ts'
import * as problemDetails from '#contract/problem-details.ts'
import * as results from '#contract/results-contract.ts'
import * as correction from '#contract/score-correction-contract.ts'
import * as scoreDocument from '#contract/score-document-contract.ts'
import * as scoreSheet from '#contract/score-sheet-contract.ts'
import * as seal from '#contract/seal-contract.ts'
import * as season from '#contract/season-contract.ts'
import * as signIn from '#contract/sign-in-contract.ts'
import * as tournament from '#contract/tournament-contract.ts'
import * as tournamentSetup from '#contract/tournament-setup-contract.ts'
import * as tournamentSubmission from '#contract/tournament-submission-contract.ts'
import * as user from '#contract/user-contract.ts'
import * as userNotification from '#contract/user-notification-contract.ts'
import * as values from '#contract/values.ts'
import * as verification from '#contract/verification-contract.ts'
import * as webhook from '#contract/webhook-contract.ts'

const modules: readonly object[] = [
  admin,
  announcement,
  bundle,
  correction,
  entry,
  entryWithdrawal,
  finalPlaces,
  health,
  houseRules,
  invitation,
  leaderboard,
  organiserMessage,
  payment,
  problemDetails,
  results,
  scoreDocument,
  scoreSheet,
  seal,
  season,
  signIn,
  tournament,
  tournamentSetup,
  tournamentSubmission,
  user,
  userNotification,
  values,
  verification,
  webhook,
]

/**
 * The schemas that the API description names: those of bodies and their parts that the contract exports, under the name of
 * the export. Generated clients call their types by these names.
 */
export const schemaNames = z.registry<{ id: string }>()

for (const [name, schema] of modules.flatMap((module) => Object.entries(module)))
  if (schema instanceof z.core.$ZodType && !/(Params|Query)$/.test(name))
    schemaNames.add(schema, { id: `${name.charAt(0).toUpperCase()}${name.slice(1)}` })
