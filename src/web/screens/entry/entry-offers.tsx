import { useQuery } from '@tanstack/react-query'
import type { MouseEvent, ReactNode } from 'react'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { resourceQuery } from '#web/api/resource-query.ts'
import styles from '#web/notifications/notification-offer.module.css'
import { NotificationOffer } from '#web/notifications/notification-offer.tsx'
import { useStoredChoice } from '#web/ui/stored-choice.ts'

/** Offers notifications and a passkey after the first save. */
export function EntryOffers({ userId }: { userId: number }): ReactNode {
  return (
    <>
      <NotificationOffer userId={userId} />
      <PasskeyOffer userId={userId} />
    </>
  )
}

type Offer = { isOffered: boolean }

/** Offered where the browser and the embedded provider allow one, until there is an answer. */
function PasskeyOffer({ userId }: { userId: number }) {
  const key = `passkey-offer:${userId}`
  const [choice, setChoice] = useStoredChoice(key, ['open', 'answered'])
  const enabled = choice === 'open' && 'PublicKeyCredential' in window
  // Fails with an external provider, which has no such address.
  const { data } = useQuery(resourceQuery<Offer>([key], `${identityPaths.passkeys}/Offer`, { enabled, retry: false }))
  if (!enabled || !data?.isOffered) return null
  const answer = ({ currentTarget }: MouseEvent) => {
    // This button disappears, so the focus moves to the content of the dialog.
    currentTarget.closest('section')?.focus()
    setChoice('answered')
  }
  return (
    <div className={`stack-close ${styles.offer}`}>
      <p>Next time, sign in with your fingerprint, your face or the PIN of your device?</p>
      <p className="cluster">
        <a className="button-secondary" href={identityPaths.passkeys} onClick={answer}>
          Add a passkey
        </a>
        <button type="button" className="button-text" onClick={answer}>
          Not now
        </button>
      </p>
    </div>
  )
}
