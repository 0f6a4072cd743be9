import type { ReactNode, Ref } from 'react'
import { formatCount } from '#domain/text/format.ts'
import { toMoment } from '#web/time/time-text.ts'
import styles from './form-notice.module.css'

type Props = {
  title: string
  children: ReactNode
  actions?: ReactNode
  /** The user must decide something before they can continue. */
  isUrgent?: boolean
  /** The title can take the focus, so that it is read before an action is chosen. */
  titleRef?: Ref<HTMLParagraphElement>
}

/** A message between a form's heading and its fields. */
export function FormNotice({ title, children, actions, isUrgent = false, titleRef }: Props) {
  return (
    <div role={isUrgent ? 'alert' : 'status'} className={`aside ${styles.notice}`} data-error={isUrgent || undefined}>
      <p ref={titleRef} className="strong" tabIndex={-1}>
        {title}
      </p>
      <p>{children}</p>
      {actions !== undefined && <div className="buttons">{actions}</div>}
    </div>
  )
}

type ConflictNoticeProps = {
  title: string
  /** One sentence about the other save. */
  children: ReactNode
  /** The number of fields that differ from the version saved elsewhere. */
  differenceCount: number
  isSaving: boolean
  onLoadSaved: () => void
  onOverwrite: () => void
  titleRef: Ref<HTMLParagraphElement>
}

/** The choice between the user's changes and a version that was saved elsewhere. */
export function ConflictNotice(props: ConflictNoticeProps) {
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
      {children} Your version isn’t saved; it differs in {formatCount(differenceCount, 'field')}, marked below.
    </FormNotice>
  )
}

/** `storedAt`: when the draft was stored, ISO 8601. */
export function RestoredDraftNotice({ storedAt }: { storedAt: string }) {
  return (
    <FormNotice title="Unsaved changes restored">
      They were stored on this device ({toMoment(storedAt, new Date())}).
    </FormNotice>
  )
}
