import { useState } from 'react'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import type { Standing, Standings } from '#domain/standings/standings.ts'
import { toEntryAddress } from '#web/board/entry-address.ts'
import { Modal } from '#web/ui/modal.tsx'
import { EntryChances } from '../chances/entry-chances.tsx'
import styles from './entry-details.module.css'
import { EntryDetails } from './entry-details.tsx'

type Props = {
  standings: Standings
  /** Kept while the modal closes. */
  standing: Standing
  hasScores: boolean
  /** Null where there are no chances: without scores, and when play is over. */
  leaderboard: Leaderboard | null
  isOpen: boolean
  onClose: () => void
}

/** The details of one entry, with its address to share. */
export function EntryModal({ standings, standing, hasScores, leaderboard, isOpen, onClose }: Props) {
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
          <ShareButton key={standing.row} {...{ standings, standing }} />
        </>
      }
    >
      <EntryDetails {...{ standings, standing, hasScores }}>
        {isOpen && leaderboard !== null && (
          <EntryChances key={standing.row} {...{ standings, leaderboard }} row={standing.row} />
        )}
      </EntryDetails>
    </Modal>
  )
}

type ShareState = 'idle' | 'copied' | 'blocked'

/** Shares the address, or copies it. Where neither is possible, as on plain http, it is shown. */
function ShareButton({ standings, standing }: Pick<Props, 'standings' | 'standing'>) {
  const [state, setState] = useState<ShareState>('idle')
  const url = new URL(toEntryAddress(standings.pool.tournament.id, standing), location.href).href

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url)
      setState('copied')
    } catch {
      setState('blocked')
    }
  }

  return (
    <>
      <button type="button" className="button-secondary" onClick={copy}>
        Copy link
      </button>
      <p role="status" className={styles.status}>
        {state === 'copied' && 'Copied.'}
        {state === 'blocked' && <>Copy this address: {url}</>}
      </p>
    </>
  )
}
