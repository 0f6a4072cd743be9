import styles from './golfer-rank.module.css'

/** The place in the ranking that the tiers were proposed from, or else in the organiser's list of the tier. */
export type GolferRankKind = 'ranking' | 'tier'

const texts = { ranking: 'rank', tier: 'number' } as const

/** A golfer's rank before the name; an empty column if there is none. */
export function GolferRank({ rank, kind }: { rank: number | null; kind: GolferRankKind }) {
  return (
    <span className={`small-print ${styles.rank}`}>
      {rank !== null && (
        <>
          <span className="visually-hidden">{texts[kind]} </span>
          {rank}
        </>
      )}
    </span>
  )
}
