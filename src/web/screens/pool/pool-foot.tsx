import { Link } from 'wouter'
import type { Standings } from '#domain/standings/standings.ts'
import { formatCount } from '#domain/text/format.ts'
import type { Tiebreakers, TournamentWithEntries, WithdrawnEntry } from '#domain/tournament/tournament.ts'
import { RulesLink } from '#web/rules/rules-link.tsx'
import { lazyNamed } from '#web/ui/lazy-named.ts'
import { MessageButton } from '#web/ui/message-modal.tsx'
import styles from './pool-board.module.css'

const FeePanel = lazyNamed(() => import('#web/payments/fee-panel.tsx'), 'FeePanel')
const HouseRules = lazyNamed(() => import('#web/rules/scoring-rules.tsx'), 'HouseRules')
const ScoringRules = lazyNamed(() => import('#web/rules/scoring-rules.tsx'), 'ScoringRules')

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

/** "1 entry withdrawn: Bo, by Ann, not paid". */
function WithdrawnEntries({ entries }: { entries: readonly WithdrawnEntry[] }) {
  if (entries.length === 0) return null
  const texts = entries.map(({ name, by, reason }) =>
    [name, ...(by === null ? [] : [`by ${by}`]), reason ?? []].flat().join(', '),
  )
  return (
    <p className={styles.list}>{`${formatCount(entries.length, 'entry', 'entries')} withdrawn: ${texts.join('; ')}`}</p>
  )
}

/** The questions answered in the columns Tie 1 and Tie 2. */
function PoolTiebreakers({ tiebreakers }: { tiebreakers: Tiebreakers }) {
  return (
    <ul className={styles.list}>
      {tiebreakers.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the questions are identified by their number.
        <li key={index}>
          Tiebreaker {index + 1}: {text}
        </li>
      ))}
    </ul>
  )
}
