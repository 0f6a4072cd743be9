import { useMemo } from 'react'
import { Link } from 'react-router'
import type { Entry, TournamentWithEntries } from '#domain/tournament.ts'
import { PickCard } from '#web/golfer/pick-card.tsx'
import { toUnavailableSentence } from '#web/golfer/unavailable-label.ts'
import type { UnavailableGolfers } from '#web/golfer/use-unavailable-golfers.ts'
import { toMoment } from '#web/time/board-time.ts'
import styles from './home-screen.module.css'

type Props = { tournament: TournamentWithEntries; entry: Entry; unavailableGolfers: UnavailableGolfers }

/** The viewer’s saved entry, and a warning about picks who will not play (docs/rules.md, 9.2). */
export function OwnEntry({ tournament, entry, unavailableGolfers }: Props) {
  const { players, tiebreakers } = tournament
  const names = useMemo(() => new Map(players.map(({ id, name }) => [id, name])), [players])
  const picks = entry.selections.map(({ playerId: id }) => ({
    id,
    name: names.get(id) ?? '',
    unavailable: unavailableGolfers.get(id),
  }))
  const unavailable = new Map(
    picks.flatMap(({ id, name, unavailable }) =>
      unavailable === undefined ? [] : [[id, { name, unavailable }] as const],
    ),
  )
  return (
    <section className={styles['aside']} aria-labelledby="own">
      <div className={styles['aside-head']}>
        <h3 id="own">Your entry</h3>
        {entry.changedAt !== undefined && (
          <p>
            Saved <time dateTime={entry.changedAt}>{toMoment(entry.changedAt, new Date())}</time>
          </p>
        )}
      </div>
      {unavailable.size > 0 && (
        <p className={styles['unavailable']} role="status">
          {toUnavailableSentence([...unavailable.values()])}{' '}
          <Link to={`/entry/edit/${entry.id}`}>Choose a replacement</Link> before the tournament starts.
        </p>
      )}
      <PickCard caption="Your three entries" picks={picks} />
      <dl className={styles['answers']}>
        {tiebreakers.map((question, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the questions are identified by their number.
          <div key={index}>
            <dt>{question}</dt>
            <dd>{entry.tiebreakers[index]}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
