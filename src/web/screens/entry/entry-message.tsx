import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { Modal } from '../../components/modal.tsx'
import type { SaveMessage } from './use-entry-saving.ts'

type Props = SaveMessage & {
  onClose: () => void
  focusAfter: () => HTMLElement | null
}

/**
 * How a save ended, in the words of the specification (section 8), and why. Its code comes with the form, not when it
 * is needed: what it says most often is that there is no network.
 */
export function EntryMessage({ content, isOpen, onClose, focusAfter }: Props) {
  const isSaved = content === 'saved'
  const close = (
    <button
      type="button"
      className={isSaved || content.help === null ? 'button' : 'button-quiet'}
      onClick={onClose}
    >
      Close
    </button>
  )
  return (
    <Modal
      open={isOpen}
      onClose={onClose}
      title={isSaved ? 'Success' : 'Error'}
      actions={isSaved || content.help === null ? close : <WithSignIn>{close}</WithSignIn>}
      focusAfter={focusAfter}
    >
      {isSaved ? (
        <p>Entry was successfully saved.</p>
      ) : (
        <>
          <p>There was an error saving the entry.</p>
          <p>{content.reason}</p>
        </>
      )}
    </Modal>
  )
}

function WithSignIn({ children }: { children: ReactNode }) {
  const { pathname, search, hash } = useLocation()
  const query = new URLSearchParams({ returnUrl: `${pathname}${search}${hash}` })
  return (
    <>
      {children}
      <Link className="button" to={`/authentication/login?${query}`}>
        Sign in again
      </Link>
    </>
  )
}
