import { useMemo, useReducer, useState } from 'react'
import { flushSync } from 'react-dom'
import type { EntrySubmission } from '#contract/entry-contract.ts'
import type { User } from '#domain/permissions.ts'
import type { Entry, EntryNumber, Player, TournamentWithEntries } from '#domain/tournament/tournament.ts'
import type { DraftOwner } from '#web/drafts/draft-store.ts'
import { entryDrafts } from '#web/drafts/entry-drafts.ts'
import { useDraft } from '#web/drafts/use-draft.ts'
import { canEditEntry } from '#web/tournament/entry-editability.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import {
  createEntryForm,
  entryFormReducer,
  hasUnsavedChanges,
  type SavedEntry,
  toDraft,
  toSavedEntry,
} from './form-state/entry-form-state.ts'
import { findNewRepeats } from './form-state/entry-summary.ts'
import { toSubmission } from './form-state/entry-values.ts'
import { useSaveEntry } from './use-save-entry.ts'

type Options = {
  tournament: TournamentWithEntries
  user: User
  /** Null for a new entry. */
  entry: Entry | null
  /** Called after a submit that sent nothing. */
  focus: (target: 'error' | 'notice') => void
}

/** Needs confirmation before a save: are these entries meant to have the same golfers? */
export type EntryQuestion = { readonly alike: readonly EntryNumber[]; readonly submission: EntrySubmission }

/** The state of the entry form, and saving it. */
export function useEntryEditor({ tournament, user, entry, focus }: Options) {
  const players = useMemo(
    () => tournament.players.toSorted((a, b) => a.tier - b.tier || a.order - b.order),
    [tournament.players],
  )
  const owner = { userId: user.id, tournamentId: tournament.id }
  const form = useEntryForm(entry, players, owner)
  const { values, saved, conflict } = form.state
  const saving = useSaveEntry(form.dispatch, players)
  const canEdit = canEditEntry(tournament, user.id, useHasStarted(tournament))
  const [question, setQuestion] = useState<EntryQuestion | null>(null)
  const isBusy = saving.isSaving || saving.message.isOpen

  /** `base`: the version that the save replaces. */
  function save(base: SavedEntry | null): void {
    const submission = toSubmission(values, base, owner)
    if (submission !== undefined) {
      const alike = findNewRepeats(values.picks, saved?.values.picks)
      if (alike === undefined) saving.send(submission)
      else setQuestion({ alike, submission })
      return
    }
    // The errors must be rendered before one of them can take the focus.
    flushSync(() => form.dispatch({ type: 'touch-all' }))
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
    /** The tournament has started, and nothing is left to show here. */
    hasExpired: !canEdit && !saving.isClosed && !isBusy,
    submit,
    overwrite: () => save(conflict),
    question,
    /** Answers the question, and saves after a yes. */
    answer: (isYes: boolean) => {
      setQuestion(null)
      if (isYes && question !== null) saving.send(question.submission)
    },
  }
}

/** The state of the entry form, with unsaved changes stored as a draft. */
function useEntryForm(entry: Entry | null, players: readonly Player[], owner: DraftOwner) {
  const [state, dispatch] = useReducer(entryFormReducer, undefined, () =>
    createEntryForm(
      entry === null ? null : toSavedEntry(entry, players),
      entryDrafts.find(localStorage, owner),
      players,
    ),
  )
  const { values, saved } = state
  const toDraftAt = useMemo(
    () => (hasUnsavedChanges({ values, saved }) ? (now: Date) => toDraft({ values, saved }, now) : null),
    [values, saved],
  )
  const isDraftStored = useDraft(entryDrafts, owner, toDraftAt)

  return { state, dispatch, isDirty: toDraftAt !== null, isDraftStored }
}
