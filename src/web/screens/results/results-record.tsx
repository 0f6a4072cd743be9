import { useState } from 'react'
import { Link } from 'wouter'
import type { UserResults } from '#contract/results-contract.ts'
import { noValue } from '#domain/field/field.ts'
import { countResults } from '#domain/results/results.ts'
import { entryNumbers } from '#domain/tournament/tournament.ts'
import { pageSettings } from '#web/app/page/page-settings.ts'
import { toMonth } from '#web/time/time-text.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { toOwnerAddress } from '#web/url/entry-address.ts'
import { CurrentEntries } from './current-entries.tsx'
import { PlacesChart } from './places-chart.tsx'
import styles from './results-screen.module.css'

/** One user’s record in ended tournaments (docs/rules.md, 6.1). */
export function ResultsRecord({ user, results, favoriteGolfers }: UserResults) {
  const record = countResults(results)
  useDocumentTitle(`Results for ${user.name} - ${pageSettings.name}`)
  return (
    <>
      <h1 className={`page-title ${styles.title}`}>
        <span>Results for</span> {user.name}
      </h1>
      <p className="no-print">
        <Link className="target" to="/season">
          Season standings
        </Link>
      </p>
      <CurrentEntries user={user} />
      {results.length === 0 ? (
        <p className={styles.empty}>No results yet. They appear here when a tournament entered by {user.name} ends.</p>
      ) : (
        <>
          <dl className={styles.counts}>
            <Count label="First Place Finishes">{record.firstPlaceFinishes}</Count>
            <Count label="Second Place Finishes">{record.secondPlaceFinishes}</Count>
            <Count label="Tournaments Finished Top 5">{record.topFives}</Count>
            <Count label="Tournaments Finished Top 10">{record.topTens}</Count>
            <Count label="Average Place">{record.averagePlace}</Count>
          </dl>
          <PlacesChart results={results} />
          <div className={`parts ${styles.parts}`}>
            <ResultsTable results={results} userId={user.id} />
            <ResultsFavorites golfers={favoriteGolfers} />
          </div>
        </>
      )}
    </>
  )
}

function Count({ label, children }: { label: string; children: number | string }) {
  return (
    <div className={styles.count}>
      <dt>{label}</dt>
      <dd className="to-par">{children}</dd>
    </div>
  )
}

/** After many years the list has a hundred golfers. */
const initialCount = 10

/** The golfers that the user has picked, with counts (docs/rules.md, 6.2). */
function ResultsFavorites({ golfers }: { golfers: UserResults['favoriteGolfers'] }) {
  const [isExpanded, setIsExpanded] = useState(false)
  if (golfers.length === 0) return null
  const shown = isExpanded ? golfers : golfers.slice(0, initialCount)
  return (
    <section className={styles.favorites} aria-labelledby="most-picked">
      <h2 id="most-picked">Most Picked</h2>
      <ol>
        {shown.map(({ name, count }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two golfers may have one name, and the list never changes.
          <li key={index}>
            <span>{name}</span> <span className="number soft">({count})</span>
          </li>
        ))}
      </ol>
      {shown.length < golfers.length && (
        <button type="button" className="button-text no-print" onClick={() => setIsExpanded(true)}>
          Show all {golfers.length}
        </button>
      )}
    </section>
  )
}

/** The user’s ended tournaments, newest first, with the places of their entries. */
function ResultsTable({ results, userId }: Pick<UserResults, 'results'> & { userId: number }) {
  return (
    <table className={`stacks-narrow ${styles.table}`} aria-label="Tournaments">
      <thead>
        <tr>
          <th scope="col">Tournament</th>
          {entryNumbers.map((number) => (
            <th scope="col" key={number} className={styles.place}>
              Entry {number}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {results.map(({ tournament: { id, name, start, decision }, places }) => (
          <tr key={id}>
            <th scope="row">
              <Link className={`target strong ${styles.tournament}`} to={`/pool/${id}`}>
                {name}
              </Link>{' '}
              <time className="small-print" dateTime={start}>
                {toMonth(start)}
              </time>
              {decision !== undefined && places.includes(1) && <p className="small-print">{decision}</p>}
            </th>
            {entryNumbers.map((number) => (
              <td key={number} className={styles.place}>
                <Place
                  place={places[number - 1]}
                  entryNumber={number}
                  to={toOwnerAddress(id, { userId, entryNumber: number })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type PlaceProps = {
  /** Null: the entry was disqualified. Undefined: there is no such entry. */
  place: number | null | undefined
  entryNumber: number
  to: string
}

/** A place, linked to the picks of its entry. */
function Place({ place, entryNumber, to }: PlaceProps) {
  if (place === undefined) return null
  return (
    <Link
      to={to}
      className={place === 1 ? 'to-par' : undefined}
      aria-label={`${place ?? `${noValue} disqualified`}: picks of entry ${entryNumber}`}
    >
      {place ?? (
        <>
          {noValue}
          <span className="visually-hidden"> disqualified</span>
        </>
      )}
    </Link>
  )
}
