import { useParams } from 'react-router'
import { idParameter } from '#contract/values.ts'
import { EditEntry } from './edit-entry.tsx'
import { EntryNotFound } from './entry-not-found.tsx'
import { NewEntry } from './new-entry.tsx'

/** Creates an entry for the current tournament, or edits the one in the address (docs/rules.md, 2.7). */
export function EntryScreen() {
  const { entryId } = useParams()
  if (entryId === undefined) return <NewEntry />
  const idParam = idParameter.safeParse(entryId)
  return idParam.success ? <EditEntry key={idParam.data} entryId={idParam.data} /> : <EntryNotFound />
}
