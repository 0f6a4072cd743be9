import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '#contract/paths.ts'
import type { ImportRecord } from '#contract/results-contract.ts'
import { formatCount, formatList } from '#domain/text/format.ts'
import { importsQuery } from '#web/api/admin-queries.ts'
import { ConfirmedAction } from '#web/screens/admin/common/action-button.tsx'
import { SectionState } from '#web/screens/admin/common/admin-section.tsx'
import { useAdminMutation } from '#web/screens/admin/common/use-admin-mutation.ts'
import { toLongDate } from '#web/time/time-text.ts'
import { Question } from '#web/ui/confirmation.tsx'

/** The imports until now, newest first. One that is not used can be undone (docs/rules.md, 10). */
export function ImportList() {
  const heading = useRef<HTMLHeadingElement>(null)
  const query = useQuery(importsQuery)
  return (
    <section className="stack-tight" aria-labelledby="imports">
      <h3 id="imports" ref={heading} tabIndex={-1}>
        Imports
      </h3>
      <SectionState
        query={query}
        loadError="Couldn’t load the imports."
        refreshError="Couldn’t refresh the imports. This list may be out of date."
      >
        {(imports) =>
          imports.length === 0 ? (
            <p className="small-print">There is no import to undo.</p>
          ) : (
            <ul className="stack-tight">
              {imports.map((record) => (
                <ImportRow key={record.id} record={record} onUndone={() => heading.current?.focus()} />
              ))}
            </ul>
          )
        }
      </SectionState>
    </section>
  )
}

type RowProps = {
  record: ImportRecord
  /** The button that was pressed is about to disappear. */
  onUndone: () => void
}

function ImportRow({ record, onUndone }: RowProps) {
  const { id, file, importedAt, undoneAt, use } = record
  const undoing = useAdminMutation({
    mutationFn: (client) => client.send<ImportRecord>('POST', api.adminImportUndo(), { importId: id }),
    texts: {
      busy: `Undoing import ${id}…`,
      failed: `Import ${id} was not undone.`,
      done: `Import ${id} was undone.`,
    },
    onSuccess: onUndone,
  })
  return (
    <li>
      <p className="small">
        <span className="strong">Import {id}</span>, {file}, {toLongDate(importedAt)}: {describeContent(record)}
      </p>
      {undoneAt !== null && <p className="small-print">Undone on {toLongDate(undoneAt)}.</p>}
      {use !== null && <p className="small-print">It cannot be undone: {use}</p>}
      {undoneAt === null && use === null && (
        <ConfirmedAction
          action={undoing}
          className="button-text"
          label={
            <>
              Undo <span className="visually-hidden">import {id}</span>
            </>
          }
          title={`Undo import ${id}`}
        >
          <Question>
            This removes {describeContent(record)} that {file} added. Are you sure?
          </Question>
        </ConfirmedAction>
      )}
    </li>
  )
}

/** "2 tournaments, 14 new people and the places of 20 entrants" */
function describeContent({ tournaments, people, results }: ImportRecord): string {
  return formatList([
    formatCount(tournaments, 'new tournament'),
    formatCount(people, 'new person', 'new people'),
    formatCount(results, 'result'),
  ])
}
