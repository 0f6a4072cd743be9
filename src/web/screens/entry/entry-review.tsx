import type { Player } from '#domain/tournament/tournament.ts'
import { PickCard } from '#web/golfer/pick-card.tsx'
import type { UnavailableGolfers } from '#web/golfer/use-unavailable-golfers.ts'
import styles from './entry-form.module.css'
import { listRepeatedGolfers, toEntryList } from './form-state/entry-summary.ts'
import type { EntryValues } from './form-state/entry-values.ts'

type Props = {
  picks: EntryValues['picks']
  players: readonly Player[]
  unavailableGolfers: UnavailableGolfers
}

/** The three entries side by side, and the golfers who are in more than one. */
export function EntryReview({ picks, players, unavailableGolfers }: Props) {
  const names = new Map(players.map(({ id, name }) => [id, name]))
  const repeated = listRepeatedGolfers(picks, players)
  return (
    <section className={styles.review} aria-labelledby="review">
      <h2 id="review">Review</h2>
      <PickCard
        caption="Your three entries"
        picks={picks.map((id) =>
          id === null ? null : { name: names.get(id) ?? '', unavailable: unavailableGolfers.get(id) },
        )}
      />
      {repeated.length > 0 && (
        <ul className="small">
          {repeated.map(({ name, entryNumbers }) => (
            <li key={name}>
              {name}: {toEntryList(entryNumbers)}
            </li>
          ))}
        </ul>
      )}
      {repeated.length === 0 && !picks.includes(null) && (
        <p className="small-print">No golfer is in more than one of your entries.</p>
      )}
    </section>
  )
}
