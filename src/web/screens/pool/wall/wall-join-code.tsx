import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { joinLinkQuery } from '#web/api/invitation-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import styles from './pool-wall.module.css'

const QrCode = lazy(async () => ({ default: (await import('#web/invitations/qr-code.tsx')).QrCode }))

/** The link that organisers have put on the wall display. A failure shows nothing: nobody here could do anything about it. */
export function WallJoinCode({ tournamentId }: { tournamentId: number }) {
  const { data } = useQuery(joinLinkQuery(useApi(), tournamentId))
  if (!data?.url) return null
  return (
    <Suspense fallback={null}>
      <figure className={styles['join']}>
        <QrCode text={data.url} label="QR code of the link to join" />
        <figcaption>Scan to join</figcaption>
      </figure>
    </Suspense>
  )
}
