import { useParams } from 'react-router'
import { idParameter } from '#contract/values.ts'
import { EditEntry } from './edit-entry.tsx'
import { EntryNotFound } from './entry-not-found.tsx'
import { NewEntry } from './new-entry.tsx'

/** Create an entry for the current tournament, or edit the one that the address names (specification, section 2). */
export function EntryScreen() {
  const { entryId } = useParams()
  if (entryId === undefined) return <NewEntry />
  const named = idParameter.safeParse(entryId)
  return named.success ? <EditEntry key={named.data} entryId={named.data} /> : <EntryNotFound />
}
