import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Invitation, InvitationList, NewInvitationRequest } from '#contract/invitation-contract.ts'
import { api } from '#contract/paths.ts'
import { invitationsQuery } from '#web/api/admin-queries.ts'
import { codeOf } from '#web/api/api-problem.ts'
import { queryKeys } from '#web/api/resource-query.ts'
import { useApi } from '#web/api/use-api.ts'
import { toLongStartText } from '#web/time/time-text.ts'
import { CopyField } from '#web/ui/copy-field.tsx'
import { LocalLinkWarning } from '#web/ui/local-link-warning.tsx'
import styles from './invitation-share.module.css'
import { QrCode } from './qr-code.tsx'
import { ShareButtons } from './share-buttons.tsx'

type Props = {
  url: string
  tournament: { name: string; start: string }
  isForWatchers?: boolean
}

/** A link to join a tournament, or to watch the pool: as a QR code, as text and in a message. */
export function InvitationShare({ url, tournament, isForWatchers = false }: Props) {
  const message = isForWatchers ? `Follow our golf pool:\n${url}` : toInvitationMessage(tournament, url)
  return (
    <div className={`stack ${styles.share}`}>
      <div className={styles.code}>
        <QrCode
          text={url}
          label={isForWatchers ? 'QR code of the link to watch' : `QR code of the link to join ${tournament.name}`}
        />
      </div>
      <div className="stack-close">
        <LocalLinkWarning url={url} />
        <ShareButtons message={message} />
        <CopyField label="Link" text={url} rows={2} />
        <CopyField label="Message" text={message} rows={5} />
      </div>
    </div>
  )
}

/** The message that organisers send with a link. The deadline is in their locale and time zone. */
function toInvitationMessage({ name, start }: { name: string; start: string }, url: string): string {
  const deadline = toLongStartText(start)
  return `Join our golf pool for ${name}!\nPick your golfers before ${deadline}:\n${url}`
}

type Tournament = { id: number; name: string; start: string }

/** The link to a tournament that was just created. The first link is created automatically, and only once. */
export function FirstInvitation({ tournament }: { tournament: Tournament }) {
  const client = useApi()
  const queries = useQueryClient()
  const list = useQuery(invitationsQuery(tournament.id))
  const needsLink = list.data !== undefined && canInvite(list.data) && ofPlayers(list.data).length === 0
  const first = useQuery({
    queryKey: queryKeys.firstInvitation(tournament.id),
    async queryFn() {
      const invitation = await client.send<Invitation>('POST', api.adminInvitations(tournament.id), {
        requestKey: `first-of-${tournament.id}`,
        expiresAt: null,
        maxUses: null,
        isOnWall: true,
      } satisfies NewInvitationRequest)
      // The admin page lists it.
      void queries.invalidateQueries({ queryKey: invitationsQuery(tournament.id).queryKey })
      return invitation
    },
    enabled: needsLink,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const error = list.error ?? first.error
  if (codeOf(error) === 'entries-closed') {
    return <p role="status">The tournament has started, so nobody can be invited to enter.</p>
  }
  if (error !== null) {
    return <p role="status">Couldn’t create the invitation link. Create one on the admin page, under Invitations.</p>
  }
  const usable = list.data && ofPlayers(list.data).find(({ state }) => state === 'usable')
  const withoutLink = needsLink ? undefined : list.data?.entryUrl
  const url = usable?.url ?? first.data?.url ?? withoutLink
  if (url === undefined) return <p role="status">Creating the invitation link…</p>
  return (
    <div className={`stack ${styles.first}`}>
      <p>Invite people with this link. You can find it again on the admin page, under Invitations.</p>
      <InvitationShare url={url} tournament={tournament} />
    </div>
  )
}

/** With an external provider, or while sign-up is closed, no link can create accounts. */
export function canInvite({ signUp }: InvitationList): boolean {
  return signUp === 'open' || signUp === 'invite'
}

function ofPlayers({ invitations }: InvitationList): Invitation[] {
  return invitations.filter(({ isForWatchers }) => !isForWatchers)
}
