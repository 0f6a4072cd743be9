import { Link } from 'wouter'
import type { Tournament } from '#domain/tournament/tournament.ts'
import { ceremonySearch, wallSearch } from '#web/board/wall-view.ts'
import { LocalLinkWarning } from '#web/ui/local-link-warning.tsx'
import styles from './on-television.module.css'
import { TvDelayField } from './tv-delay-field.tsx'

type Props = { tournament: Pick<Tournament, 'active' | 'cancelledReason'> }

/** For those who watch on television, and for the screen in the clubhouse. */
export function OnTelevision({ tournament: { active, cancelledReason } }: Props) {
  return (
    <div className="stack">
      {active && <TvDelayField />}
      <div className={`stack-tight ${styles.wide}`}>
        <Link className="target strong" to={wallSearch}>
          Wall display
        </Link>
        <p>The board on a large screen, without controls.</p>
        <LocalLinkWarning url={location.origin} link="the link of its QR code" />
      </div>
      <p className={styles.narrow}>The wall display for a large screen is here when the window is wide enough.</p>
      {!active && cancelledReason === undefined && (
        <div className="stack-tight">
          <Link className="target strong" to={ceremonySearch}>
            Ceremony
          </Link>
          <p>The final places, revealed from the last one up.</p>
        </div>
      )}
    </div>
  )
}
