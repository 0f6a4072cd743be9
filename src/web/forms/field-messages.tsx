import type { ReactNode } from 'react'

/** What is shown below a field. */
export type Messages = {
  error?: string | undefined
  /** A problem that does not prevent saving. */
  caution?: ReactNode
  hint?: ReactNode
  /** The value in a version that was saved elsewhere, where it differs. */
  savedElsewhere?: string | undefined
}

export function FieldMessages({ id, error, caution, hint, savedElsewhere }: Messages & { id: string }) {
  return (
    <>
      {error !== undefined && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
      {caution !== undefined && (
        <p id={`${id}-caution`} className="small strong">
          {caution}
        </p>
      )}
      {hint !== undefined && (
        <div id={`${id}-hint`} className="small-print">
          {hint}
        </div>
      )}
      {savedElsewhere !== undefined && (
        <p id={`${id}-saved-elsewhere`} className="small strong">
          Saved elsewhere: {savedElsewhere}
        </p>
      )}
    </>
  )
}

/** The `aria-describedby` of a control: the ids of its messages. */
export function toDescribedBy(id: string, { error, caution, hint, savedElsewhere }: Messages): string | undefined {
  const messages = { error, caution, hint, 'saved-elsewhere': savedElsewhere }
  const ids = Object.entries(messages).flatMap(([kind, content]) => (content === undefined ? [] : [`${id}-${kind}`]))
  return ids.length > 0 ? ids.join(' ') : undefined
}
