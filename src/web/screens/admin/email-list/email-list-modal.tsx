import { useId, useRef, useState } from 'react'
import { MessageModal } from '#web/ui/message-modal.tsx'
import { formatCount } from '../shared/format-count.ts'
import styles from './email-list-modal.module.css'
import { toMailAddresses, toMailLinks } from './mail-links.ts'
import type { EmailList } from './use-email-list.ts'

type Props = { modal: { subject: EmailList; isOpen: boolean } | null; onClose: () => void }

/** The addresses of some users, to copy or to write to. */
export function EmailListModal({ modal, onClose }: Props) {
  if (modal === null) return null
  const { title, people } = modal.subject
  return (
    <MessageModal open={modal.isOpen} onClose={onClose} title={title}>
      <EmailListBody people={people} />
    </MessageModal>
  )
}

function EmailListBody({ people }: Pick<EmailList, 'people'>) {
  const addresses = toMailAddresses(people.map(({ userName }) => userName))
  const missing = people.filter(({ userName }) => toMailAddresses([userName]).length === 0).length
  if (addresses.length === 0) {
    return <p>{people.length === 0 ? 'Nobody has entered yet.' : 'None of them has an address.'}</p>
  }
  return (
    <div className={styles['list']}>
      {missing > 0 && (
        <p>{`${formatCount(missing, 'user')} without an address ${missing === 1 ? 'is' : 'are'} left out.`}</p>
      )}
      <Addresses addresses={addresses} />
      <MailLinks addresses={addresses} />
    </div>
  )
}

type CopyState = 'idle' | 'copied' | 'refused'

function Addresses({ addresses }: { addresses: readonly string[] }) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [copyState, setCopyState] = useState<CopyState>('idle')
  const text = addresses.join(', ')

  async function copy(): Promise<void> {
    try {
      // Browsers have no clipboard for pages that came without encryption.
      await navigator.clipboard.writeText(text)
      setCopyState('copied')
    } catch {
      field.current?.select()
      setCopyState('refused')
    }
  }

  return (
    <>
      <div className="field">
        <label htmlFor={id}>{formatCount(addresses.length, 'address', 'addresses')}</label>
        <textarea ref={field} id={id} className="input" rows={7} readOnly value={text} />
      </div>
      <div className={styles['copy']}>
        <button type="button" className="button-secondary" onClick={copy}>
          Copy
        </button>
        <p role="status">
          {copyState === 'copied' && 'Copied.'}
          {copyState === 'refused' &&
            'Your browser did not let this page copy. The addresses are marked: copy them as you copy any text.'}
        </p>
      </div>
    </>
  )
}

function MailLinks({ addresses }: { addresses: readonly string[] }) {
  const links = toMailLinks(addresses)
  if (links.length === 0) {
    return (
      <p className={styles['note']}>They are too many for a mail program to be started with: copy them.</p>
    )
  }
  return (
    <div className={styles['mail-links']}>
      {links.map(({ href, count }, index) => (
        <a key={href} href={href}>
          {links.length === 1
            ? 'Write to all of them'
            : `Write mail ${index + 1}, to ${formatCount(count, 'address', 'addresses')}`}
        </a>
      ))}
      <p className={styles['note']}>
        {links.length > 1 && 'They are too many for one mail. '}
        Everybody gets a blind copy: nobody sees the others’ addresses.
      </p>
    </div>
  )
}
