import { useMemo } from 'react'
import type { Entry, TournamentWithEntries } from '#domain/tournament.ts'
import { toMoment } from '../../components/board-time.ts'
import { PickCard } from '../../components/pick-card.tsx'
import styles from './home-screen.module.css'

/** What the reader has handed in, to look over. */
export function OwnEntry({ tournament, entry }: { tournament: TournamentWithEntries; entry: Entry }) {
  const { players, tiebreakers } = tournament
  const names = useMemo(() => new Map(players.map(({ id, name }) => [id, name])), [players])
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
      <PickCard
        caption="Your three entries"
        names={entry.selections.map(({ playerId }) => names.get(playerId) ?? null)}
      />
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
