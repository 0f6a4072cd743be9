import { type ComponentProps, useState } from 'react'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import { noAnswers } from '#domain/tournament/tournament.ts'
import { toSourceText } from '#web/board/board-freshness.ts'
import { PlaceChanges } from '#web/own-entries/place-changes.tsx'
import { useIsReplay } from '#web/replay/use-past-board.ts'
import { EntryChances } from '#web/screens/pool/chances/entry-chances.tsx'
import { RootingView } from '#web/screens/pool/chances/rooting-view.tsx'
import { CopyLink } from '#web/screens/pool/common/copy-link.tsx'
import { MoreMenu } from '#web/ui/more-menu.tsx'
import { toEntryAddress } from '#web/url/entry-address.ts'
import type { ScenarioEntries } from '#web/url/scenario-address.ts'
import styles from './entry-content.module.css'
import { EntryDetails } from './entry-details.tsx'
import { FollowButton } from './follow-button.tsx'

type Props = Omit<ComponentProps<typeof EntryDetails>, 'children' | 'isLive' | 'trueAnswers'> & {
  /** Null if there are no chances to show: without scores, and when play is over. */
  leaderboard: Leaderboard | null
  /** The details are of a scenario: they say so, and have no address of their own. */
  scenario?: ScenarioEntries | undefined
}

/** The content of an entry's modal: its details and its chances, or whom to root for. */
export function EntryContent({ leaderboard, scenario, ...details }: Props) {
  const { standings, standing, userId, hasScores, round } = details
  const [wantsRooting, setWantsRooting] = useState(false)
  const [wantsReasons, setWantsReasons] = useState(false)
  const { active, trueAnswers = noAnswers } = standings.pool.tournament
  const isEnded = !useIsReplay() && !active && hasScores
  const source = leaderboard && toSourceText(leaderboard.source, new Date())
  const chances = leaderboard !== null && !standing.isDisqualified && { standings, leaderboard, scenario }
  const isRooting = wantsRooting && chances !== false
  return (
    <div className="stack">
      {scenario === undefined && standing.userId !== userId && <FollowButton userId={standing.userId} />}
      {isRooting ? (
        <RootingView {...chances} row={standing.row} />
      ) : (
        <EntryDetails {...details} isLive={leaderboard !== null} trueAnswers={isEnded ? trueAnswers : noAnswers}>
          {hasScores && scenario === undefined && (
            <details className="disclosure" onToggle={({ currentTarget }) => setWantsReasons(currentTarget.open)}>
              <summary>Why did {standing.userId === userId ? 'I' : 'it'} move?</summary>
              {wantsReasons && <PlaceChanges standings={standings} round={round} rows={[standing.row]} />}
            </details>
          )}
          {chances && <EntryChances {...chances} row={standing.row} />}
          {source !== null && <p className="small-print">{source}</p>}
        </EntryDetails>
      )}
      <div className={`cluster ${styles.foot}`}>
        {/* One button for both ways keeps the focus. */}
        {chances && (
          <button type="button" className="button-text" onClick={() => setWantsRooting(!isRooting)}>
            {isRooting ? 'Back to the entry' : 'Whom to root for'}
          </button>
        )}
        {scenario === undefined && (
          <MoreMenu about={`about ${standing.displayName}`} className="button-text">
            <CopyLink
              buttonClass=""
              url={new URL(toEntryAddress(standings.pool.tournament.id, standing), location.href).href}
            />
          </MoreMenu>
        )}
      </div>
    </div>
  )
}
