import type { Invitation } from '#contract/invitation-contract.ts'
import { revokeInvitation } from '#web/api/invitation-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { useAdminActions } from '../common/use-admin-actions.ts'

/** Revokes a link and reports it in the status banner. */
export function useRevokeInvitation(tournamentId: number) {
  const client = useApi()
  const { run } = useAdminActions()
  return ({ id }: Invitation) =>
    run({
      key: `revoke-${id}`,
      busyText: 'Revoking the link…',
      work: () => revokeInvitation(client, tournamentId, id),
      failedText: 'There was an error revoking the link.',
      succeeded: () => ({ text: 'The link was revoked.' }),
    })
}
