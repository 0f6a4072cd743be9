import { type FormEvent, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Navigate, useNavigate } from 'react-router'
import { sortByName } from '#domain/name-order.ts'
import type { User } from '#domain/permissions.ts'
import { type Entry, entryNumbers, type TournamentWithEntries } from '#domain/tournament.ts'
import { DiscardChanges } from '#web/drafts/discard-changes.tsx'
import { SaveResultModal } from '#web/forms/save-result-modal.tsx'
import { useUnavailableGolfers } from '#web/golfer/use-unavailable-golfers.ts'
import { canEditEntry } from '#web/tournament/entry-editability.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { BoardHeading } from '#web/ui/board-heading.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { EntryCountdown } from './entry-countdown.tsx'
import styles from './entry-form.module.css'
import { EntryNotices } from './entry-notices.tsx'
import { EntryQuestions } from './entry-questions.tsx'
import { EntryReview } from './entry-review.tsx'
import { EntrySaveBar } from './entry-save-bar.tsx'
import { answerField, pickField } from './form-state/entry-fields.ts'
import { listVisibleErrors } from './form-state/entry-form-state.ts'
import { toSaveStatus } from './form-state/entry-summary.ts'
import { emptyValues, listDifferences, toSubmission } from './form-state/entry-values.ts'
import { EntryGroup } from './picks/entry-group.tsx'
import { EntryPick } from './picks/entry-pick.tsx'
import { useEntryForm } from './use-entry-form.ts'
import { useSaveEntry } from './use-save-entry.ts'

type Props = {
  tournament: TournamentWithEntries
  user: User
  /** Null for a new one. */
  entry: Entry | null
}

/** Three entries and two answers: create mode, or edit mode for a saved entry (specification, sections 2 and 4). */
export function EntryForm({ tournament, user, entry }: Props) {
  const players = useMemo(() => sortByName(tournament.players), [tournament.players])
  const unavailableGolfers = useUnavailableGolfers(tournament.id, players)
  const owner = { userId: user.id, tournamentId: tournament.id }
  const { state, dispatch, isDirty, isDraftSaved } = useEntryForm(entry, players, owner)
  const { values, saved, theirs } = state
  const { send, isSaving, isClosed, message, closeMessage } = useSaveEntry(dispatch, players)
  const isOpen = canEditEntry(tournament, user.id, useHasStarted(tournament))
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const notice = useRef<HTMLParagraphElement>(null)
  useDocumentTitle(`Entry - ${tournament.name} - Player Pool`)

  const findInForm = (selector: string) => form.current?.querySelector<HTMLElement>(selector) ?? null

  /** Over what was opened, or deliberately over what was saved theirs. */
  function save(over: typeof saved): void {
    const submission = toSubmission(values, over, owner)
    if (submission !== undefined) {
      send(submission)
      return
    }
    // The faults have to be on the screen before one of them can have the focus.
    flushSync(() => dispatch({ type: 'touch-all' }))
    findInForm('[aria-invalid="true"]')?.focus()
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isSaving || isClosed) return
    if (theirs === null) save(saved)
    else notice.current?.focus()
  }

  // What is being told, or on its way, is finished first.
  if (!isOpen && !isClosed && !isSaving && !message.isOpen) {
    const closed = saved === null ? 'new' : 'changed'
    return <Navigate to="/home" replace state={isDirty ? { closed } : null} />
  }

  const errors = listVisibleErrors(state)
  const differences = theirs === null ? [] : listDifferences(values, theirs.values)
  const nameOf = (id: number | null | undefined) => players.find((player) => player.id === id)?.name

  return (
    <form ref={form} className={styles['form']} noValidate onSubmit={submit}>
      <BoardHeading
        status={<EntryCountdown start={tournament.start} />}
        title={
          <>
            <span>{user.name} Entry -</span> <span>{tournament.name}</span>
          </>
        }
        note="Three entries, each with one golfer of every tier. Nobody else sees them before the start."
      />
      <EntryNotices
        {...{ state, isSaving, isClosed }}
        onLoadTheirs={() => dispatch({ type: 'take-elsewhere' })}
        onOverwrite={() => save(theirs)}
        titleRef={notice}
      />
      <div className={styles['groups']}>
        {entryNumbers.map((entryNumber) => (
          <EntryGroup
            key={entryNumber}
            entryNumber={entryNumber}
            picks={values.picks}
            copiedFrom={state.copied?.into === entryNumber ? state.copied.from : undefined}
            onCopy={(from) => dispatch({ type: 'copy', from, into: entryNumber })}
            onUndo={() => dispatch({ type: 'undo-copy' })}
            renderPick={(pickIndex) => (
              <EntryPick
                key={pickIndex}
                pickIndex={pickIndex}
                picks={values.picks}
                players={players}
                unavailableGolfers={unavailableGolfers}
                onPick={(index, playerId) => dispatch({ type: 'pick', pickIndex: index, playerId })}
                isTouched={state.touched.has(pickField(pickIndex))}
                error={errors.get(pickField(pickIndex))}
                theirs={
                  differences.includes(pickField(pickIndex))
                    ? nameOf(theirs?.values.picks[pickIndex])
                    : undefined
                }
              />
            )}
          />
        ))}
      </div>
      <div className={styles['bottom']}>
        <EntryQuestions
          questions={tournament.tiebreakers}
          answers={values.answers}
          onAnswer={(index, text) => dispatch({ type: 'answer', index, text })}
          onBlur={(index) => dispatch({ type: 'touch', field: answerField(index) })}
          isTouched={(index) => state.touched.has(answerField(index))}
          errorOf={(index) => errors.get(answerField(index))}
          theirsOf={(index) =>
            differences.includes(answerField(index)) ? theirs?.values.answers[index] : undefined
          }
        />
        <EntryReview picks={values.picks} players={players} unavailableGolfers={unavailableGolfers} />
      </div>
      <DiscardChanges
        count={theirs === null ? listDifferences(values, saved?.values ?? emptyValues).length : 0}
        saved={saved === null ? null : 'entry'}
        onDiscard={() => dispatch({ type: 'discard' })}
        getFinalFocus={() => findInForm('[role="combobox"]')}
      />
      <EntrySaveBar
        values={values}
        label={saved === null ? 'Create' : 'Update'}
        saveStatus={toSaveStatus({ isSaving, isDirty, isDraftSaved, isNew: saved === null })}
        isDisabled={isSaving || isClosed}
      />
      <SaveResultModal
        {...message}
        savedText="Entry was successfully saved."
        failedText="There was an error saving the entry."
        onClose={() => {
          closeMessage()
          if (message.content === 'saved') navigate('/home')
        }}
        getFinalFocus={() => notice.current ?? findInForm('[aria-invalid="true"]')}
      />
    </form>
  )
}
