import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import type { Standing, Standings } from '#domain/standings/standings.ts'
import { toEntryAddress } from '#web/board/entry-address.ts'
import { Modal } from '#web/ui/modal.tsx'
import { EntryChances } from '../chances/entry-chances.tsx'
import { CopyLink } from '../copy-link.tsx'
import styles from './entry-details.module.css'
import { EntryDetails } from './entry-details.tsx'

type Props = {
  standings: Standings
  /** Kept while the modal closes. */
  standing: Standing
  hasScores: boolean
  /** Of the course; 0 if unknown. */
  par: number
  /** Null if there are no chances to show: without scores, and when play is over. */
  leaderboard: Leaderboard | null
  isOpen: boolean
  onClose: () => void
}

/** The details of one entry, with a link to share. */
export function EntryModal({ standings, standing, hasScores, par, leaderboard, isOpen, onClose }: Props) {
  const url = new URL(toEntryAddress(standings.pool.tournament.id, standing), location.href).href
  return (
    <Modal
      open={isOpen}
      onClose={onClose}
      title={standing.displayName}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            Close
          </button>
          <CopyLink key={standing.row} url={url} className={styles.status} />
        </>
      }
    >
      <EntryDetails {...{ standings, standing, hasScores, par }}>
        {isOpen && leaderboard !== null && (
          <EntryChances key={standing.row} {...{ standings, leaderboard }} row={standing.row} />
        )}
      </EntryDetails>
    </Modal>
  )
}
