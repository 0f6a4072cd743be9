import type { UseQueryResult } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'wouter'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { AdminSection, SectionState } from '#web/screens/admin/common/admin-section.tsx'
import styles from '#web/screens/admin/common/admin-table.module.css'
import { AdminTable, ShowMore, useRowLimit } from '#web/screens/admin/common/admin-table.tsx'
import { useEmailList } from '#web/screens/admin/email-list/use-email-list.tsx'
import { ResultsModal } from '#web/screens/admin/notifications/results-modal.tsx'
import { WriteMessageModal } from '#web/screens/admin/notifications/write-message-modal.tsx'
import { useModalState } from '#web/ui/use-modal-state.ts'
import { EndTournamentModal } from './end-tournament-modal.tsx'
import { EntrantsModal, useEntrants } from './entrants-modal.tsx'
import { ImportResults } from './import-results.tsx'
import { ReopenTournamentModal, useReopening } from './reopen-tournament-modal.tsx'
import { type TournamentActions, TournamentRow } from './tournament-row.tsx'
import { useEndTournament } from './use-end-tournament.ts'

type Props = { query: UseQueryResult<TournamentSummary[]>; isAdmin: boolean }

const columns = ['Name', 'Start', 'Status', 'Email List', 'Standings', 'Actions']

/** All tournaments, newest first, with their actions. */
export function TournamentsSection({ query, isAdmin }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRowLimit(undefined, 12)
  const emails = useEmailList()
  const entrants = useEntrants()
  const { openModal: write, ...writing } = useModalState<TournamentSummary>()
  const endFlow = useEndTournament(() => heading.current)
  const reopening = useReopening()
  const reopenForm = useModalState<TournamentSummary>()
  const results = useModalState<TournamentSummary>()
  const isOtherActive = query.data?.some(({ active }) => active) ?? true
  const actions: TournamentActions = {
    entrants: entrants.show,
    emails: emails.showTournament,
    write,
    end: endFlow.prepare,
    sendResults: results.openModal,
    reopen: isAdmin ? reopenForm.openModal : null,
    runningId: endFlow.runningId ?? reopening.running?.tournament.id,
  }
  return (
    <>
      <AdminSection
        title="Tournaments"
        count={query.data?.length}
        headingRef={heading}
        tools={<NewTournament tournaments={query.data} />}
      >
        <SectionState
          query={query}
          loadError="Couldn’t load the tournaments."
          refreshError="Couldn’t refresh the tournaments. This list may be out of date."
        >
          {(tournaments) => {
            if (tournaments.length === 0)
              return (
                <p>
                  There are no tournaments yet. <Link to="/tournament/new">Create your first tournament</Link>
                </p>
              )
            return (
              <>
                <AdminTable label="Tournaments" columns={columns} className={styles.tournaments}>
                  {tournaments.slice(0, shown.count).map((tournament) => (
                    <TournamentRow
                      key={tournament.id}
                      tournament={tournament}
                      actions={actions}
                      isOtherActive={isOtherActive}
                    />
                  ))}
                </AdminTable>
                <ShowMore total={tournaments.length} shown={shown} />
              </>
            )
          }}
        </SectionState>
        {isAdmin && <ImportResults />}
      </AdminSection>
      <EntrantsModal {...entrants} />
      {writing.modal && (
        <WriteMessageModal key={writing.modal.subject.id} modal={writing.modal} close={writing.close} />
      )}
      {emails.modal}
      <EndTournamentModal key={endFlow.modal?.subject.tournament.id} {...endFlow} />
      {results.modal && <ResultsModal modal={results.modal} close={results.close} />}
      <ReopenTournamentModal key={reopenForm.modal?.subject.id} {...reopenForm} reopening={reopening} />
    </>
  )
}

/** At most one tournament is active at a time (docs/rules.md, 1.2). */
function NewTournament({ tournaments }: { tournaments: readonly TournamentSummary[] | undefined }) {
  const active = tournaments?.find((tournament) => tournament.active)
  if (tournaments !== undefined && active === undefined)
    return (
      <Link className="button" to="/tournament/new">
        New
      </Link>
    )
  return (
    <>
      <button type="button" className="button" disabled aria-describedby="why-no-new">
        New
      </button>
      <p id="why-no-new" className="small-print">
        {active === undefined
          ? 'Available once the tournaments have loaded.'
          : `Available once ${active.name} has ended.`}
      </p>
    </>
  )
}
