import type { RefObject } from 'react'
import type { FieldGolfer } from '#domain/field/field.ts'
import issues from '#web/forms/issue-group.module.css'
import { FixButton, FocusFallbackContext, IssueGroup } from '#web/forms/issue-group.tsx'
import type { TournamentEditor } from '#web/screens/tournament/editor/use-tournament-editor.ts'
import { isInvalid, type Roster, type RosterLine } from '#web/screens/tournament/roster/roster.ts'
import { toDisplayName } from '#web/screens/tournament/values/tier-list-parser.ts'
import {
  DisplacedErrors,
  DuplicateErrors,
  LineIssue,
  MissingErrors,
  type RosterIssues,
  UnmatchedErrors,
} from './roster-errors.tsx'
import styles from './roster-report.module.css'

type Props = { editor: TournamentEditor; headingRef: RefObject<HTMLHeadingElement | null> }

/** The errors and warnings of the four lists, each with its fixes. */
export function RosterReport({ editor, headingRef }: Props) {
  const { roster, displaced, isRejected } = editor
  const serverErrors = editor.state.listErrors
  const hasErrors = isInvalid(roster) || displaced.length + serverErrors.length > 0
  return (
    <FocusFallbackContext value={() => headingRef.current}>
      <section className={`stack ${styles.report}`} aria-labelledby="roster">
        <h2 id="roster" ref={headingRef} tabIndex={-1}>
          Warnings and errors
        </h2>
        <div role="alert">
          {isRejected && hasErrors && (
            <p className="aside strong" data-error>
              Invalid tournament
            </p>
          )}
        </div>
        {!hasErrors && roster.partial.length + roster.withdrawn.length === 0 && (
          <p className="small-print">{toAllClearText(roster)}</p>
        )}
        {serverErrors.length > 0 && (
          <IssueGroup title="The server rejected the lists." isError>
            {serverErrors.map((message) => (
              <li key={message} className={`cluster ${issues.item}`}>
                <p>{message}.</p>
              </li>
            ))}
          </IssueGroup>
        )}
        <DisplacedErrors {...editor} />
        <DuplicateErrors {...editor} />
        <UnmatchedErrors {...editor} />
        <MissingErrors {...editor} />
        <PartialWarnings {...editor} />
        <WithdrawnWarnings {...editor} />
      </section>
    </FocusFallbackContext>
  )
}

/** Shown when there are no errors or warnings. */
function toAllClearText({ tiers: list }: Roster): string {
  if (list.every(({ lines }) => lines.length === 0)) {
    return 'Each list is checked against the event’s field when you leave the box.'
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

/** Names that were matched although they are spelled differently (docs/rules.md, 8.2). */
function PartialWarnings({ roster: { partial }, actions: { replaceAll, remove }, lockOf }: RosterIssues) {
  return (
    <IssueGroup title="Spelled differently in the field. Check that these are the right golfers.">
      {partial.map((line) => (
        <LineIssue
          key={`${line.tier} ${line.name}`}
          line={line}
          remove={remove}
          lock={lockOf(line)}
          name={
            <>
              {toDisplayName(line.name)} → <b>{line.validation?.espnName}</b>
            </>
          }
        >
          <FixButton onFix={() => replaceAll(withGolfer(line))}>
            Use this name <span className="visually-hidden">{line.validation?.espnName}</span>
          </FixButton>
        </LineIssue>
      ))}
      {partial.length > 1 && (
        <li key="all" className={issues.all}>
          <FixButton onFix={() => replaceAll(partial.flatMap(withGolfer))}>
            Use the official spelling for all {partial.length}
          </FixButton>
        </li>
      )}
    </IssueGroup>
  )
}

/** Golfers of the saved tournament who have left the field. Some may have been picked. */
function WithdrawnWarnings({ roster: { withdrawn }, actions: { remove }, lockOf }: RosterIssues) {
  const areAllLocked = withdrawn.every((line) => lockOf(line) !== undefined)
  const title = areAllLocked
    ? 'No longer in the field. They stay in the lists.'
    : 'No longer in the field. You can keep them, or remove those that nobody has picked.'
  return (
    <IssueGroup title={title}>
      {withdrawn.map((line) => (
        <LineIssue key={`${line.tier} ${line.name}`} line={line} remove={remove} lock={lockOf(line)} />
      ))}
    </IssueGroup>
  )
}

/** A line with its match, or nothing. */
function withGolfer(line: RosterLine): [] | [[RosterLine, FieldGolfer]] {
  const { espnId = null, espnName = null } = line.validation ?? {}
  return espnId === null || espnName === null ? [] : [[line, { name: espnName, espnId }]]
}
