import { Dialog } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import styles from './modal.module.css'

type Props = {
  open: boolean
  /** By a button, the backdrop or the keyboard. */
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** The buttons below the body. */
  actions: ReactNode
  size?: 'normal' | 'large'
  /** Where the focus goes afterwards, when not back to where it was. */
  getFinalFocus?: () => HTMLElement | null
}

/** The frame of every modal: closes by backdrop and keyboard; a long body scrolls inside. */
export function Modal({ open, onClose, title, children, actions, size = 'normal', getFinalFocus }: Props) {
  const buttons = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['backdrop']} />
        <Dialog.Viewport className={styles['viewport']}>
          <Dialog.Popup
            className={styles['popup']}
            data-size={size}
            initialFocus={() => buttons.current?.querySelector('button') ?? true}
            finalFocus={() => getFinalFocus?.() ?? true}
          >
            <Dialog.Title className={styles['title']}>{title}</Dialog.Title>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long body has to scroll by keyboard. */}
            <section className={styles['body']} tabIndex={0} aria-label="Content">
              {children}
            </section>
            <div className={styles['actions']} ref={buttons}>
              {actions}
            </div>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
