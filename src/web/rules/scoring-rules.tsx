import { useQuery } from '@tanstack/react-query'
import type { Tournament } from '#domain/tournament/tournament.ts'
import { hasHouseRules, houseRulesQuery } from './rules-link.tsx'
import { RulesText } from './rules-text.tsx'
import styles from './scoring-rules.module.css'

/** The scoring (docs/rules.md, 4) and the house rules. */
export function ScoringRules({ tournament }: { tournament: Tournament }) {
  return (
    <div className={`stack-tight ${styles.rules}`}>
      <p>
        An entry has four golfers, one from each tier. Its score is the sum of the three best scores to par. The lowest
        score leads.
      </p>
      <h3>The dropped golfer</h3>
      <p>
        The worst of the four doesn’t count; their name has <s>a line through it</s>. A golfer who is out is dropped
        first. Otherwise it is the one with the highest score to par, then the most strokes, then the later tier.
      </p>
      <h3>Missed cuts</h3>
      <p>
        One golfer who is out (CUT, WD, DQ, MDF or DNS) is dropped, without any other penalty. With two golfers out, the
        entry is out too: it has no score and no place, shows “--” and is listed below all others.
      </p>
      <h3>Places</h3>
      <p>
        Entries with the same score share a place: T3 is tied for third. Fewer strokes come first on the board, but they
        never decide a place.
      </p>
      <h3>Tiebreakers</h3>
      <p>
        The two answers never change a place. They say who is ahead in a tie: the closest first answer, then the second.
      </p>
      {hasHouseRules(tournament) && <HouseRules tournamentId={tournament.id} />}
    </div>
  )
}

/** The house rules, below something else. */
export function HouseRules({ tournamentId }: { tournamentId: number }) {
  const { data, error, refetch } = useQuery(houseRulesQuery(tournamentId))
  return (
    <section className={`stack-close ruled ${styles.house}`} aria-labelledby="house-rules">
      <h2 id="house-rules">House rules</h2>
      {data !== undefined && <RulesText blocks={data.blocks} />}
      {data === undefined && error === null && <p role="status">Loading</p>}
      {data === undefined && error !== null && (
        <>
          <p role="alert">Couldn’t load the house rules.</p>
          <button type="button" className="button-secondary" onClick={() => refetch()}>
            Try again
          </button>
        </>
      )}
    </section>
  )
}
