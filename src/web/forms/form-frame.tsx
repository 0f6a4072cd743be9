import type { ComponentProps, ReactNode, RefObject } from 'react'
import { handleSubmit } from '#web/ui/handle-submit.ts'
import { DiscardChanges } from './discard-changes.tsx'
import { ConflictNotice, RestoredDraftNotice } from './form-notice.tsx'
import type { AnyForm } from './form-state.ts'
import { LeaveQuestion } from './leave-question.tsx'
import { SaveBar } from './save-bar.tsx'
import { SaveResultModal } from './save-result-modal.tsx'
import type { Form } from './use-form.ts'
import type { Saving } from './use-save.ts'

/** A form with the actions of its buttons. */
export type FormEditor = Pick<
  Form<AnyForm>,
  'state' | 'unsavedCount' | 'differences' | 'isDraftStored' | 'discard' | 'loadSaved'
> & { saving: Saving; submit: () => void; overwrite: () => void }

type Props = Pick<ComponentProps<typeof SaveBar>, 'progress' | 'pips'> & {
  editor: FormEditor
  formRef: RefObject<HTMLFormElement | null>
  /** The title of the most urgent notice. */
  noticeRef: RefObject<HTMLParagraphElement | null>
  className?: string | undefined
  heading: ReactNode
  /** Shown once the form can no longer be saved. */
  closedNotice: ReactNode
  conflict: { title: string; text: string }
  /** Less urgent than a conflict. */
  notices?: ReactNode
  children: ReactNode
  /** A gerund for work before a save, for example "Checking the lists". */
  activity?: string | null
  nextPath: string
  /** The path to go to after a save while something else is not saved yet. By default, the form stays. */
  nextPathWithUnsaved?: string | undefined
  /** Finds the focus target after changes have been discarded. */
  findFirstField: () => HTMLElement | null
  /** Finds the focus target after a failed save. */
  findInvalidField: () => HTMLElement | null
} & Pick<ComponentProps<typeof SaveResultModal>, 'subject' | 'savedExtra'>

/** A form with a draft around its fields: notices, discarding, the save bar and the result of a save. */
export function FormFrame(props: Props) {
  const { subject, editor, noticeRef, activity = null } = props
  const { state, saving } = editor
  const hasUnsaved = editor.unsavedCount > 0
  const canLose = hasUnsaved && !saving.isClosed
  const isBusy = saving.isSaving || activity !== null
  return (
    <form ref={props.formRef} className={props.className} noValidate onSubmit={handleSubmit(editor.submit)}>
      {props.heading}
      <Notices {...props} isBusy={isBusy} />
      {props.children}
      <DiscardChanges
        count={state.conflict === null ? editor.unsavedCount : 0}
        saved={state.saved === null ? null : subject}
        onDiscard={editor.discard}
        getFinalFocus={props.findFirstField}
      />
      <SaveBar
        progress={props.progress}
        pips={props.pips}
        activity={saving.isSaving ? 'Saving' : activity}
        isDirty={hasUnsaved}
        isDraftStored={editor.isDraftStored}
        isNew={state.saved === null}
        isDisabled={isBusy || saving.isClosed}
        isSticky={canLose}
      />
      {canLose && <LeaveQuestion isDraftStored={editor.isDraftStored} />}
      <SaveResultModal
        result={saving.message}
        subject={subject}
        savedExtra={props.savedExtra}
        nextPath={hasUnsaved ? props.nextPathWithUnsaved : props.nextPath}
        hasUnsaved={hasUnsaved}
        onClose={saving.closeMessage}
        getFinalFocus={() => noticeRef.current ?? props.findInvalidField()}
      />
    </form>
  )
}

type NoticesProps = Pick<Props, 'editor' | 'noticeRef' | 'closedNotice' | 'conflict' | 'notices'> & { isBusy: boolean }

/** Shows the most urgent notice: the form is closed, then a conflict, then everything else. */
function Notices({ editor, noticeRef, closedNotice, conflict, notices, isBusy }: NoticesProps) {
  const { state, saving, differences } = editor
  if (saving.isClosed) return closedNotice
  if (state.conflict !== null) {
    return (
      <ConflictNotice
        title={conflict.title}
        differenceCount={differences.length}
        isSaving={isBusy}
        onLoadSaved={editor.loadSaved}
        onOverwrite={editor.overwrite}
        titleRef={noticeRef}
      >
        {conflict.text}
      </ConflictNotice>
    )
  }
  return (
    <>
      {state.restoredFrom !== null && <RestoredDraftNotice storedAt={state.restoredFrom} />}
      {notices}
    </>
  )
}
