import { useState } from 'react'
import { maxResultsFileLength } from '#contract/limits.ts'
import { api } from '#contract/paths.ts'
import type { ResultsImport } from '#contract/results-contract.ts'
import { ActionButton } from '#web/screens/admin/common/action-button.tsx'
import { useAdminMutation } from '#web/screens/admin/common/use-admin-mutation.ts'
import { Field } from '#web/ui/field.tsx'
import { ImportList } from './import-list.tsx'

/** Imports a file with results of earlier years, after a preview (docs/rules.md, 10). */
export function ImportResults() {
  const [file, setFile] = useState<File>()
  const [outcome, setOutcome] = useState<ResultsImport>()
  const [isOpen, setIsOpen] = useState(false)
  const isTooLarge = file !== undefined && file.size > maxResultsFileLength
  const isConfirmed = outcome?.isPossible === true

  const { mutate: send } = useAdminMutation({
    mutationFn: async (client, chosen: File) => {
      const body = { name: chosen.name, csv: await chosen.text(), isConfirmed }
      return client.send<ResultsImport>('POST', api.adminImport(), body)
    },
    texts({ name }) {
      const failed = 'Nothing was imported.'
      if (!isConfirmed) return { busy: `Reading ${name}…`, failed }
      return { busy: `Importing ${name}…`, failed, done: `${name} was imported.` }
    },
    onSuccess: setOutcome,
  })

  function choose(chosen: File | undefined): void {
    setFile(chosen)
    setOutcome(undefined)
  }

  return (
    <details className="disclosure" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
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
            <ActionButton onPress={() => send(file)}>{isConfirmed ? 'Import' : 'Preview'}</ActionButton>
          </div>
        )}
        {isOpen && <ImportList />}
      </div>
    </details>
  )
}
