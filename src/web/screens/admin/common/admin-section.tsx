import { type ReactNode, type Ref, useId, useState } from 'react'
import { formatNumber } from '#domain/text/format.ts'
import { codeOf, toProblemText } from '#web/api/api-problem.ts'
import styles from '#web/screens/admin/admin.module.css'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { LoadingPanel } from '#web/ui/message-panel.tsx'
import { SignInAgainLink } from '#web/ui/sign-in-link.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'

type Props = {
  title: string
  /** Undefined while it loads. */
  count?: number | undefined
  /** One sentence under the title. */
  hint?: ReactNode
  /** Actions for the whole section. */
  tools?: ReactNode
  children: ReactNode
  /** The heading takes the focus when the focused element disappears. */
  headingRef?: Ref<HTMLHeadingElement>
}

/** The titles of the sections that are open on phones. It lasts as long as the page. */
const openSections = new Set(['Tournaments'])

/** A section of the admin screen. Each loads and fails independently. On a phone it opens at its title. */
export function AdminSection({ title, count, hint, tools, children, headingRef }: Props) {
  const id = useId()
  const isPhone = !useMediaQuery('(min-width: 48rem)')
  const [isOpen, setIsOpen] = useState(openSections.has(title))
  const isFolded = isPhone && !isOpen
  const toggle = () => {
    openSections[isOpen ? 'delete' : 'add'](title)
    setIsOpen(!isOpen)
  }
  const text = (
    <span>
      {title}
      {count !== undefined && <span className="count"> {formatNumber(count)}</span>}
    </span>
  )
  return (
    <section className={`stack ruled ${styles.section}`} aria-labelledby={id} data-folded={isFolded || undefined}>
      <header className={`stack-tight ${styles.head}`}>
        <h2 id={id} ref={headingRef} tabIndex={-1}>
          {!isPhone && text}
          {isPhone && (
            <button type="button" className={`expander ${styles.title}`} aria-expanded={isOpen} onClick={toggle}>
              {text}
            </button>
          )}
        </h2>
        {hint !== undefined && <p className="small-print">{hint}</p>}
        {tools && <div className={`cluster ${styles.tools}`}>{tools}</div>}
      </header>
      <div className={styles.content}>{children}</div>
    </section>
  )
}

type SectionStateProps<Data> = {
  query: { data: Data | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown }
  loadError: string
  /** Shown above the earlier data. */
  refreshError: string
  children: (data: Data) => ReactNode
}

/** A section’s data, loading state or error. A failed refresh keeps the old data visible. */
export function SectionState<Data>({ query, loadError, refreshError, children }: SectionStateProps<Data>) {
  const { data, error, isFetching, refetch } = query
  if (data === undefined && error === null) return <LoadingPanel />
  return (
    <>
      {error !== null && (
        <div className={`stack-tight aside ${styles.error}`} data-error role="status">
          <p className="strong">{data === undefined ? loadError : refreshError}</p>
          <p>{toProblemText(error)}</p>
          {codeOf(error) === 'unauthenticated' ? (
            <SignInAgainLink className="button-secondary" />
          ) : (
            <BusyButton isBusy={isFetching} onPress={refetch}>
              {isFetching ? 'Trying again…' : 'Try again'}
            </BusyButton>
          )}
        </div>
      )}
      {data !== undefined && children(data)}
    </>
  )
}
