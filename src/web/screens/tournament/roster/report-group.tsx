import { createContext, type ReactNode, useContext } from 'react'
import { flushSync } from 'react-dom'
import styles from './roster-report.module.css'

type GroupProps = { title: string; children: ReactNode; isError?: boolean; isDense?: boolean }

/** Things of one kind that are to be said of the lists. */
export function ReportGroup({ title, children, isError = false, isDense = false }: GroupProps) {
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
export const ReportHeading = createContext<() => HTMLElement | null>(() => null)

type ActProps = {
  /** What it does at once. */
  put: () => void
  children: ReactNode
  /** Of a row of letters: what it does, in words. */
  label?: string
  isQuiet?: boolean
}

/** Puts something right by one tap; the focus goes on to what takes the place of what was put right. */
export function ReportAct({ put, children, label, isQuiet = false }: ActProps) {
  const findHeading = useContext(ReportHeading)
  return (
    <button
      type="button"
      className={label === undefined ? styles['act'] : undefined}
      data-quiet={isQuiet ? '' : undefined}
      aria-label={label}
      onClick={({ currentTarget }) => {
        const findNext = rememberPlace(currentTarget)
        flushSync(put)
        if (!currentTarget.isConnected) (findNext() ?? findHeading())?.focus()
      }}
    >
      {children}
    </button>
  )
}

/** The same button of whatever stands at the same place later. */
function rememberPlace(button: HTMLButtonElement): () => HTMLElement | null {
  const item = button.closest('li')
  const list = item?.parentElement
  if (!item || !list) return () => null
  const at = [...list.children].indexOf(item)
  const place = [...item.querySelectorAll('button')].indexOf(button)
  return () => {
    if (!list.isConnected) return null
    const buttons = (list.children[at] ?? list.lastElementChild)?.querySelectorAll('button')
    return buttons?.[place] ?? buttons?.[0] ?? null
  }
}
