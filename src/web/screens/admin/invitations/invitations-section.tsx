import { useQuery } from '@tanstack/react-query'
import type { InvitationList } from '#contract/invitation-contract.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { invitationsQuery } from '#web/api/admin-queries.ts'
import { canInvite, InvitationShare } from '#web/invitations/invitation-share.tsx'
import { ActionButton } from '#web/screens/admin/common/action-button.tsx'
import { FoldedSection, SectionState } from '#web/screens/admin/common/admin-section.tsx'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { useModalState } from '#web/ui/use-modal-state.ts'
import { InvitationItem } from './invitation-item.tsx'
import { InvitationMailsModal } from './invitation-mails-modal.tsx'
import { NewInvitationModal } from './new-invitation-modal.tsx'

const hints: Readonly<Record<InvitationList['signUp'], string>> = {
  invite: 'New accounts need an invitation link. It takes people through creating an account to the entry form.',
  open: 'Anyone can create an account. A link takes people to the entry form, and you see who used it.',
  closed: 'No new accounts can be created. People who already have an account can enter.',
  external: 'Your sign-in provider decides who gets an account.',
}

const watchersHint = 'Picks are closed. A new link is for people who only watch.'

/** The invitation links, with the people who used them (docs/rules.md, 11.6). */
export function InvitationsSection({ tournament }: { tournament: TournamentSummary }) {
  const query = useQuery(invitationsQuery(tournament.id))
  const hasStarted = useHasStarted(tournament) || !tournament.active
  const newLink = useModalState<TournamentSummary>()
  const mails = useModalState<TournamentSummary>()
  const canCreate = query.data !== undefined && canInvite(query.data)
  return (
    <FoldedSection
      title="Invitations"
      count={query.data?.invitations.length}
      hint={canCreate && hasStarted ? watchersHint : query.data && hints[query.data.signUp]}
      tools={
        <>
          {query.data?.canMail && !hasStarted && (
            <ActionButton onPress={() => mails.openModal(tournament)}>Invite by email</ActionButton>
          )}
          {canCreate && <ActionButton onPress={() => newLink.openModal(tournament)}>New link</ActionButton>}
        </>
      }
    >
      <SectionState
        query={query}
        loadError="Couldn’t load the invitations."
        refreshError="Couldn’t refresh the invitations. This list may be out of date."
      >
        {(list) =>
          canInvite(list) ? (
            <Links list={list} tournament={tournament} />
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
      {query.data && <InvitationMailsModal {...mails} hasLinks={canCreate} entryUrl={query.data.entryUrl} />}
    </FoldedSection>
  )
}

type LinksProps = { list: InvitationList; tournament: TournamentSummary }

function Links({ list: { invitations }, tournament }: LinksProps) {
  if (invitations.length === 0) return <p>There are no links to {tournament.name} yet.</p>
  return (
    <ul className="stack-wide">
      {invitations.map((invitation, index) => (
        <InvitationItem key={invitation.id} invitation={invitation} tournament={tournament} isFirst={index === 0} />
      ))}
    </ul>
  )
}
