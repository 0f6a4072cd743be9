import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { useHistoryStep } from '#web/url/history-steps.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import styles from './modal.module.css'
import type { ModalDialogProps } from './modal-dialog.tsx'
import { rememberOpener } from './modal-opener.ts'

type Props = Omit<ModalDialogProps, 'findOpener'> & {
  /** The modal is open because of the address, which is a step of the history by itself. */
  hasAddress?: boolean
}

/** The code of all dialogs, which is not part of the first load. */
export const loadDialog = () => import('./modal-dialog.tsx')

const ModalDialog = lazy(async () => ({ default: (await loadDialog()).ModalDialog }))

const failedDialog = (
  <div role="alert" className={styles.failed}>
    This could not be loaded.{' '}
    <button type="button" className="button-link" onClick={() => location.reload()}>
      Reload the page
    </button>
  </div>
)

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
    <ErrorBoundary fallback={failedDialog}>
      <Suspense>
        <ModalDialog {...props} findOpener={() => findOpener.current()} />
      </Suspense>
    </ErrorBoundary>
  )
}
