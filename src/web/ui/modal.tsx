import { type KeyboardEvent, type ReactNode, Suspense, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { ErrorBoundary } from './error-boundary.tsx'
import { LoadingPanel } from './message-panel.tsx'
import styles from './modal.module.css'

type Props = {
  open: boolean
  /** Called for the buttons, the backdrop and Escape. */
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** The buttons below the body. */
  actions?: ReactNode
  /** The details of something: closed by a × beside the title instead of a button below the body. */
  isPanel?: boolean
  size?: 'normal' | 'large'
  /** Where the focus goes on closing; by default, back to where it was. */
  getFinalFocus?: (() => HTMLElement | null) | undefined
}

const focusable = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]'

/** The screen below stays when the code of a modal could not be loaded. */
const failedBody = (
  <p role="alert">
    This could not be loaded.{' '}
    <button type="button" className="button-link" onClick={() => location.reload()}>
      Reload the page
    </button>
  </p>
)

/** The base of every modal. A long body scrolls inside it. Its content is there while it is open or fades out. */
export function Modal(props: Props) {
  const { open } = props
  const [isPresent, setIsPresent] = useState(open)
  if (open && !isPresent) setIsPresent(true)
  return isPresent && createPortal(<Dialog {...props} setIsPresent={setIsPresent} />, document.body)
}

/**
 * The browser's own modal dialog: everything else is inert, Escape cancels it, and on closing, the focus returns to where
 * it was.
 */
function Dialog({
  open,
  onClose,
  title,
  children,
  actions,
  isPanel = false,
  size = 'normal',
  getFinalFocus,
  setIsPresent,
}: Props & { setIsPresent: (isPresent: boolean) => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const isPressedOutside = useRef(false)
  const close = useRef(() => {})
  const findOpener = useRef<() => HTMLElement | null | undefined>(() => null)

  useLayoutEffect(() => {
    close.current = () => {
      dialog.current?.close()
      lockScrolling()
      const finalFocus = getFinalFocus?.() ?? findOpener.current()
      finalFocus?.focus()
    }
  })
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return
    if (open && !element.open) {
      findOpener.current = rememberOpener()
      element.showModal()
      lockScrolling()
      const part = isPanel ? element : buttons.current
      part?.querySelector('button')?.focus()
    }
    if (open || !element.open) return
    close.current()
    let isCurrent = true
    Promise.allSettled(element.getAnimations().map(({ finished }) => finished)).then(
      () => isCurrent && setIsPresent(false),
    )
    return () => {
      isCurrent = false
    }
  }, [open, isPanel, setIsPresent])
  // Its screen may be unmounted while it is open.
  useLayoutEffect(
    () => () => {
      if (dialog.current?.open) close.current()
    },
    [],
  )

  /** Otherwise the focus would move to the browser's own controls after the last button. */
  function wrapFocus(event: KeyboardEvent): void {
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)]
    const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
    if (event.key !== 'Tab' || event.target !== from) return
    event.preventDefault()
    to?.focus()
  }

  return (
    <dialog
      ref={dialog}
      className={styles.modal}
      data-size={size}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // The browser closes it without asking if Escape is pressed again.
      onClose={() => open && onClose()}
      onPointerDown={({ target }) => {
        isPressedOutside.current = target === dialog.current
      }}
      onKeyDown={wrapFocus}
      onClick={({ target }) => target === dialog.current && isPressedOutside.current && onClose()}
    >
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {isPanel && (
          <button type="button" className={styles.cross} aria-label="Close" onClick={onClose}>
            ×
          </button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long body must be scrollable by keyboard. */}
      <section className={styles.body} tabIndex={0} aria-label="Dialog content">
        <ErrorBoundary fallback={failedBody}>
          <Suspense fallback={<LoadingPanel />}>{children}</Suspense>
        </ErrorBoundary>
      </section>
      {actions && (
        <div className={styles.actions} ref={buttons}>
          {actions}
        </div>
      )}
    </dialog>
  )
}

/**
 * A refresh may show the opener's row on another line of its board. Returns a function that finds the button or link there. For an
 * item of a menu, which closes, it finds the menu's button.
 */
function rememberOpener(): () => HTMLElement | null | undefined {
  const opener = document.activeElement
  const menu = opener?.closest(':popover-open')
  if (menu) return () => document.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`)
  const key = opener?.closest<HTMLElement>('[data-key]')?.dataset['key']
  if (!(opener instanceof HTMLElement) || key === undefined) return () => null
  const list = () => [...document.querySelectorAll<HTMLElement>(`[data-key="${key}"] :is(a, button)`)]
  const index = list().indexOf(opener)
  return () => list()[index]
}

/**
 * The page does not scroll while a modal is open. The space of a visible scrollbar stays reserved, so that nothing moves. (A
 * `:has()` in the style sheet would cost every refresh of a board a walk through the document.)
 */
function lockScrolling(): void {
  const { clientWidth, style } = document.documentElement
  const isLocked = document.querySelector('dialog:modal') !== null
  style.scrollbarGutter = isLocked && window.innerWidth > clientWidth ? 'stable' : ''
  style.overflow = isLocked ? 'hidden' : ''
}
