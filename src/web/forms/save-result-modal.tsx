import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Modal } from '#web/ui/modal.tsx'
import '#web/ui/modal-dialog.tsx'
import { SignInAgainLink } from '#web/ui/sign-in-link.tsx'
import { navigate } from '#web/url/navigate.ts'

/** Why a save failed and what to do about it, shown below the form's fixed sentence. */
export type SaveFailure = {
  readonly reason: string
  /** The link offered beside Close. */
  readonly help: 'sign-in' | 'admin' | null
}

const texts = {
  entry: {
    saved: 'Entry was successfully saved.',
    failed: 'There was an error saving the entry.',
  },
  tournament: {
    saved: 'Tournament was successfully saved.',
    failed: 'There was an error saving the tournament.',
  },
} as const

/** The result of the last save. */
export type SaveResult = { readonly content: 'saved' | SaveFailure; readonly isOpen: boolean }

type Props = {
  result: SaveResult
  subject: keyof typeof texts
  /** Shown below the sentence that it was saved. */
  savedExtra?: ReactNode
  /** The path to go to once the user has read that the form is saved; undefined to stay. */
  nextPath: string | undefined
  /** Something was typed while the save ran. */
  hasUnsaved: boolean
  onClose: () => void
  getFinalFocus: () => HTMLElement | null
}

/** The result of a save. It is loaded with the form, because it must work without a network. */
export function SaveResultModal(props: Props) {
  const { result, subject, savedExtra, nextPath, hasUnsaved, onClose, getFinalFocus } = props
  const { content, isOpen } = result
  const close = () => {
    onClose()
    if (content === 'saved' && nextPath !== undefined) navigate(nextPath)
  }
  const help = content === 'saved' ? null : content.help
  const actions = (
    <>
      <button type="button" className={help === null ? 'button' : 'button-secondary'} onClick={close}>
        Close
      </button>
      {help === 'sign-in' && <SignInAgainLink className="button" />}
      {help === 'admin' && (
        <Link className="button" to="/admin">
          Go to the admin page
        </Link>
      )}
    </>
  )
  return (
    <Modal
      open={isOpen}
      onClose={close}
      title={content === 'saved' ? 'Success' : 'Error'}
      actions={actions}
      getFinalFocus={getFinalFocus}
    >
      {content === 'saved' ? (
        <>
          <p>{texts[subject].saved}</p>
          {hasUnsaved && <p className="strong">You have changes that are not saved. You made them during the save.</p>}
          {savedExtra}
        </>
      ) : (
        <>
          <p>{texts[subject].failed}</p>
          <p>{content.reason}</p>
        </>
      )}
    </Modal>
  )
}
