import { Dialog } from '@base-ui/react/dialog'
import { type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import { LoadingPanel } from './message-panel.tsx'
import styles from './modal.module.css'

export type ModalDialogProps = {
  open: boolean
  /** Called for the buttons, the backdrop and Escape. */
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** The buttons below the body. */
  actions?: ReactNode
  /** A question or details: the safe answer or Close has the focus, also if there are fields. */
  isQuestion?: boolean
  size?: 'normal' | 'large'
  /** Finds the element that gets the focus on closing; by default, the one that had it before. */
  getFinalFocus?: (() => HTMLElement | null) | undefined
  findOpener: () => HTMLElement | null
}

/** The dialog stays when the code of its content could not be loaded. */
const failedBody = (
  <p role="alert">
    This could not be loaded.{' '}
    <button type="button" className="button-link" onClick={() => location.reload()}>
      Reload the page
    </button>
  </p>
)

/** The fields of a form in which one types or chooses at once. */
const typedFields =
  'textarea:not([readonly]), select, input:not([readonly], [type="checkbox"], [type="radio"], [type="hidden"])'

/** A modal dialog. A long body scrolls inside it. Its content is there while it is open or fades out. */
export function ModalDialog({
  open,
  onClose,
  title,
  children,
  actions,
  isQuestion = false,
  size = 'normal',
  getFinalFocus,
  findOpener,
}: ModalDialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const findFirstButton = () =>
    buttons.current?.querySelector<HTMLElement>('[data-close]') ?? buttons.current?.querySelector('button') ?? true
  const findFirstField = () => popup.current?.querySelector<HTMLElement>(typedFields) ?? findFirstButton()
  /** Scrolls the element into view. Without one, the focus stays: the next screen may have taken it already. */
  function findFinalFocus(): HTMLElement | false {
    const element = getFinalFocus?.() ?? findOpener()
    element?.scrollIntoView({ block: 'nearest' })
    return element ?? false
  }
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(isOpen, change) => {
        // Escape closes only the menu that is open in the dialog.
        if (change.reason === 'escape-key' && popup.current?.querySelector(':popover-open')) change.cancel()
        else if (!isOpen) onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} forceRender />
        <Dialog.Popup
          ref={popup}
          className={styles.modal}
          data-size={size}
          initialFocus={isQuestion ? findFirstButton : findFirstField}
          finalFocus={findFinalFocus}
        >
          <div className={styles.head}>
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
          </div>
          <DialogBody>{children}</DialogBody>
          {actions && (
            <div className={styles.actions} ref={buttons}>
              {actions}
            </div>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The part of a dialog that scrolls. It is a tab stop only if it does: a long text must be scrollable by keyboard. */
function DialogBody({ children }: Pick<ModalDialogProps, 'children'>) {
  const [isLong, setIsLong] = useState(false)
  const follow = useCallback((body: HTMLElement) => {
    const observer = new ResizeObserver(() => setIsLong(body.scrollHeight > body.clientHeight))
    observer.observe(body)
    return () => observer.disconnect()
  }, [])
  return (
    <section ref={follow} className={styles.body} tabIndex={isLong ? 0 : -1} aria-label="Dialog content">
      <ErrorBoundary fallback={failedBody}>
        <Suspense fallback={<LoadingPanel />}>{children}</Suspense>
      </ErrorBoundary>
    </section>
  )
}
