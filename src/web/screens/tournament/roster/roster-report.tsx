import type { RefObject } from 'react'
import type { LockViolation } from '#domain/player-locks.ts'
import { FocusFallbackContext, IssueGroup } from './issue-group.tsx'
import { isInvalid, listMissing, type Roster } from './roster.ts'
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
  /** The server's errors about the lists as a whole. */
  serverErrors: readonly string[]
  /** The last submit was rejected because of the lists (docs/rules.md, 8.1). */
  isRejected: boolean
  headingRef: RefObject<HTMLHeadingElement | null>
  actions: RosterActions
}

/** The errors and warnings of the four lists, each with its fixes. */
export function RosterReport({ roster, displaced, serverErrors, isRejected, headingRef, actions }: Props) {
  const { duplicates, unmatched, partial, withdrawn } = roster
  const hasErrors = isInvalid(roster) || displaced.length + serverErrors.length > 0
  return (
    <FocusFallbackContext value={() => headingRef.current}>
      <section className={styles['report']} aria-labelledby="roster">
        <h2 id="roster" ref={headingRef} tabIndex={-1}>
          Warnings and errors
        </h2>
        <div role="alert">{isRejected && hasErrors && <p className={styles['invalid']}>Invalid tournament</p>}</div>
        {!hasErrors && partial.length + withdrawn.length === 0 && (
          <p className="small-print">{toAllClearText(roster)}</p>
        )}
        {serverErrors.length > 0 && (
          <IssueGroup title="The server rejected the lists." isError>
            {serverErrors.map((message) => (
              <li key={message} className={styles['item']}>
                <p>{message}.</p>
              </li>
            ))}
          </IssueGroup>
        )}
        <DisplacedErrors displaced={displaced} {...actions} />
        <DuplicateErrors duplicates={duplicates} {...actions} />
        <UnmatchedErrors unmatched={unmatched} {...actions} />
        <MissingErrors missing={listMissing(roster, displaced)} {...actions} />
        <PartialWarnings partial={partial} {...actions} />
        <WithdrawnWarnings withdrawn={withdrawn} {...actions} />
      </section>
    </FocusFallbackContext>
  )
}

/** Shown when there are no errors or warnings. */
function toAllClearText({ tiers: list }: Roster): string {
  if (list.every(({ lines }) => lines.length === 0)) {
    return "Each list is checked against the event's field when you leave the box."
  }
  if (list.some(({ lines }) => lines.length === 0)) {
    return 'None so far. Missing golfers are listed once all four tiers have names.'
  }
  const lines = list.flatMap((tier) => tier.lines)
  const isChecked = lines.every(({ validation }) => validation !== undefined)
  if (!isChecked || list.some(({ failure }) => failure !== null)) {
    return 'None so far. Some names have not been checked yet.'
  }
  return `None: all ${lines.length} golfers in the field are listed.`
}
