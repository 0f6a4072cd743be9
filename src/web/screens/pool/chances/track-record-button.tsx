import type { Pool } from '#domain/entries/pool.ts'
import { lazyNamed } from '#web/ui/lazy-named.ts'
import { MessageModal } from '#web/ui/message-modal.tsx'
import { useModalState } from '#web/ui/use-modal-state.ts'
import styles from './chances.module.css'

const TrackRecord = lazyNamed(() => import('./track-record.tsx'), 'TrackRecord')

type Props = {
  /** The tournament on the screen if it is over. */
  endedId?: number
}

/** Opens the comparison of chances with what has happened. */
export function TrackRecordButton({ endedId }: Props) {
  const { modal, openModal, close } = useModalState<string>()
  return (
    <>
      <button
        type="button"
        className="button-text"
        aria-haspopup="dialog"
        onClick={() => openModal(toRecordTitle(endedId))}
      >
        {toRecordTitle(endedId)}
      </button>
      <MessageModal open={modal?.isOpen ?? false} onClose={close} title={modal?.subject}>
        <TrackRecord endedId={endedId ?? null} />
      </MessageModal>
    </>
  )
}

function toRecordTitle(endedId: number | undefined): string {
  return endedId === undefined ? 'How good are these numbers?' : 'How good were the chances?'
}

/** Below the board of a tournament that is over: what was forecast of it. Imported ones and empty pools have nothing. */
export function PoolRecord({ pool }: { pool: Pool }) {
  if (pool.players.length === 0 || pool.size === 0) return null
  return (
    <p className={`no-print ${styles.about}`}>
      <TrackRecordButton endedId={pool.tournament.id} />
    </p>
  )
}
