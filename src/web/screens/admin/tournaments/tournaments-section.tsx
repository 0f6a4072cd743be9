import type { UseQueryResult } from '@tanstack/react-query'
import type { Ref } from 'react'
import { Link } from 'wouter'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { AdminSection, SectionState } from '#web/screens/admin/common/admin-section.tsx'
import styles from '#web/screens/admin/common/admin-table.module.css'
import { AdminTable, ShowMore, useRowLimit } from '#web/screens/admin/common/admin-table.tsx'
import { ImportResults } from './import-results.tsx'
import { type TournamentActions, TournamentRow } from './tournament-row.tsx'

type Props = {
  query: UseQueryResult<TournamentSummary[]>
  isAdmin: boolean
  actions: TournamentActions
  headingRef: Ref<HTMLHeadingElement>
}

const columns = ['Name', 'Start', 'Status', 'Email List', 'Actions']

/** All tournaments, newest first, with their actions. */
export function TournamentsSection({ query, isAdmin, actions, headingRef }: Props) {
  const shown = useRowLimit(undefined, 12)
  const isOtherActive = query.data?.some(({ active }) => active) ?? true
  return (
    <AdminSection
      title="Tournaments"
      count={query.data?.length}
      headingRef={headingRef}
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
  )
}

/** At most one tournament is active at a time (docs/rules.md, 1.2). */
function NewTournament({ tournaments }: { tournaments: readonly TournamentSummary[] | undefined }) {
  const active = tournaments?.find((tournament) => tournament.active)
  if (tournaments !== undefined && active === undefined)
    return (
      <Link className="button-secondary" to="/tournament/new">
        New
      </Link>
    )
  return (
    <>
      <button type="button" className="button-secondary" disabled aria-describedby="why-no-new">
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
