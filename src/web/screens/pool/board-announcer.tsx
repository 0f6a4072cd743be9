type Props = {
  /** Changes with every refresh, so that a repeated text is announced again. */
  version: number
  children: string | null
}

/** One polite announcement when a refresh moves the viewer’s best entry (docs/rules.md, 4.7). */
export function BoardAnnouncer({ version, children }: Props) {
  return (
    <div className="visually-hidden" aria-live="polite">
      {children !== null && <p key={version}>{children}</p>}
    </div>
  )
}
