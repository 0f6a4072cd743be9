import { useQuery } from '@tanstack/react-query'
import { houseRulesQuery } from './house-rules-query.ts'
import { RulesText } from './rules-text.tsx'
import styles from './scoring-rules.module.css'

/** The house rules, below something else. */
export function HouseRules({ tournamentId }: { tournamentId: number }) {
  const { data, error, refetch } = useQuery(houseRulesQuery(tournamentId))
  return (
    <section className={`stack-close ${styles.house}`} aria-labelledby="house-rules">
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
