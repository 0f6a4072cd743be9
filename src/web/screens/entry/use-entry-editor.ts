import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { flushSync } from 'react-dom'
import type { EntrySubmission } from '#contract/entry-contract.ts'
import { api } from '#contract/paths.ts'
import type { User } from '#domain/permissions.ts'
import type { Entry, EntryNumber, TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { type ProblemTexts, unsavedText } from '#web/api/api-problem.ts'
import { cacheSavedEntry, fetchOwnEntry } from '#web/api/entry-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { entryDrafts } from '#web/forms/entry-drafts.ts'
import { useForm } from '#web/forms/use-form.ts'
import { useSave } from '#web/forms/use-save.ts'
import { canEditEntry } from '#web/tournament/entry-editability.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { useModalState } from '#web/ui/use-modal-state.ts'
import { entryFormKind, rejectEntry, type SavedEntry, toSavedEntry } from './form-state/entry-form-state.ts'
import { findNewRepeats } from './form-state/entry-summary.ts'
import { type EntryValues, toSubmission } from './form-state/entry-values.ts'

type Options = {
  tournament: TournamentWithEntries
  user: User
  /** Null for a new entry. */
  entry: Entry | null
  /** Called after a submit that sent nothing. */
  focus: (target: 'error' | 'notice') => void
}

/** A save that waits for a confirmation, because the entries `alike` have the same golfers. */
type EntryQuestion = {
  readonly alike: readonly EntryNumber[]
  readonly submission: EntrySubmission
  readonly values: EntryValues
}

/** The state of the entry form, and saving it. */
export function useEntryEditor({ tournament, user, entry, focus }: Options) {
  const client = useApi()
  const queries = useQueryClient()
  const players = useMemo(
    () => tournament.players.toSorted((a, b) => a.tier - b.tier || a.order - b.order),
    [tournament.players],
  )
  const owner = { userId: user.id, tournamentId: tournament.id }
  const form = useForm({
    kind: useMemo(() => entryFormKind(players), [players]),
    drafts: entryDrafts,
    ownerOf: () => owner,
    saved: entry && toSavedEntry(entry, players),
  })
  const { values, saved, conflict } = form.state
  const saving = useSave({
    form,
    save: (submission: EntrySubmission) =>
      client.send<Entry>(submission.id === 0 ? 'POST' : 'PUT', api.entrySave(), submission),
    toSaved: (response) => toSavedEntry(response, players),
    onSaved: (response) => cacheSavedEntry(queries, response),
    reject: rejectEntry,
    conflictCodes: ['entry-changed', 'entry-exists'],
    loadCurrent: (submission) => fetchOwnEntry(queries, submission),
    closedCode: 'entries-closed',
    toTexts: () => texts,
  })
  const canEdit = canEditEntry(tournament, user.id, useHasStarted(tournament))
  const { openModal, ...question } = useModalState<EntryQuestion>()
  const isBusy = saving.isSaving || saving.message.isOpen

  /** `base`: the version that the save replaces. */
  function save(base: SavedEntry | null): void {
    const submission = toSubmission(values, base, owner)
    if (submission !== undefined) {
      const alike = findNewRepeats(values.picks, saved?.values.picks)
      if (alike === undefined) saving.send(submission, values)
      else openModal({ alike, submission, values })
      return
    }
    // The errors must be rendered before one of them can take the focus.
    flushSync(form.touchAll)
    focus('error')
  }

  function submit(): void {
    if (saving.isSaving || saving.isClosed) return
    if (conflict === null) save(saved)
    else focus('notice')
  }

  return {
    ...form,
    players,
    saving,
    /** The tournament has started and no message is open, so the form is left. */
    hasExpired: !canEdit && !saving.isClosed && !isBusy,
    submit,
    overwrite: () => save(conflict),
    question,
  }
}

const texts: ProblemTexts = {
  'entries-closed': 'Entries closed when the tournament started. Your last saved entry counts.',
  'entry-changed': `This entry was saved in another tab or on another device after you opened it. ${unsavedText} Close this message to choose which version to keep.`,
  'entry-exists': `You already have an entry, saved in another tab or on another device. ${unsavedText} Close this message to choose which version to keep.`,
  forbidden: 'This entry belongs to a different account. Reload the page.',
  'not-found': 'This entry no longer exists. Go to the home page.',
}
