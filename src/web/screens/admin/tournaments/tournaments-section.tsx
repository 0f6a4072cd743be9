import type { UseQueryResult } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { EmailListModal } from '../email-list/email-list-modal.tsx'
import { useEmailList } from '../email-list/use-email-list.ts'
import { AdminSection } from '../shared/admin-section.tsx'
import { SectionState } from '../shared/section-state.tsx'
import type { AdminActions } from '../shared/use-admin-actions.ts'
import { EndTournamentModal } from './end-tournament-modal.tsx'
import { TournamentsTable } from './tournaments-table.tsx'
import { useEndTournament } from './use-end-tournament.ts'

type Props = { query: UseQueryResult<TournamentSummary[]>; actions: AdminActions }

/** So many years back are read at a glance. */
const initialCount = 12

/** Every tournament, newest first, and what can be done with it (specification, section 2 "Admin screen"). */
export function TournamentsSection({ query, actions }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [isExpanded, setIsExpanded] = useState(false)
  const emails = useEmailList(actions)
  const endFlow = useEndTournament(actions, () => heading.current)
  return (
    <>
      <AdminSection
        title="Tournaments"
        count={query.data?.length}
        headingRef={heading}
        tools={<NewTournament tournaments={query.data} />}
      >
        <SectionState query={query} what="The tournaments">
          {(tournaments) => {
            if (tournaments.length === 0) return <p>There are no tournaments yet. Begin with New.</p>
            const shown = isExpanded ? tournaments : tournaments.slice(0, initialCount)
            return (
              <>
                <TournamentsTable
                  tournaments={shown}
                  actions={actions}
                  onEmails={emails.showTournament}
                  onEnd={endFlow.prepare}
                />
                {shown.length < tournaments.length && (
                  <button type="button" className="button-secondary" onClick={() => setIsExpanded(true)}>
                    Show all {tournaments.length}
                  </button>
                )}
              </>
            )
          }}
        </SectionState>
      </AdminSection>
      <EmailListModal modal={emails.modal} onClose={emails.close} />
      <EndTournamentModal {...endFlow} />
    </>
  )
}

/** Only one tournament is played at a time (specification, section 4). */
function NewTournament({ tournaments }: { tournaments: readonly TournamentSummary[] | undefined }) {
  const active = tournaments?.find((each) => each.active)
  if (tournaments !== undefined && active === undefined) {
    return (
      <Link className="button" to="/tournament/new">
        New
      </Link>
    )
  }
  return (
    <>
      <button type="button" className="button" disabled aria-describedby="why-no-new">
        New
      </button>
      <p id="why-no-new">
        {active === undefined
          ? 'Possible once the tournaments are known.'
          : `Possible once ${active.name} has ended.`}
      </p>
    </>
  )
}
