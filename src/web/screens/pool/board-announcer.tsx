type Props = {
  /** Grows with every refresh, so that the same words are said again. */
  version: number
  children: string | null
}

/** One polite line for a screen reader when a refresh has moved the reader's own entries. */
export function BoardAnnouncer({ version, children }: Props) {
  return (
    <div className="visually-hidden" aria-live="polite">
      {children !== null && <p key={version}>{children}</p>}
    </div>
  )
}
