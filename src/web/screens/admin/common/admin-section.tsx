import { type ReactNode, type Ref, useId } from 'react'
import { formatNumber } from '#domain/text/format.ts'
import { codeOf, toProblemText } from '#web/api/api-problem.ts'
import styles from '#web/screens/admin/admin.module.css'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { LoadingPanel } from '#web/ui/message-panel.tsx'
import { SignInAgainLink } from '#web/ui/sign-in-link.tsx'
import { setSectionOpen, useIsSectionOpen } from './open-sections.ts'

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

/** A section of the admin screen that is always open. Each section loads and fails independently. */
export function AdminSection({ title, count, hint, tools, children, headingRef }: Props) {
  const id = useId()
  return (
    <section className={`stack ruled ${styles.section}`} aria-labelledby={id}>
      <header className="stack-tight">
        <h2 id={id} ref={headingRef} tabIndex={-1}>
          <Title title={title} count={count} />
        </h2>
        <Tools hint={hint} tools={tools} />
      </header>
      <div className={styles.content}>{children}</div>
    </section>
  )
}

/** A section that opens at its title. */
export function FoldedSection({ title, count, hint, tools, children }: Omit<Props, 'headingRef'>) {
  const id = useId()
  const isOpen = useIsSectionOpen(title)
  return (
    <section className={`stack ${styles.section}`} aria-labelledby={id} data-folded={!isOpen}>
      <h2 id={id}>
        <button
          type="button"
          className={`expander ${styles.title}`}
          aria-expanded={isOpen}
          data-section={title}
          onClick={() => setSectionOpen(title, !isOpen)}
        >
          <Title title={title} count={count} />
        </button>
      </h2>
      {isOpen && (
        <>
          <div className="stack-tight">
            <Tools hint={hint} tools={tools} />
          </div>
          <div className={styles.content}>{children}</div>
        </>
      )}
    </section>
  )
}

function Title({ title, count }: Pick<Props, 'title' | 'count'>) {
  return (
    <span>
      {title}
      {count !== undefined && <span className="count"> {formatNumber(count)}</span>}
    </span>
  )
}

function Tools({ hint, tools }: Pick<Props, 'hint' | 'tools'>) {
  return (
    <>
      {hint !== undefined && <p className="small-print">{hint}</p>}
      {tools && <div className={`cluster ${styles.tools}`}>{tools}</div>}
    </>
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
