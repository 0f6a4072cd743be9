import styles from './golfer-rank.module.css'

/** What a golfer's number says: the place in the organiser's list of the tier, or a world ranking. */
export type GolferRankOf = 'tier' | 'world'

const texts = { tier: 'number', world: 'world ranking' } as const

/** A golfer's rank beside the name; null if there is none. */
export function GolferRank({ rank, of }: { rank: number | null; of: GolferRankOf }) {
  return (
    <span className={styles.rank}>
      {rank !== null && (
        <>
          <span className="visually-hidden">{texts[of]} </span>
          {rank}
        </>
      )}
    </span>
  )
}
