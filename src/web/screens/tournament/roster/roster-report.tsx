import type { RefObject } from 'react'
import { ReportGroup, ReportHeading } from './report-group.tsx'
import { isInvalid, type Roster } from './roster.ts'
import {
  DisplacedErrors,
  DuplicateErrors,
  type ListActs,
  MissingErrors,
  UnmatchedErrors,
} from './roster-errors.tsx'
import type { Displaced } from './roster-locks.ts'
import styles from './roster-report.module.css'
import { PartialWarnings, WithdrawnWarnings } from './roster-warnings.tsx'

type Props = {
  roster: Roster
  displaced: readonly Displaced[]
  /** What the server has said of the lists as a whole. */
  refused: readonly string[]
  /** A submit was refused because of the lists (specification, section 5). */
  isRefused: boolean
  headingRef: RefObject<HTMLHeadingElement | null>
  acts: ListActs
}

/** What is wrong with the four lists, and what may be; each with what puts it right by one tap. */
export function RosterReport({ roster, displaced, refused, isRefused, headingRef, acts }: Props) {
  const stays = new Set(displaced.map(({ espnId }) => espnId))
  const { duplicates, unmatched, partial, withdrawn } = roster
  const isBroken = isInvalid(roster) || displaced.length + refused.length > 0
  return (
    <ReportHeading value={() => headingRef.current}>
      <section className={styles['report']} aria-labelledby="roster">
        <h2 id="roster" ref={headingRef} tabIndex={-1}>
          Warnings and errors
        </h2>
        <div role="alert">
          {isRefused && isBroken && <p className={styles['invalid']}>Invalid tournament</p>}
        </div>
        {!isBroken && partial.length + withdrawn.length === 0 && (
          <p className="field-hint">{toCalm(roster)}</p>
        )}
        {refused.length > 0 && (
          <ReportGroup title="The server refused the lists." isError>
            {refused.map((message) => (
              <li key={message} className={styles['item']}>
                <p>{message}.</p>
              </li>
            ))}
          </ReportGroup>
        )}
        <DisplacedErrors displaced={displaced} {...acts} />
        <DuplicateErrors duplicates={duplicates} {...acts} />
        <UnmatchedErrors unmatched={unmatched} {...acts} />
        <MissingErrors missing={roster.missing.filter(({ espnId }) => !stays.has(espnId))} {...acts} />
        <PartialWarnings partial={partial} {...acts} />
        <WithdrawnWarnings withdrawn={withdrawn} {...acts} />
      </section>
    </ReportHeading>
  )
}

/** Nothing is wrong, as far as one can tell. */
function toCalm({ tiers: list }: Roster): string {
  if (list.every(({ lines }) => lines.length === 0)) {
    return 'Each list is checked against the field of the event when you leave it.'
  }
  if (list.some(({ lines }) => lines.length === 0)) {
    return 'None so far. Who is missing is told once all four tiers are filled in.'
  }
  const lines = list.flatMap((tier) => tier.lines)
  const isTold = lines.every(({ validation }) => validation !== undefined)
  if (!isTold || list.some(({ failure }) => failure !== null)) {
    return 'None so far. Some names have not been checked yet.'
  }
  return `None: all ${lines.length} names are golfers of the field, and nobody is missing.`
}
