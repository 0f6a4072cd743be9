import { useQuery } from '@tanstack/react-query'
import type { Invitation, InvitationList } from '#contract/invitation-contract.ts'
import { api } from '#contract/paths.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { invitationsQuery } from '#web/api/admin-queries.ts'
import { canInvite, InvitationShare } from '#web/invitations/invitation-share.tsx'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { Confirmation, Question } from '#web/ui/confirmation.tsx'
import { useModalState } from '#web/ui/use-modal-state.ts'
import styles from '../admin.module.css'
import { ActionButton } from '../common/action-button.tsx'
import { AdminSection, SectionState } from '../common/admin-section.tsx'
import { useAdminActions } from '../common/use-admin-actions.ts'
import { InvitationItem } from './invitation-item.tsx'
import { NewInvitationModal } from './new-invitation-modal.tsx'

const hints: Readonly<Record<InvitationList['signUp'], string>> = {
  invite: 'New accounts need an invitation link. It takes people through creating an account to the entry form.',
  open: 'Anyone can create an account. A link takes people to the entry form, and you see who used it.',
  closed: 'No new accounts can be created. People who already have an account can enter.',
  external: 'Your sign-in provider decides who gets an account.',
}

/** Invitation links, and who used them (docs/rules.md, 11.6). */
export function InvitationsSection({ tournament }: { tournament: TournamentSummary }) {
  const query = useQuery(invitationsQuery(tournament.id))
  const hasStarted = useHasStarted(tournament) || !tournament.active
  const newLink = useModalState<TournamentSummary>()
  const { openModal, ...confirmation } = useModalState<Invitation>()
  const { run } = useAdminActions()
  const revoke = ({ id }: Invitation) =>
    run({
      key: `revoke-${id}`,
      busyText: 'Revoking the link…',
      work: (client) => client.send('POST', api.adminInvitationRevoke(tournament.id), { invitationId: id }),
      failedText: 'There was an error revoking the link.',
      succeeded: () => ({ text: 'The link was revoked.' }),
    })
  const canCreate = query.data !== undefined && canInvite(query.data)
  return (
    <AdminSection
      title="Invitations"
      count={query.data?.invitations.length}
      hint={query.data && hints[query.data.signUp]}
      tools={
        canCreate && (
          <ActionButton action="new-invitation" onPress={() => newLink.openModal(tournament)}>
            New link
          </ActionButton>
        )
      }
    >
      <SectionState query={query} what="the invitations">
        {(list) =>
          canInvite(list) ? (
            <Links list={list} tournament={tournament} onRevoke={openModal} />
          ) : (
            <InvitationShare
              url={hasStarted ? `${location.origin}/` : list.entryUrl}
              tournament={tournament}
              isForWatchers={hasStarted}
            />
          )
        }
      </SectionState>
      <NewInvitationModal {...newLink} areEntriesClosed={hasStarted} />
      <Confirmation {...confirmation} title="Revoke the link" onYes={revoke}>
        <p>It can no longer be used to create an account. Accounts created with it are kept.</p>
        <Question>Are you sure you want to revoke this link?</Question>
      </Confirmation>
    </AdminSection>
  )
}

type LinksProps = { list: InvitationList; tournament: TournamentSummary; onRevoke: (invitation: Invitation) => void }

function Links({ list: { invitations }, tournament, onRevoke }: LinksProps) {
  if (invitations.length === 0) return <p>There are no links to {tournament.name} yet.</p>
  return (
    <ul className={styles.items}>
      {invitations.map((invitation, index) => (
        <InvitationItem
          key={invitation.id}
          invitation={invitation}
          tournament={tournament}
          isFirst={index === 0}
          onRevoke={() => onRevoke(invitation)}
        />
      ))}
    </ul>
  )
}
