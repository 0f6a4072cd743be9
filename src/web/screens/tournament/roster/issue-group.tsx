import { createContext, type ReactNode, useContext } from 'react'
import { flushSync } from 'react-dom'
import styles from './roster-report.module.css'

type GroupProps = { title: string; children: ReactNode; isError?: boolean; isDense?: boolean }

/** Things of one kind that are to be said of the lists. */
export function IssueGroup({ title, children, isError = false, isDense = false }: GroupProps) {
  return (
    <div className={styles['group']} data-error={isError ? '' : undefined}>
      <h3>
        <span className="visually-hidden">{isError ? 'Error: ' : 'Warning: '}</span>
        {title}
      </h3>
      <ul data-dense={isDense ? '' : undefined}>{children}</ul>
    </div>
  )
}

/** Where the focus goes when nothing is left of what was acted upon. */
export const FocusFallbackContext = createContext<() => HTMLElement | null>(() => null)

type FixButtonProps = {
  /** What it does at once. */
  onFix: () => void
  children: ReactNode
  /** Of a row of letters: what it does, in words. */
  label?: string
  isQuiet?: boolean
}

/** Puts something right by one tap; the focus goes on to what takes the place of what was put right. */
export function FixButton({ onFix, children, label, isQuiet = false }: FixButtonProps) {
  const findHeading = useContext(FocusFallbackContext)
  return (
    <button
      type="button"
      className={label === undefined ? styles['action'] : undefined}
      data-quiet={isQuiet ? '' : undefined}
      aria-label={label}
      onClick={({ currentTarget }) => {
        const findNext = rememberPosition(currentTarget)
        flushSync(onFix)
        if (!currentTarget.isConnected) (findNext() ?? findHeading())?.focus()
      }}
    >
      {children}
    </button>
  )
}

/** The same button of whatever stands at the same place later. */
function rememberPosition(button: HTMLButtonElement): () => HTMLElement | null {
  const item = button.closest('li')
  const list = item?.parentElement
  if (!item || !list) return () => null
  const index = [...list.children].indexOf(item)
  const buttonIndex = [...item.querySelectorAll('button')].indexOf(button)
  return () => {
    if (!list.isConnected) return null
    const buttons = (list.children[index] ?? list.lastElementChild)?.querySelectorAll('button')
    return buttons?.[buttonIndex] ?? buttons?.[0] ?? null
  }
}
