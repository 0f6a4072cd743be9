import { Link, useLocation } from 'react-router'
import { Modal } from '../ui/modal.tsx'

/** Why a save failed and what to do about it, shown below the form's fixed sentence. */
export type SaveFailure = {
  readonly reason: string
  /** The link offered beside Close. */
  readonly help: 'sign-in' | 'admin' | null
}

/** The result of the last save. */
export type SaveResult = { readonly content: 'saved' | SaveFailure; readonly isOpen: boolean }

type Props = SaveResult & {
  /** "Entry was successfully saved." */
  savedText: string
  /** "There was an error saving the entry." */
  failedText: string
  onClose: () => void
  getFinalFocus: () => HTMLElement | null
}

/** The result of a save. It is loaded with the form, because it must work without a network. */
export function SaveResultModal({ content, isOpen, savedText, failedText, onClose, getFinalFocus }: Props) {
  const help = content === 'saved' ? null : content.help
  const actions = (
    <>
      <button type="button" className={help === null ? 'button' : 'button-secondary'} onClick={onClose}>
        Close
      </button>
      {help === 'sign-in' && <SignInAgainLink />}
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
      onClose={onClose}
      title={content === 'saved' ? 'Success' : 'Error'}
      actions={actions}
      getFinalFocus={getFinalFocus}
    >
      {content === 'saved' ? (
        <p>{savedText}</p>
      ) : (
        <>
          <p>{failedText}</p>
          <p>{content.reason}</p>
        </>
      )}
    </Modal>
  )
}

function SignInAgainLink() {
  const { pathname, search, hash } = useLocation()
  const query = new URLSearchParams({ returnUrl: `${pathname}${search}${hash}` })
  return (
    <Link className="button" to={`/authentication/login?${query}`}>
      Sign in again
    </Link>
  )
}
