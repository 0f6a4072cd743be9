import type { ComponentProps, ReactNode, RefObject } from 'react'
import { handleSubmit } from '#web/ui/handle-submit.ts'
import { DiscardChanges } from './discard-changes.tsx'
import { ConflictNotice, RestoredDraftNotice } from './form-notice.tsx'
import type { AnyForm } from './form-state.ts'
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
  /** Of the most urgent notice. */
  noticeRef: RefObject<HTMLParagraphElement | null>
  className?: string | undefined
  heading: ReactNode
  /** Shown once the form can no longer be saved. */
  closedNotice: ReactNode
  conflict: { title: string; text: string }
  /** Less urgent than a conflict. */
  notices?: ReactNode
  children: ReactNode
  /** What the form is doing besides saving. */
  activity?: string | null
  /** What takes the focus after changes have been discarded, and after a failed save. */
  findFirstField: () => HTMLElement | null
  findInvalidField: () => HTMLElement | null
} & Pick<ComponentProps<typeof SaveResultModal>, 'noun' | 'savedExtra' | 'nextPath'>

/** A form with a draft around its fields: notices, discarding, the save bar and the result of a save. */
export function FormFrame(props: Props) {
  const { noun, editor, noticeRef, closedNotice, conflict, activity = null } = props
  const { state, saving, differences } = editor
  const isBusy = saving.isSaving || activity !== null
  return (
    <form ref={props.formRef} className={props.className} noValidate onSubmit={handleSubmit(editor.submit)}>
      {props.heading}
      {saving.isClosed ? (
        closedNotice
      ) : state.conflict !== null ? (
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
      ) : (
        <>
          {state.restoredFrom !== null && <RestoredDraftNotice storedAt={state.restoredFrom} />}
          {props.notices}
        </>
      )}
      {props.children}
      <DiscardChanges
        count={state.conflict === null ? editor.unsavedCount : 0}
        saved={state.saved === null ? null : noun}
        onDiscard={editor.discard}
        getFinalFocus={props.findFirstField}
      />
      <SaveBar
        progress={props.progress}
        pips={props.pips}
        activity={saving.isSaving ? 'Saving' : activity}
        isDirty={editor.unsavedCount > 0}
        isDraftStored={editor.isDraftStored}
        isNew={state.saved === null}
        isDisabled={isBusy || saving.isClosed}
      />
      <SaveResultModal
        result={saving.message}
        noun={noun}
        savedExtra={props.savedExtra}
        nextPath={props.nextPath}
        onClose={saving.closeMessage}
        getFinalFocus={() => noticeRef.current ?? props.findInvalidField()}
      />
    </form>
  )
}
