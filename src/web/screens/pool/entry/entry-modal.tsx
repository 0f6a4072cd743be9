import type { ComponentProps } from 'react'
import { lazyNamed } from '#web/ui/lazy-named.ts'
import { MessageModal } from '#web/ui/message-modal.tsx'

const EntryContent = lazyNamed(() => import('./entry-content.tsx'), 'EntryContent')

/** The standing is kept while the modal closes. */
type Props = ComponentProps<typeof EntryContent> & { isOpen: boolean; onClose: () => void }

/** The details of one entry, which Back closes. */
export function EntryModal({ isOpen, onClose, ...details }: Props) {
  const { standing, leaderboard, scenario } = details
  return (
    <MessageModal
      isQuestion
      hasAddress={scenario === undefined}
      open={isOpen}
      onClose={onClose}
      title={scenario === undefined ? standing.displayName : `What if: ${standing.displayName}`}
    >
      <EntryContent key={standing.row} {...details} leaderboard={isOpen ? leaderboard : null} />
    </MessageModal>
  )
}
