import type { ComponentProps } from 'react'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import { toSourceText } from '#web/board/score-source-text.ts'
import { EntryChances } from '../chances/entry-chances.tsx'
import type { ScenarioEntries } from '../chances/scenario-address.ts'
import { EntryDetails } from './entry-details.tsx'

type Props = Omit<ComponentProps<typeof EntryDetails>, 'children'> & {
  /** Null if there are no chances to show. */
  leaderboard: Leaderboard | null
  scenario: ScenarioEntries | undefined
}

/** The content of an entry's modal: its details, and its chances. */
export function EntryContent({ leaderboard, scenario, ...details }: Props) {
  const { standings, standing } = details
  const source = leaderboard && toSourceText(leaderboard.source, new Date())
  return (
    <EntryDetails {...details}>
      {leaderboard !== null && (
        <EntryChances key={standing.row} {...{ standings, leaderboard, scenario }} row={standing.row} />
      )}
      {source !== null && <p className="small-print">{source}</p>}
    </EntryDetails>
  )
}
