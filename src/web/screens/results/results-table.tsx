import { Link } from 'react-router'
import type { UserResults } from '#contract/results-contract.ts'
import { noValue } from '#domain/field.ts'
import { entryNumbers } from '#domain/tournament.ts'
import styles from './results-screen.module.css'

const monthFormat = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' })

/** The user’s ended tournaments, newest first, with the places of their entries. */
export function ResultsTable({ results }: Pick<UserResults, 'results'>) {
  return (
    <table className={styles['table']} aria-label="Tournaments">
      <thead>
        <tr>
          <th scope="col">Tournament</th>
          {entryNumbers.map((number) => (
            <th scope="col" key={number} className={styles['place']}>
              Entry {number}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {results.map(({ tournament: { id, name, start }, places }) => (
          <tr key={id}>
            <th scope="row">
              <Link className={styles['tournament']} to={`/pool/${id}`}>
                {name}
              </Link>{' '}
              <time dateTime={start}>{monthFormat.format(new Date(start))}</time>
            </th>
            {entryNumbers.map((number) => (
              <td key={number} className={styles['place']}>
                <Place>{places[number - 1]}</Place>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Null: the entry was disqualified. Undefined: there is no such entry. */
function Place({ children }: { children: number | null | undefined }) {
  if (children === undefined) return null
  if (children !== null) return <span data-first={children === 1 ? '' : undefined}>{children}</span>
  return (
    <>
      {noValue}
      <span className="visually-hidden"> disqualified</span>
    </>
  )
}
