import type { Invitation } from '#contract/invitation-contract.ts'
import { api } from '#contract/paths.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { formatCount } from '#domain/text/format.ts'
import { InvitationShare } from '#web/invitations/invitation-share.tsx'
import styles from '#web/screens/admin/admin.module.css'
import { ConfirmedAction } from '#web/screens/admin/common/action-button.tsx'
import { useAdminMutation } from '#web/screens/admin/common/use-admin-mutation.ts'
import { UnconfirmedAccounts } from '#web/screens/admin/users/user-actions.tsx'
import { toMomentText } from '#web/time/time-text.ts'
import { Question } from '#web/ui/confirmation.tsx'

type Props = {
  invitation: Invitation
  tournament: TournamentSummary
  /** The first link is expanded. */
  isFirst: boolean
}

/** One link: its limits, how to share it, and who used it. */
export function InvitationItem({ invitation, tournament, isFirst }: Props) {
  const { id, url, state, isForWatchers, isMailed, creator, createdAt, guests } = invitation
  const isUsable = state === 'usable'
  const revocation = useAdminMutation({
    mutationFn: (client) => client.send('POST', api.adminInvitationRevoke(tournament.id), { invitationId: id }),
    texts: {
      busy: 'Revoking the link…',
      failed: 'There was an error revoking the link.',
      done: 'The link was revoked.',
    },
  })
  return (
    <li className={`stack-tight ${styles.item}`}>
      <div>
        <p>
          <strong data-usable={isUsable || undefined}>{stateTexts[state]}</strong> {describeLimits(invitation)}
        </p>
        <p className="small-print">
          {isMailed ? 'Sent by email. ' : ''}Created by {creator.name}, {toMomentText(createdAt)}
        </p>
      </div>
      {isUsable && (
        <details className="disclosure" open={isFirst}>
          <summary>Link, QR code and message</summary>
          <InvitationShare url={url} tournament={tournament} isForWatchers={isForWatchers} />
        </details>
      )}
      <p>{describeCounts(invitation)}</p>
      {guests.length > 0 && <Guests guests={guests} />}
      <UnconfirmedAccounts among={guests} />
      {(isUsable || state === 'used-up') && (
        <ConfirmedAction
          action={revocation}
          className="button-danger"
          busyText="Revoking…"
          label={
            <>
              Revoke<span className="visually-hidden"> the link created {toMomentText(createdAt)}</span>
            </>
          }
          title="Revoke the link"
        >
          <p>It can no longer be used to create an account. Accounts created with it are kept.</p>
          <Question>Are you sure you want to revoke this link?</Question>
        </ConfirmedAction>
      )}
    </li>
  )
}

function Guests({ guests }: Pick<Invitation, 'guests'>) {
  return (
    <details className="disclosure">
      <summary>Who used it</summary>
      <ul className={`stack-close ${styles.guests}`}>
        {guests.map((guest) => (
          <li key={guest.accountId}>
            <strong>{guest.name}</strong>
            <span>Opened {toMomentText(guest.openedAt)}</span>
            <span>
              {guest.registeredAt === null
                ? 'Already had an account'
                : `Registered ${toMomentText(guest.registeredAt)}`}
            </span>
            <span>{guest.enteredAt === null ? 'Not entered' : `Entered ${toMomentText(guest.enteredAt)}`}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

const stateTexts: Readonly<Record<Invitation['state'], string>> = {
  usable: 'Open.',
  revoked: 'Revoked.',
  expired: 'Expired.',
  'used-up': 'Used up.',
  'entries-closed': 'Entries are closed.',
}

type Limits = Pick<Invitation, 'state' | 'expiresAt' | 'maxUses' | 'uses' | 'isOnWall' | 'isForWatchers'>

/** "Valid until the start, 3 of 20 accounts created. Shown on the wall display." */
export function describeLimits({ state, expiresAt, maxUses, uses, isOnWall, isForWatchers }: Limits): string {
  const last = isForWatchers ? 'it is revoked' : 'the start'
  const end = `${isForWatchers ? 'For watchers. ' : ''}Valid until ${expiresAt === null ? last : toMomentText(expiresAt)}`
  const used = maxUses === null ? `${formatCount(uses, 'account')} created` : `${uses} of ${maxUses} accounts created`
  return `${end}, ${used}.${isOnWall && state === 'usable' ? ' Shown on the wall display.' : ''}`
}

/** "5 opened, 3 registered, 2 entered" */
export function describeCounts({ opened, guests }: Pick<Invitation, 'opened' | 'guests'>): string {
  const registered = guests.filter(({ registeredAt }) => registeredAt !== null).length
  const entered = guests.filter(({ enteredAt }) => enteredAt !== null).length
  return `${opened} opened, ${registered} registered, ${entered} entered`
}
