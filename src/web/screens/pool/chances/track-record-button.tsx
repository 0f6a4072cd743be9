import { lazy, Suspense, useState } from 'react'
import type { ChancesState } from '#web/chances/chances-client.ts'

const TrackRecordModal = lazy(async () => ({ default: (await import('./track-record-modal.tsx')).TrackRecordModal }))

/** Opens the comparison of chances with what has happened. */
export function TrackRecordButton({ past }: Pick<ChancesState, 'past'>) {
  const [isOpen, setIsOpen] = useState(false)
  const [hasOpened, setHasOpened] = useState(false)
  return (
    <>
      <button
        type="button"
        className="button-text"
        aria-haspopup="dialog"
        onClick={() => {
          setHasOpened(true)
          setIsOpen(true)
        }}
      >
        How good are these numbers?
      </button>
      {hasOpened && (
        <Suspense fallback={null}>
          <TrackRecordModal {...{ past, isOpen }} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
