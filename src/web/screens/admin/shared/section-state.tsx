import type { ReactNode } from 'react'
import { codeOf } from '#web/api/api-problem.ts'
import { SignInAgainLink } from '#web/ui/sign-in-link.tsx'
import { toReason } from './admin-failure.ts'
import styles from './section-state.module.css'

type Props<Data> = {
  query: { data: Data | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown }
  /** What is loaded: "the users". */
  what: string
  children: (data: Data) => ReactNode
}

/** A section’s data, loading state or error. A failed refresh keeps the old data visible. */
export function SectionState<Data>({ query, what, children }: Props<Data>) {
  const { data, error } = query
  if (data === undefined && error === null) {
    return (
      <p className={styles['loading']} role="status">
        Loading
      </p>
    )
  }
  return (
    <>
      {error !== null && <SectionError {...query} error={error} what={what} isStale={data !== undefined} />}
      {data !== undefined && children(data)}
    </>
  )
}

type SectionErrorProps = {
  what: string
  error: Error
  isStale: boolean
  isFetching: boolean
  refetch: () => unknown
}

function SectionError({ what, error, isStale, isFetching, refetch }: SectionErrorProps) {
  const mustSignIn = codeOf(error) === 'unauthenticated'
  return (
    <div className={styles['error']} role="status">
      <p className={styles['title']}>
        {isStale ? `Couldn’t refresh ${what}. This list may be out of date.` : `Couldn’t load ${what}.`}
      </p>
      <p>{toReason(error)}</p>
      {mustSignIn ? (
        <SignInAgainLink className="button-secondary" />
      ) : (
        <button
          type="button"
          className="button-secondary"
          aria-disabled={isFetching || undefined}
          onClick={() => isFetching || refetch()}
        >
          {isFetching ? 'Trying again…' : 'Try again'}
        </button>
      )}
    </div>
  )
}
