import { type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useHistoryStep } from '#web/url/history-steps.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { lazyNamed } from './lazy-named.ts'
import { LoadingPanel } from './message-panel.tsx'
import styles from './modal.module.css'
import type { ModalDialogProps } from './modal-dialog.tsx'
import { rememberOpener } from './modal-opener.ts'

type Props = Omit<ModalDialogProps, 'findOpener'> & {
  /** The modal is open because of the address, which is a step of the history by itself. */
  hasAddress?: boolean
}

/** The code of all dialogs, which is not part of the first load. */
export const loadDialog = () => import('./modal-dialog.tsx')

const ModalDialog = lazyNamed(loadDialog, 'ModalDialog')

const failedDialog = (
  <p role="alert">
    This could not be loaded.{' '}
    <button type="button" className="button-link" onClick={() => location.reload()}>
      Reload the page
    </button>
  </p>
)

/** Stands at the bottom of the window while code that a button asked for is not there. A menu with the button closes. */
export function StandIn({ children = <LoadingPanel /> }: { children?: ReactNode }) {
  return createPortal(<div className={styles['stand-in']}>{children}</div>, document.body)
}

/** The base of every modal, which Back closes. The screen below stays when its code could not be loaded. */
export function Modal({ hasAddress = false, ...props }: Props) {
  const { open } = props
  const [wasOpened, setWasOpened] = useState(open)
  const findOpener = useRef<() => HTMLElement | null>(() => null)
  if (open && !wasOpened) setWasOpened(true)
  useLayoutEffect(() => {
    if (open) findOpener.current = rememberOpener()
  }, [open])
  useHistoryStep(open && !hasAddress, props.onClose)
  if (!wasOpened) return null
  return (
    <ErrorBoundary fallback={<StandIn>{failedDialog}</StandIn>}>
      <Suspense fallback={open && <StandIn />}>
        <ModalDialog {...props} findOpener={() => findOpener.current()} />
      </Suspense>
    </ErrorBoundary>
  )
}
