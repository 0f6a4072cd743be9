import { useParams } from 'react-router'
import { idParameter } from '#contract/values.ts'
import { EditEntry } from './edit-entry.tsx'
import { EntryNotFound } from './entry-not-found.tsx'
import { NewEntry } from './new-entry.tsx'

/** Create an entry for the current tournament, or edit the one that the address names (specification, section 2). */
export function EntryScreen() {
  const { entryId } = useParams()
  if (entryId === undefined) return <NewEntry />
  const idParam = idParameter.safeParse(entryId)
  return idParam.success ? <EditEntry key={idParam.data} entryId={idParam.data} /> : <EntryNotFound />
}
