import { useMemo } from 'react'
import { Link } from 'react-router'
import type { Entry, TournamentWithEntries } from '#domain/tournament.ts'
import { toOutSentence } from '#web/golfer/out-words.ts'
import { PickCard } from '#web/golfer/pick-card.tsx'
import type { GolfersOut } from '#web/golfer/use-golfers-out.ts'
import { toMoment } from '#web/time/board-time.ts'
import styles from './home-screen.module.css'

type Props = { tournament: TournamentWithEntries; entry: Entry; golfersOut: GolfersOut }

/** What the reader has handed in, to look over; and whom of it he should replace while he can. */
export function OwnEntry({ tournament, entry, golfersOut }: Props) {
  const { players, tiebreakers } = tournament
  const names = useMemo(() => new Map(players.map(({ id, name }) => [id, name])), [players])
  const picks = entry.selections.map(({ playerId: id }) => ({
    id,
    name: names.get(id) ?? '',
    out: golfersOut.get(id),
  }))
  const lost = new Map(
    picks.flatMap(({ id, name, out }) => (out === undefined ? [] : [[id, { name, out }] as const])),
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
      {lost.size > 0 && (
        <p className={styles['lost']} role="status">
          {toOutSentence([...lost.values()])} <Link to={`/entry/edit/${entry.id}`}>Pick somebody else</Link>{' '}
          before the start.
        </p>
      )}
      <PickCard caption="Your three entries" picks={picks} />
      <dl className={styles['answers']}>
        {tiebreakers.map((question, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the questions are known by their number.
          <div key={at}>
            <dt>{question}</dt>
            <dd>{entry.tiebreakers[at]}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
