import { lazy, Suspense, useState } from 'react'

const TrackRecordModal = lazy(async () => ({ default: (await import('./track-record-modal.tsx')).TrackRecordModal }))

type Props = {
  /** The tournament on the screen if it is over. */
  endedId?: number
}

/** Opens the comparison of chances with what has happened. */
export function TrackRecordButton({ endedId }: Props) {
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
        {toRecordTitle(endedId)}
      </button>
      {hasOpened && (
        <Suspense fallback={null}>
          <TrackRecordModal
            title={toRecordTitle(endedId)}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
            endedId={endedId ?? null}
          />
        </Suspense>
      )}
    </>
  )
}

function toRecordTitle(endedId: number | undefined): string {
  return endedId === undefined ? 'How good are these numbers?' : 'How good were the chances?'
}
