import { lazy } from 'react'
import { Link } from 'wouter'
import type { Standings } from '#domain/standings/standings.ts'
import type { TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { RulesLink } from '#web/rules/rules-link.tsx'
import { MessageButton } from '#web/ui/message-modal.tsx'
import styles from './pool-board.module.css'
import { PoolTiebreakers, WithdrawnEntries } from './pool-entrants.tsx'

const FeePanel = lazy(async () => ({ default: (await import('#web/payments/fee-panel.tsx')).FeePanel }))
const HouseRules = lazy(async () => ({ default: (await import('#web/rules/scoring-rules.tsx')).HouseRules }))
const ScoringRules = lazy(async () => ({ default: (await import('#web/rules/scoring-rules.tsx')).ScoringRules }))

type Props = {
  tournament: TournamentWithEntries
  /** The whole pool, also while a group is shown. */
  standings: Standings
  hasStarted: boolean
}

/** Below the table: the questions, the money, the rules and the picks as they were locked. */
export function PoolFoot({ tournament, standings, hasStarted }: Props) {
  const { id, fee, houseRules, seal, tiebreakers, withdrawnEntries = [] } = tournament
  return (
    <>
      <WithdrawnEntries entries={withdrawnEntries} />
      <PoolTiebreakers tiebreakers={tiebreakers} />
      <div className={`cluster no-print ${styles.foot}`}>
        {fee !== undefined && (
          <MessageButton title="Payouts">
            <FeePanel tournament={tournament} standings={standings} />
            {houseRules && <HouseRules tournamentId={id} />}
          </MessageButton>
        )}
        <MessageButton title="How scoring works">
          <ScoringRules tournament={tournament} />
        </MessageButton>
        <RulesLink />
      </div>
      {hasStarted && (
        <p className="small-print">
          <Link to={`/picks/${id}`}>All picks as of the lock</Link>
          {seal && `. The seal of the pool: ${seal.words}`}
        </p>
      )}
    </>
  )
}
