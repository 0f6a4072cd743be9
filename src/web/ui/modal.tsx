import { Dialog } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import styles from './modal.module.css'

type Props = {
  open: boolean
  /** Called for the buttons, the backdrop and Escape. */
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** The buttons below the body. */
  actions: ReactNode
  size?: 'normal' | 'large'
  /** Where the focus goes on closing; by default, back to where it was. */
  getFinalFocus?: (() => HTMLElement | null) | undefined
}

/** The base of every modal. A long body scrolls inside it. */
export function Modal({ open, onClose, title, children, actions, size = 'normal', getFinalFocus }: Props) {
  const buttons = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Viewport className={styles.viewport}>
          <Dialog.Popup
            className={styles.popup}
            data-size={size}
            initialFocus={() => buttons.current?.querySelector('button') ?? true}
            finalFocus={() => getFinalFocus?.() ?? true}
          >
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long body must be scrollable by keyboard. */}
            <section className={styles.body} tabIndex={0} aria-label="Dialog content">
              {children}
            </section>
            <div className={styles.actions} ref={buttons}>
              {actions}
            </div>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
