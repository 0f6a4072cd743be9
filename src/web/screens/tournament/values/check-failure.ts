import { tierNames } from '#domain/tournament/tournament.ts'
import { ApiProblem, codeOf } from '#web/api/api-problem.ts'

const unchecked = "The server couldn't check this."

/** Why the id or a list could not be checked. */
export function toCheckFailureText(error: unknown): string {
  switch (codeOf(error)) {
    case 'feed-unavailable':
      return error instanceof ApiProblem ? error.message : 'The sports feed did not respond.'
    case 'offline':
      return "We can't reach the server."
    case 'unauthenticated':
      return 'Your session has expired. Reload the page to sign in again; your draft is stored.'
    case 'too-many-requests':
      return 'Too many attempts. Wait a minute.'
    case 'validation-failed':
      return toLongListText(error) ?? unchecked
    default:
      return unchecked
  }
}

/** "Tier A has 200 names, but the field has 156 golfers." */
function toLongListText(error: unknown): string | undefined {
  if (!(error instanceof ApiProblem)) return undefined
  const [long] = error.fields
  const tier = tierNames[Number(long?.field.replace('tiers.', ''))]
  return long && tier ? `Tier ${tier} ${long.message}.` : undefined
}
