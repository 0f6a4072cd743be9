import type { ReactNode, Ref } from 'react'
import { FormNotice } from './form-notice.tsx'

type Props = {
  title: string
  /** What happened, in a sentence. */
  children: ReactNode
  /** The number of fields that differ from the version saved elsewhere. */
  differenceCount: number
  isSaving: boolean
  onLoadSaved: () => void
  onOverwrite: () => void
  titleRef: Ref<HTMLParagraphElement>
}

/** The choice between the user's changes and a version that was saved elsewhere. */
export function ConflictNotice(props: Props) {
  const { title, children, differenceCount, isSaving, onLoadSaved, onOverwrite, titleRef } = props
  const choices = (
    <>
      <button type="button" className="button-secondary" onClick={onLoadSaved}>
        Load the saved version
      </button>
      <button type="button" className="button-secondary" disabled={isSaving} onClick={onOverwrite}>
        Overwrite with mine
      </button>
    </>
  )
  return (
    <FormNotice isUrgent titleRef={titleRef} title={title} actions={choices}>
      {children} Your version isn't saved; it differs in {differenceCount} {differenceCount === 1 ? 'field' : 'fields'},
      marked below.
    </FormNotice>
  )
}
