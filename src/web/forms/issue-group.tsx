import { Children, createContext, type ReactNode, useContext } from 'react'
import { flushSync } from 'react-dom'
import type { FieldGolfer } from '#domain/field/field.ts'
import styles from './issue-group.module.css'

type GroupProps = { title: string; children: ReactNode; isError?: boolean; isDense?: boolean }

/** Errors or warnings of one kind, if there are any. */
export function IssueGroup({ title, children, isError = false, isDense = false }: GroupProps) {
  if (Children.toArray(children).length === 0) return null
  return (
    <div className={`stack-tight ${styles.group}`} data-error={isError || undefined}>
      <h3>
        <span className="visually-hidden">{isError ? 'Error: ' : 'Warning: '}</span>
        {title}
      </h3>
      <ul data-dense={isDense || undefined}>{children}</ul>
    </div>
  )
}

type ItemProps = { name: ReactNode; note?: string; children: ReactNode }

/** A name with an issue, and the buttons that fix it. */
export function Issue({ name, note, children }: ItemProps) {
  return (
    <li className={`cluster ${styles.item}`}>
      <p>
        {name} {note !== undefined && <span className="small-print">{note}</span>}
      </p>
      <div className="cluster">{children}</div>
    </li>
  )
}

type CandidatesProps = { golfers: readonly FieldGolfer[]; onUse: (golfer: FieldGolfer) => void }

/** One button for each golfer that an unclear name may mean. */
export function Candidates({ golfers, onUse }: CandidatesProps) {
  return golfers.map((golfer) => (
    <FixButton key={golfer.espnId} onFix={() => onUse(golfer)}>
      <span className="visually-hidden">Use </span>
      {golfer.name}
    </FixButton>
  ))
}

/** Finds what takes the focus when a fix has removed its whole group. */
export const FocusFallbackContext = createContext<() => HTMLElement | null>(() => null)

type FixButtonProps = {
  onFix: () => void
  children: ReactNode
  /** The accessible name of a button that shows only a letter. */
  label?: string
  isQuiet?: boolean
}

/** Fixes an issue. The focus moves on to the issue that takes its position in the list. */
export function FixButton({ onFix, children, label, isQuiet = false }: FixButtonProps) {
  const findHeading = useContext(FocusFallbackContext)
  return (
    <button
      type="button"
      className={label === undefined ? `button-text small ${styles.fix}` : 'button-text'}
      data-quiet={isQuiet || undefined}
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

/** Returns a function that finds the same button of the item that has moved to this position. */
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
