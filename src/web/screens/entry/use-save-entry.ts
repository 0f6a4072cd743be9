import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useState } from 'react'
import type { EntrySubmission } from '#contract/entry-contract.ts'
import type { Player } from '#domain/tournament.ts'
import { ApiProblem, codeOf } from '#web/api/api-problem.ts'
import { cacheSavedEntry, fetchOwnEntry, saveEntry } from '#web/api/entry-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { entryDrafts } from '#web/drafts/entry-drafts.ts'
import type { SaveResult } from '#web/forms/save-result-modal.tsx'
import { toEntryFailure } from './entry-failure.ts'
import { type EntryFormAction, toSavedEntry } from './form-state/entry-form-state.ts'

/** Sends the form, and tells it and the user what came of it. */
export function useSaveEntry(dispatch: Dispatch<EntryFormAction>, players: readonly Player[]) {
  const client = useApi()
  const queries = useQueryClient()
  const [message, setMessage] = useState<SaveResult>({ content: 'saved', isOpen: false })
  const [isClosed, setIsClosed] = useState(false)
  const { mutate, isPending } = useMutation({
    // Without a network the save fails at once instead of waiting for one.
    networkMode: 'always',
    mutationFn: (submission: EntrySubmission) => saveEntry(client, submission),
    onSuccess: (entry) => {
      // Here too: the form may have been left while it was being saved.
      entryDrafts.remove(localStorage, entry)
      cacheSavedEntry(client, queries, entry)
      dispatch({ type: 'saved', saved: toSavedEntry(entry, players) })
      setMessage({ content: 'saved', isOpen: true })
    },
    onError: async (error, submission) => {
      if (error instanceof ApiProblem && error.fields.length > 0) {
        dispatch({ type: 'refused', errors: error.fields })
      }
      if (['entry-changed', 'entry-exists'].includes(codeOf(error))) await fetchConflict(submission)
      setIsClosed(codeOf(error) === 'entries-closed')
      setMessage({ content: toEntryFailure(error), isOpen: true })
    },
  })

  /** What another tab or device has saved; unknown until the next try when it cannot be had now. */
  async function fetchConflict(submission: EntrySubmission): Promise<void> {
    const entry = await fetchOwnEntry(client, queries, submission).catch(() => undefined)
    if (entry !== undefined) dispatch({ type: 'saved-elsewhere', theirs: toSavedEntry(entry, players) })
  }

  return {
    send: (submission: EntrySubmission) => mutate(submission),
    isSaving: isPending,
    /** The server has said that the tournament has started. */
    isClosed,
    message,
    closeMessage: () => setMessage((shown) => ({ ...shown, isOpen: false })),
  }
}
