import { lazy } from 'react'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import type { Standing, Standings } from '#domain/standings/standings.ts'
import { toEntryAddress } from '#web/board/entry-address.ts'
import { Modal } from '#web/ui/modal.tsx'
import type { ScenarioEntries } from '../chances/scenario-address.ts'
import { CopyLink } from '../common/copy-link.tsx'
import styles from './entry-modal.module.css'

const EntryContent = lazy(async () => ({ default: (await import('./entry-content.tsx')).EntryContent }))

type Props = {
  standings: Standings
  /** Kept while the modal closes. */
  standing: Standing
  hasScores: boolean
  /** Of the course; 0 if unknown. */
  par: number
  userId: number
  /** Null if there are no chances to show: without scores, and when play is over. */
  leaderboard: Leaderboard | null
  isOpen: boolean
  onClose: () => void
  /** The details are of a scenario: they say so, and have no address of their own. */
  scenario?: ScenarioEntries
}

/** The details of one entry, with a link to share. */
export function EntryModal(props: Props) {
  const { standings, standing, hasScores, par, userId, leaderboard, isOpen, onClose, scenario } = props
  const url = new URL(toEntryAddress(standings.pool.tournament.id, standing), location.href).href
  return (
    <Modal
      isPanel
      open={isOpen}
      onClose={onClose}
      title={scenario === undefined ? standing.displayName : `What if: ${standing.displayName}`}
      actions={scenario === undefined && <CopyLink key={standing.row} url={url} className={styles.status} />}
    >
      <EntryContent
        key={standing.row}
        {...{ standings, standing, hasScores, par, userId, scenario }}
        leaderboard={isOpen ? leaderboard : null}
      />
    </Modal>
  )
}
