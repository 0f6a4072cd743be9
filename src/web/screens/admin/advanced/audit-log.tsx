import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AuditLogLine } from '#contract/admin-contract.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { auditLogQuery } from '#web/api/admin-queries.ts'
import { toProblemText } from '#web/api/api-problem.ts'
import { useApi } from '#web/api/use-api.ts'
import styles from '#web/screens/admin/admin.module.css'
import { SectionState } from '#web/screens/admin/common/admin-section.tsx'
import { toMomentText } from '#web/time/time-text.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { toDetailLines } from './audit-details.ts'
import { type AuditNames, toActorName, toAuditText } from './audit-text.ts'

/** The audit log, newest action first (docs/rules.md, 11.4). */
export function AuditLog({ tournaments }: { tournaments: readonly TournamentSummary[] }) {
  const log = useInfiniteQuery(auditLogQuery(useApi()))
  const tournamentNames = useMemo(() => new Map(tournaments.map(({ id, name }) => [id, name])), [tournaments])
  const hasOlderFailed = log.isFetchNextPageError
  const query = { ...log, error: hasOlderFailed ? null : log.error }
  return (
    <section className={`stack-tight ${styles.log}`} aria-labelledby="audit-log">
      <h3 id="audit-log">Audit log</h3>
      <SectionState
        query={query}
        loadError="Couldn’t load the audit log."
        refreshError="Couldn’t refresh the audit log. This list may be out of date."
      >
        {({ pages }) => (
          <>
            <Lines
              lines={pages.flatMap(({ lines }) => lines)}
              names={{
                tournaments: tournamentNames,
                people: new Map(pages.flatMap(({ people }) => people.map((person) => [person.id, person]))),
              }}
            />
            <p className="field-error" role="status">
              {hasOlderFailed && `Couldn’t load older entries. ${toProblemText(log.error)}`}
            </p>
            {log.hasNextPage && (
              <BusyButton isBusy={log.isFetchingNextPage} onPress={log.fetchNextPage}>
                {log.isFetchingNextPage ? 'Loading…' : 'Show older'}
              </BusyButton>
            )}
          </>
        )}
      </SectionState>
    </section>
  )
}

function Lines({ lines, names }: { lines: readonly AuditLogLine[]; names: AuditNames }) {
  if (lines.length === 0) return <p>No activity yet.</p>
  return (
    <ol className={styles.lines}>
      {lines.map((line) => (
        <li key={line.id}>
          <Line line={line} names={names} />
        </li>
      ))}
    </ol>
  )
}

function Line({ line, names }: { line: AuditLogLine; names: AuditNames }) {
  const details = toDetailLines(line.details)
  const summary = (
    <>
      <time className="small-print" dateTime={line.at}>
        {toMomentText(line.at)}
      </time>{' '}
      <span className={styles.what}>
        <strong>{toActorName(line)}</strong> {toAuditText(line, names)}
      </span>
    </>
  )
  if (details.length === 0) return <p className={styles.line}>{summary}</p>
  return (
    <details>
      <summary className={styles.line}>{summary}</summary>
      <dl className={styles.details}>
        {details.map(({ label, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: labels can repeat, and a line never changes.
          <div key={index}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
