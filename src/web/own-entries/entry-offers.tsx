import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { resourceQuery } from '#web/api/resource-query.ts'
import offerStyles from '#web/notifications/notification-offer.module.css'
import { NotificationOffer } from '#web/notifications/notification-offer.tsx'
import { CalendarButton } from '#web/tournament/calendar-button.tsx'
import { useStoredChoice } from '#web/ui/stored-choice.ts'

const choices = ['open', 'answered'] as const

type Props = { tournament: { readonly id: number; readonly name: string }; userId: number }

/** Offers the calendar and notifications to somebody who has entered, and a passkey once these are answered. */
export function EntryOffers({ tournament, userId }: Props): ReactNode {
  const section = useRef<HTMLElement>(null)
  const [choice, setChoice] = useStoredChoice(`entry-offers:${userId}`, choices)
  const answer = () => {
    // The button disappears.
    section.current?.focus()
    setChoice('answered')
  }
  return (
    <section ref={section} tabIndex={-1} aria-label="Offers">
      {choice === 'open' ? (
        <div className={offerStyles.offer}>
          <p className="cluster">
            Want the lock and the rounds in your calendar?
            <CalendarButton tournament={tournament} className="button-text" />
          </p>
          <NotificationOffer userId={userId} />
          <button type="button" className="button-text" onClick={answer}>
            Hide these offers
          </button>
        </div>
      ) : (
        <PasskeyOffer userId={userId} />
      )}
    </section>
  )
}

type Offer = { isOffered: boolean }

/** Offered where the browser and the embedded provider allow one, until there is an answer. */
function PasskeyOffer({ userId }: { userId: number }) {
  const key = `passkey-offer:${userId}`
  const [choice, setChoice] = useStoredChoice(key, choices)
  const enabled = choice === 'open' && 'PublicKeyCredential' in window
  // Fails with an external provider, which has no such address.
  const { data } = useQuery(resourceQuery<Offer>([key], `${identityPaths.passkeys}/Offer`, { enabled, retry: false }))
  if (!enabled || !data?.isOffered) return null
  const answer = ({ currentTarget }: MouseEvent) => {
    // This button disappears, so the focus moves to what is around it.
    currentTarget.closest('section')?.focus()
    setChoice('answered')
  }
  return (
    <div className={`stack-close ${offerStyles.offer}`}>
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
