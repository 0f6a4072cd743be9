import { useQuery } from '@tanstack/react-query'
import { playerProfileQuery } from '#web/api/tournament-queries.ts'
import { GolferFlag } from '#web/golfer/golfer-image.tsx'
import { GolferPerson } from '#web/golfer/golfer-person.tsx'
import { UnavailableBadge } from '#web/golfer/unavailable-badge.tsx'
import styles from './golfer-look.module.css'
import type { PickOption } from './pick-option.ts'

type Props = {
  tournamentId: number
  option: PickOption
  onPick: () => void
  onClose: () => void
}

/** A golfer of the list before they are picked: their finishes in this pool, and who they are. */
export function GolferLook({ tournamentId, option, onPick, onClose }: Props) {
  const { data: profile } = useQuery(playerProfileQuery(tournamentId, option.espnId))
  return (
    <section className={styles.look} aria-label={`About ${option.name}`}>
      <p className={styles.back}>
        <button type="button" className="button-text" ref={focus} onClick={onClose}>
          Back to the list
        </button>
      </p>
      <div className="stack">
        <div>
          <h3 className="cluster">
            {option.name}
            <GolferFlag src={option.flag} />
            {option.unavailable !== undefined && <UnavailableBadge unavailable={option.unavailable} isReasonShown />}
          </h3>
          {option.about !== '' && <p className="small-print">{option.about}</p>}
        </div>
        {option.finishes.length > 0 && (
          <dl className={`small ${styles.finishes}`}>
            {option.finishes.map(([tournament, finish], index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two tournaments may have the same name.
              <div key={index}>
                <dt>{tournament}</dt>
                <dd className={finish === null ? 'soft' : 'strong'}>{finish ?? 'did not play'}</dd>
              </div>
            ))}
          </dl>
        )}
        {profile !== undefined && <GolferPerson profile={profile} />}
        <p>
          <button type="button" className="button" onClick={onPick}>
            Pick {option.name}
          </button>
        </p>
      </div>
    </section>
  )
}

const focus = (button: HTMLElement | null) => button?.focus()
