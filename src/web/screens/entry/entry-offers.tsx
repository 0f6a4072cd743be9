import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { useStoredChoice } from '#web/ui/stored-choice.ts'
import styles from '#web/user-notifications/notification-offer.module.css'
import { NotificationOffer } from '#web/user-notifications/notification-offer.tsx'

/** What is offered to somebody who has just saved their first entry. */
export function EntryOffers({ userId }: { userId: number }): ReactNode {
  return (
    <>
      <NotificationOffer userId={userId} />
      <PasskeyOffer userId={userId} />
    </>
  )
}

/** Offered where the browser and the embedded provider allow one, until there is an answer. */
function PasskeyOffer({ userId }: { userId: number }) {
  const key = `passkey-offer:${userId}`
  const [choice, setChoice] = useStoredChoice(key, ['open', 'answered'])
  const enabled = choice === 'open' && 'PublicKeyCredential' in window
  const { data: isOffered } = useQuery({ queryKey: [key], queryFn: fetchOffer, enabled, retry: false })
  if (!enabled || !isOffered) return null
  const answer = () => setChoice('answered')
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

/** Fails with an external provider, which has no such address, and once the session has ended. */
async function fetchOffer({ signal }: { signal: AbortSignal }): Promise<boolean> {
  const response = await fetch(identityPaths.passkeyOffer, { signal, redirect: 'error' })
  // Written by the account's pages.
  return ((await response.json()) as { isOffered: boolean }).isOffered
}
