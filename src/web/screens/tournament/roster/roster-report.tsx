import type { RefObject } from 'react'
import type { LockViolation } from '#domain/player-locks.ts'
import { FocusFallbackContext, IssueGroup } from './issue-group.tsx'
import { isInvalid, type Roster } from './roster.ts'
import {
  DisplacedErrors,
  DuplicateErrors,
  MissingErrors,
  type RosterActions,
  UnmatchedErrors,
} from './roster-errors.tsx'
import styles from './roster-report.module.css'
import { PartialWarnings, WithdrawnWarnings } from './roster-warnings.tsx'

type Props = {
  roster: Roster
  displaced: readonly LockViolation[]
  /** What the server has said of the lists as a whole. */
  refused: readonly string[]
  /** A submit was refused because of the lists (specification, section 5). */
  isRejected: boolean
  headingRef: RefObject<HTMLHeadingElement | null>
  actions: RosterActions
}

/** What is wrong with the four lists, and what may be; each with what puts it right by one tap. */
export function RosterReport({ roster, displaced, refused, isRejected, headingRef, actions }: Props) {
  const lockedIds = new Set(displaced.map(({ player }) => player.espnId))
  const { duplicates, unmatched, partial, withdrawn } = roster
  const hasErrors = isInvalid(roster) || displaced.length + refused.length > 0
  return (
    <FocusFallbackContext value={() => headingRef.current}>
      <section className={styles['report']} aria-labelledby="roster">
        <h2 id="roster" ref={headingRef} tabIndex={-1}>
          Warnings and errors
        </h2>
        <div role="alert">
          {isRejected && hasErrors && <p className={styles['invalid']}>Invalid tournament</p>}
        </div>
        {!hasErrors && partial.length + withdrawn.length === 0 && (
          <p className="field-hint">{toAllClearText(roster)}</p>
        )}
        {refused.length > 0 && (
          <IssueGroup title="The server refused the lists." isError>
            {refused.map((message) => (
              <li key={message} className={styles['item']}>
                <p>{message}.</p>
              </li>
            ))}
          </IssueGroup>
        )}
        <DisplacedErrors displaced={displaced} {...actions} />
        <DuplicateErrors duplicates={duplicates} {...actions} />
        <UnmatchedErrors unmatched={unmatched} {...actions} />
        <MissingErrors missing={roster.missing.filter(({ espnId }) => !lockedIds.has(espnId))} {...actions} />
        <PartialWarnings partial={partial} {...actions} />
        <WithdrawnWarnings withdrawn={withdrawn} {...actions} />
      </section>
    </FocusFallbackContext>
  )
}

/** Nothing is wrong, as far as one can tell. */
function toAllClearText({ tiers: list }: Roster): string {
  if (list.every(({ lines }) => lines.length === 0)) {
    return 'Each list is checked against the field of the event when you leave it.'
  }
  if (list.some(({ lines }) => lines.length === 0)) {
    return 'None so far. Who is missing is told once all four tiers are filled in.'
  }
  const lines = list.flatMap((tier) => tier.lines)
  const isChecked = lines.every(({ validation }) => validation !== undefined)
  if (!isChecked || list.some(({ failure }) => failure !== null)) {
    return 'None so far. Some names have not been checked yet.'
  }
  return `None: all ${lines.length} names are golfers of the field, and nobody is missing.`
}
