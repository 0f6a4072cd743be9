import { use, useEffect, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import { findRow } from '#domain/entries/pool.ts'
import { countRounds } from '#domain/field/field.ts'
import { applyScenario } from '#domain/forecast/scenario.ts'
import type { User } from '#domain/permissions.ts'
import { listBestEntries } from '#domain/standings/followed-rivals.ts'
import { type Standings, scorePool, standingOfRow, standingsOfUser } from '#domain/standings/standings.ts'
import type { TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { BoardSkeletonRows } from '#web/board/board-skeleton.tsx'
import { SortMenu } from '#web/board/sort-menu.tsx'
import { toPercent } from '#web/chances/chances-text.ts'
import { useChances } from '#web/chances/use-chances.ts'
import { keepGroup } from '#web/groups/use-friend-group.ts'
import { mostShownRivals, RivalsContext } from '#web/own-entries/use-own-entries.ts'
import { useChancesOrder, useChancesSort } from '#web/screens/pool/chances/chances-sort.ts'
import { ChancesTable } from '#web/screens/pool/chances/chances-table.tsx'
import { ForecastNote } from '#web/screens/pool/chances/entry-chances.tsx'
import { CopyLink } from '#web/screens/pool/common/copy-link.tsx'
import { usePoolView } from '#web/screens/pool/common/use-pool-view.ts'
import { EntryModal } from '#web/screens/pool/entry/entry-modal.tsx'
import { ErrorPanel } from '#web/states/error-panel.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { useTabTitle } from '#web/ui/use-document-title.ts'
import { useModalState } from '#web/ui/use-modal-state.ts'
import type { EntryKey } from '#web/url/entry-address.ts'
import { historySteps } from '#web/url/history-steps.ts'
import { readParameter } from '#web/url/parameters.ts'
import { parseScenario, type ScenarioEntries, toScenarioText, toWhatIfSearch } from '#web/url/scenario-address.ts'
import styles from './what-if.module.css'
import { WhatIfPanel } from './what-if-panel.tsx'

type Props = { tournament: TournamentWithEntries; user: User }

/** The pool with the final scores of a scenario. It is clearly marked as not the real board. */
export function WhatIfBoard({ tournament, user }: Props) {
  const { pool, standings, live, phase, isFinal, statusText } = usePoolView(tournament)
  useTabTitle(`${tournament.name} - Player Pool`)
  const leaderboard = phase === 'scores' && !isFinal ? live.leaderboard : null
  return (
    <div className={styles.board} data-what-if>
      <div className={styles.band}>
        <strong>What if · not the real scores</strong>
        <Link className="target strong" to={location.pathname}>
          Back to the real board
        </Link>
      </div>
      <PageHeading isBoard title={`What if: ${pool.tournament.name}`} status={<span>{statusText}</span>} />
      {leaderboard !== null && <Scenario standings={standings} leaderboard={leaderboard} userId={user.id} />}
      {leaderboard === null && phase === 'loading' && <BoardSkeletonRows board="pool" />}
      {phase === 'failed' && <ErrorPanel error={live.failure} onRetry={live.refresh} />}
      {leaderboard === null && phase !== 'loading' && phase !== 'failed' && (
        <p className={styles.closed}>
          {isFinal ? 'Play is over, so nothing can change.' : 'You can try scenarios once there are scores.'}
        </p>
      )}
    </div>
  )
}

type ScenarioProps = { standings: Standings; leaderboard: Leaderboard; userId: number }

function Scenario({ standings: real, leaderboard, userId }: ScenarioProps) {
  const { pool } = real
  const [scenario, setScenario] = useScenario(real)
  const standings = useMemo(() => {
    const golfersScores = applyScenario(leaderboard.golfersScores, pool.players, new Map(scenario))
    return scorePool(pool, { golfersScores })
  }, [pool, leaderboard.golfersScores, scenario])
  const ownRows = useMemo(() => standingsOfUser(real, userId).map(({ row }) => row), [real, userId])
  const state = useChances({ pool, leaderboard, scenario, rows: ownRows })
  // The change since the round began is one of the real board.
  const shown = useMemo(() => ({ ...state, roundStart: null }), [state])
  // Not in the address, which is the scenario's: a link to it must not open somebody's details.
  const { modal, openModal, close } = useModalState<EntryKey>()
  const opened = modal && findRow(pool, modal.subject.entryId, modal.subject.entryNumber)
  const control = useChancesSort()
  const order = useChancesOrder(standings, state, control.sort, null, scenario)
  return (
    <>
      <WhatIfPanel
        standings={real}
        rounds={countRounds(leaderboard.event)}
        userId={userId}
        scenario={scenario}
        onChange={setScenario}
      />
      {scenario.length > 0 && (
        <>
          <OwnEntries
            real={real}
            standings={standings}
            userId={userId}
            winOf={(row) => state.figures?.chances.win[row]}
          />
          <div className={`no-print cluster ${styles.tools}`}>
            <SortMenu control={control} />
            <CopyLink
              key={scenario.join()}
              url={`${location.origin}${location.pathname}${toWhatIfSearch(pool, scenario)}`}
              className={styles.copied}
            />
            <button type="button" className="button-text" onClick={() => setScenario([])}>
              Clear
            </button>
            <ForecastNote state={state} hasChanges={false} />
          </div>
          <ChancesTable
            standings={standings}
            order={order}
            userId={userId}
            state={shown}
            onOpenEntry={openModal}
            headings={control}
            label="What if"
          />
        </>
      )}
      {opened !== null && (
        <EntryModal
          standings={standings}
          leaderboard={leaderboard}
          scenario={scenario}
          userId={userId}
          standing={standingOfRow(standings, opened)}
          hasScores
          round={leaderboard}
          isOpen={modal?.isOpen === true}
          onClose={close}
        />
      )}
    </>
  )
}

/** Delay before a change is written to the URL. */
const addressAfterMs = 300

/** The scenario. It is in the URL, so that it can be shared. */
function useScenario({ pool }: Standings): [ScenarioEntries, (scenario: ScenarioEntries) => void] {
  const [scenario, setScenario] = useState(() => parseScenario(pool, readParameter('what-if') ?? ''))
  const wanted = toScenarioText(pool, scenario)
  useEffect(() => {
    const timer = setTimeout(() => {
      const text = readParameter('what-if')
      // A pending update must not bring back a user who has left for the real board.
      if (text !== null && text !== wanted)
        historySteps.change(() => navigate(keepGroup(`?what-if=${wanted}`), { replace: true, state: history.state }))
    }, addressAfterMs)
    return () => clearTimeout(timer)
  }, [wanted])
  return [scenario, setScenario]
}

type OwnProps = {
  real: Standings
  standings: Standings
  userId: number
  winOf: (row: number) => number | undefined
}

/** The viewer’s entries and their rivals’: where they are, and where they would be. */
function OwnEntries({ real, standings, userId, winOf }: OwnProps) {
  const rivals = use(RivalsContext)
  const shown = [...standingsOfUser(real, userId), ...listBestEntries(real, rivals).slice(0, mostShownRivals)]
  if (shown.length === 0) return null
  return (
    <ul className={styles.own} aria-label="Your entries in this scenario">
      {shown.map(({ row, userId: ownerId, entryNumber, displayName, position }) => {
        const win = winOf(row)
        const name = ownerId === userId ? `Entry ${entryNumber}` : displayName
        const then = standingOfRow(standings, row)
        return (
          <li key={row}>
            <span className={`small-print ${styles.now}`}>{name}</span> {position === '--' ? 'out' : position}{' '}
            <span aria-hidden="true">→</span>
            <span className="visually-hidden">becomes</span>{' '}
            <strong>{then.isDisqualified ? 'out' : then.position}</strong>
            {win !== undefined && !then.isDisqualified && `, ${toPercent(win)} to win`}
          </li>
        )
      })}
    </ul>
  )
}
