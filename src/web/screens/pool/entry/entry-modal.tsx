import { type ComponentProps, lazy } from 'react'
import { CopyLink } from '#web/screens/pool/common/copy-link.tsx'
import { MessageModal } from '#web/ui/message-modal.tsx'
import { toEntryAddress } from '#web/url/entry-address.ts'
import styles from './entry-modal.module.css'

const EntryContent = lazy(async () => ({ default: (await import('./entry-content.tsx')).EntryContent }))

/** The standing is kept while the modal closes. */
type Props = ComponentProps<typeof EntryContent> & { isOpen: boolean; onClose: () => void }

/** The details of one entry, with a link to share. */
export function EntryModal({ isOpen, onClose, ...details }: Props) {
  const { standings, standing, leaderboard, scenario } = details
  const url = new URL(toEntryAddress(standings.pool.tournament.id, standing), location.href).href
  return (
    <MessageModal
      isQuestion
      hasAddress={scenario === undefined}
      open={isOpen}
      onClose={onClose}
      title={scenario === undefined ? standing.displayName : `What if: ${standing.displayName}`}
      actions={scenario === undefined && <CopyLink key={standing.row} url={url} className={styles.status} />}
    >
      <EntryContent key={standing.row} {...details} leaderboard={isOpen ? leaderboard : null} />
    </MessageModal>
  )
}
