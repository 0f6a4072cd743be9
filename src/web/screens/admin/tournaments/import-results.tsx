import { useState } from 'react'
import { maxResultsFileLength } from '#contract/limits.ts'
import { api } from '#contract/paths.ts'
import type { ResultsImport } from '#contract/results-contract.ts'
import { ActionButton } from '#web/screens/admin/common/action-button.tsx'
import { useAdminActions } from '#web/screens/admin/common/use-admin-actions.ts'
import { Field } from '#web/ui/field.tsx'

/** Imports a file with results of earlier years, after a preview (docs/rules.md, 10). */
export function ImportResults() {
  const { run } = useAdminActions()
  const [file, setFile] = useState<File>()
  const [outcome, setOutcome] = useState<ResultsImport>()
  const isTooLarge = file !== undefined && file.size > maxResultsFileLength
  const isConfirmed = outcome?.isPossible === true

  async function send(chosen: File): Promise<void> {
    const done = await run({
      key: 'import',
      doing: `${isConfirmed ? 'importing' : 'reading'} ${chosen.name}`,
      work: async (client) => {
        const body = { name: chosen.name, csv: await chosen.text(), isConfirmed }
        return client.send<ResultsImport>('POST', api.adminImport(), body)
      },
      failedText: 'Nothing was imported.',
      ...(isConfirmed && { succeeded: () => ({ text: `${chosen.name} was imported.` }) }),
    })
    if (done) setOutcome(done)
  }

  function choose(chosen: File | undefined): void {
    setFile(chosen)
    setOutcome(undefined)
  }

  return (
    <details className="disclosure">
      <summary>Import results of earlier years</summary>
      <div className="stack">
        <Field
          label="CSV file"
          help="Columns: Tournament, Start, Name, Email, Entry 1, Entry 2, Entry 3 and, optionally, Event."
          error={isTooLarge ? 'It is larger than 1 MB. Split it, or ask the operator to import it.' : null}
        >
          {(control) => (
            <input {...control} type="file" accept=".csv" onChange={({ target }) => choose(target.files?.[0])} />
          )}
        </Field>
        <div className="small" role="status">
          {outcome?.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
        {file && !isTooLarge && (!outcome || isConfirmed) && (
          <div>
            <ActionButton action="import" onPress={() => send(file)}>
              {isConfirmed ? 'Import' : 'Preview'}
            </ActionButton>
          </div>
        )}
      </div>
    </details>
  )
}
