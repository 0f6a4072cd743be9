import { useQueryClient } from '@tanstack/react-query'
import type { Dispatch } from 'react'
import type { EntrySubmission } from '#contract/entry-contract.ts'
import type { Player } from '#domain/tournament/tournament.ts'
import { ApiProblem, type ApiProblemCode, codeOf } from '#web/api/api-problem.ts'
import { cacheSavedEntry, fetchOwnEntry, saveEntry } from '#web/api/entry-queries.ts'
import { toSaveFailureText } from '#web/api/save-failure-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { entryDrafts } from '#web/drafts/entry-drafts.ts'
import type { SaveFailure } from '#web/forms/save-result-modal.tsx'
import { useSave } from '#web/forms/use-save.ts'
import { type EntryFormAction, toSavedEntry } from './form-state/entry-form-state.ts'

/** Saves the entry, and reports the result to the form and the user. */
export function useSaveEntry(dispatch: Dispatch<EntryFormAction>, players: readonly Player[]) {
  const client = useApi()
  const queries = useQueryClient()
  return useSave({
    save: (submission: EntrySubmission) => saveEntry(client, submission),
    onSaved: (entry) => {
      // The form removes its own draft, but the user may have left it by now.
      entryDrafts.remove(localStorage, entry)
      cacheSavedEntry(client, queries, entry)
      dispatch({ type: 'saved', saved: toSavedEntry(entry, players) })
    },
    onFailed: async (error, submission) => {
      if (error instanceof ApiProblem && error.fields.length > 0) {
        dispatch({ type: 'rejected', errors: error.fields })
      }
      if (!['entry-changed', 'entry-exists'].includes(codeOf(error))) return
      // Loads the version saved by another tab or device. If that fails, the next save reports the conflict again.
      const entry = await fetchOwnEntry(client, queries, submission).catch(() => undefined)
      if (entry !== undefined) dispatch({ type: 'conflict', conflict: toSavedEntry(entry, players) })
    },
    toFailure: toEntryFailure,
    isFinal: (error) => codeOf(error) === 'entries-closed',
  })
}

const draftText = 'Your picks are still here.'

function toEntryFailure(error: unknown): SaveFailure {
  const code = codeOf(error)
  return { reason: toReason(code), help: code === 'unauthenticated' ? 'sign-in' : null }
}

function toReason(code: ApiProblemCode): string {
  switch (code) {
    case 'entries-closed':
      return 'Entries closed when the tournament started. Your last saved entry counts.'
    case 'entry-changed':
      return `This entry was saved in another tab or on another device after you opened it. ${draftText} Close this message to choose which version to keep.`
    case 'entry-exists':
      return `You already have an entry, saved in another tab or on another device. ${draftText} Close this message to choose which version to keep.`
    case 'unauthenticated':
      return 'Your session has expired. Sign in again to return to your picks.'
    case 'forbidden':
      return 'This entry belongs to a different account. Reload the page.'
    case 'not-found':
      return 'This entry no longer exists. Go to the home page.'
    default:
      return toSaveFailureText(code, draftText)
  }
}
