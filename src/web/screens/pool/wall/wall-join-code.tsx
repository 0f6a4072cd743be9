import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { entryFormPath } from '#contract/identity-paths.ts'
import { joinLinkQuery } from '#web/api/admin-queries.ts'
import styles from './pool-wall.module.css'

const QrCode = lazy(async () => ({ default: (await import('#web/invitations/qr-code.tsx')).QrCode }))

/** The invitation link chosen for the wall display or, without one, a link to the entry form. */
export function WallJoinCode({ tournamentId }: { tournamentId: number }) {
  const { data, isPending } = useQuery(joinLinkQuery(tournamentId))
  if (isPending) return null
  const hasLink = Boolean(data?.url)
  return (
    <Suspense fallback={null}>
      <figure className={styles.join}>
        <QrCode
          text={data?.url || `${location.origin}${entryFormPath}`}
          label={hasLink ? 'QR code of the link to join' : 'QR code of the entry form'}
        />
        <figcaption>
          {hasLink ? 'Scan to join' : 'Scan to enter'} <span>{location.host}</span>
        </figcaption>
      </figure>
    </Suspense>
  )
}

/** The pool's URL, to follow it on a phone. */
export function WallAddress() {
  return (
    <figure className={styles.address}>
      <figcaption>
        Follow your entries at <strong>{location.host}</strong>
      </figcaption>
      <Suspense fallback={null}>
        <QrCode text={`${location.origin}/pool`} label="QR code of the pool" />
      </Suspense>
    </figure>
  )
}
