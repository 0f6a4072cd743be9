import { useRef } from 'react'
import styles from './admin.module.css'
import type { Outcome } from './common/use-admin-mutation.ts'

const marks = { busy: '…', success: '✓', danger: '!' } as const
const words = { busy: '', success: 'Done:', danger: 'Failed:' } as const

type Props = { outcome: Outcome | null; dismiss: () => void }

/** The outcome of the last action, at the bottom of the window, so that nothing moves when it appears. */
export function StatusBanner({ outcome, dismiss }: Props) {
  const container = useRef<HTMLDivElement>(null)

  function close(): void {
    // Keeps the keyboard position when the button disappears.
    container.current?.focus({ preventScroll: true })
    dismiss()
  }

  return (
    <div ref={container} className={`no-print ${styles.container}`} role="status" tabIndex={-1}>
      {outcome !== null && (
        <div className={`${styles.banner} ${outcome.kind === 'busy' ? 'appear' : ''}`} data-kind={outcome.kind}>
          <span className={styles.mark} aria-hidden="true">
            {marks[outcome.kind]}
          </span>
          <div className={styles.words}>
            <span className="visually-hidden">{words[outcome.kind]} </span>
            <p className="strong">{outcome.text}</p>
            {outcome.detail !== undefined && <p className="small-print">{outcome.detail}</p>}
          </div>
          {outcome.kind !== 'busy' && (
            <button type="button" className={`button-text ${styles.dismiss}`} onClick={close}>
              Dismiss
            </button>
          )}
        </div>
      )}
    </div>
  )
}
