import type { UserResults } from '#contract/results-contract.ts'
import { countResults } from '#domain/results.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { ResultsFavorites } from './results-favorites.tsx'
import styles from './results-screen.module.css'
import { ResultsTable } from './results-table.tsx'

/** One user’s record in ended tournaments (docs/rules.md, 6.1). */
export function ResultsRecord({ user, results, favoriteGolfers }: UserResults) {
  const record = countResults(results)
  useDocumentTitle(`Results for ${user.name} - Player Pool`)
  return (
    <>
      <h1 className={styles['title']}>
        <span>Results for</span> {user.name}
      </h1>
      <dl className={styles['counts']}>
        <Count label="First Place Finishes">{record.firstPlaceFinishes}</Count>
        <Count label="Second Place Finishes">{record.secondPlaceFinishes}</Count>
        <Count label="Tournaments Finished Top 5">{record.topFives}</Count>
        <Count label="Tournaments Finished Top 10">{record.topTens}</Count>
        <Count label="Average Place">{record.averagePlace}</Count>
      </dl>
      {results.length === 0 ? (
        <p className={styles['empty']}>
          No results yet. They appear here when a tournament entered by {user.name} ends.
        </p>
      ) : (
        <div className={styles['parts']}>
          <ResultsTable results={results} />
          <ResultsFavorites golfers={favoriteGolfers} />
        </div>
      )}
    </>
  )
}

function Count({ label, children }: { label: string; children: number | string }) {
  return (
    <div className={styles['count']}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
