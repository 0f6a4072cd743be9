import { type FormEvent, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Navigate, useNavigate } from 'react-router'
import { sortByName } from '#domain/name-order.ts'
import type { User } from '#domain/permissions.ts'
import { type Entry, entryNumbers, type TournamentWithEntries } from '#domain/tournament.ts'
import { FormDiscard } from '#web/drafts/form-discard.tsx'
import { SaveMessage } from '#web/forms/save-message.tsx'
import { useGolfersOut } from '#web/golfer/use-golfers-out.ts'
import { isOpenToViewer } from '#web/tournament/entries-open.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { BoardHeading } from '#web/ui/board-heading.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { EntryClock } from './entry-clock.tsx'
import styles from './entry-form.module.css'
import { EntryNotices } from './entry-notices.tsx'
import { EntryQuestions } from './entry-questions.tsx'
import { EntryReview } from './entry-review.tsx'
import { EntrySaveBar } from './entry-save-bar.tsx'
import { answerField, pickField } from './form-state/entry-fields.ts'
import { listShownFaults } from './form-state/entry-form-state.ts'
import { toSafety } from './form-state/entry-summary.ts'
import { emptyValues, listDifferences, toSubmission } from './form-state/entry-values.ts'
import { EntryGroup } from './picks/entry-group.tsx'
import { EntryPick } from './picks/entry-pick.tsx'
import { useEntryForm } from './use-entry-form.ts'
import { useEntrySaving } from './use-entry-saving.ts'

type Props = {
  tournament: TournamentWithEntries
  user: User
  /** Null for a new one. */
  entry: Entry | null
}

/** Three entries and two answers: create mode, or edit mode for a saved entry (specification, sections 2 and 4). */
export function EntryForm({ tournament, user, entry }: Props) {
  const players = useMemo(() => sortByName(tournament.players), [tournament.players])
  const golfersOut = useGolfersOut(tournament.id, players)
  const owner = { userId: user.id, tournamentId: tournament.id }
  const { state, dispatch, isUnsaved, isKept } = useEntryForm(entry, players, owner)
  const { values, saved, elsewhere } = state
  const { send, isSaving, isClosed, message, closeMessage } = useEntrySaving(dispatch, players)
  const isOpen = isOpenToViewer(tournament, user.id, useHasStarted(tournament))
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const notice = useRef<HTMLParagraphElement>(null)
  useDocumentTitle(`Entry - ${tournament.name} - Player Pool`)

  const findInForm = (selector: string) => form.current?.querySelector<HTMLElement>(selector) ?? null

  /** Over what was opened, or deliberately over what was saved elsewhere. */
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
    if (elsewhere === null) save(saved)
    else notice.current?.focus()
  }

  // What is being told, or on its way, is finished first.
  if (!isOpen && !isClosed && !isSaving && !message.isOpen) {
    const closed = saved === null ? 'new' : 'changed'
    return <Navigate to="/home" replace state={isUnsaved ? { closed } : null} />
  }

  const faults = listShownFaults(state)
  const differences = elsewhere === null ? [] : listDifferences(values, elsewhere.values)
  const nameOf = (id: number | null | undefined) => players.find((player) => player.id === id)?.name

  return (
    <form ref={form} className={styles['form']} noValidate onSubmit={submit}>
      <BoardHeading
        status={<EntryClock start={tournament.start} />}
        title={
          <>
            <span>{user.name} Entry -</span> <span>{tournament.name}</span>
          </>
        }
        note="Three entries, each with one golfer of every tier. Nobody else sees them before the start."
      />
      <EntryNotices
        {...{ state, isSaving, isClosed }}
        onTakeElsewhere={() => dispatch({ type: 'take-elsewhere' })}
        onSaveOver={() => save(elsewhere)}
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
            renderPick={(place) => (
              <EntryPick
                key={place}
                place={place}
                picks={values.picks}
                players={players}
                golfersOut={golfersOut}
                onPick={(at, playerId) => dispatch({ type: 'pick', place: at, playerId })}
                isTouched={state.touched.has(pickField(place))}
                fault={faults.get(pickField(place))}
                elsewhere={
                  differences.includes(pickField(place)) ? nameOf(elsewhere?.values.picks[place]) : undefined
                }
              />
            )}
          />
        ))}
      </div>
      <div className={styles['ending']}>
        <EntryQuestions
          questions={tournament.tiebreakers}
          answers={values.answers}
          onAnswer={(at, text) => dispatch({ type: 'answer', at, text })}
          onLeave={(at) => dispatch({ type: 'touch', field: answerField(at) })}
          isTouched={(at) => state.touched.has(answerField(at))}
          faultOf={(at) => faults.get(answerField(at))}
          elsewhereOf={(at) =>
            differences.includes(answerField(at)) ? elsewhere?.values.answers[at] : undefined
          }
        />
        <EntryReview picks={values.picks} players={players} golfersOut={golfersOut} />
      </div>
      <FormDiscard
        count={elsewhere === null ? listDifferences(values, saved?.values ?? emptyValues).length : 0}
        saved={saved === null ? null : 'entry'}
        onDiscard={() => dispatch({ type: 'discard' })}
        focusAfter={() => findInForm('[role="combobox"]')}
      />
      <EntrySaveBar
        values={values}
        label={saved === null ? 'Create' : 'Update'}
        safety={toSafety({ isSaving, isUnsaved, isKept, isNew: saved === null })}
        isDisabled={isSaving || isClosed}
      />
      <SaveMessage
        {...message}
        savedText="Entry was successfully saved."
        failedText="There was an error saving the entry."
        onClose={() => {
          closeMessage()
          if (message.content === 'saved') navigate('/home')
        }}
        focusAfter={() => notice.current ?? findInForm('[aria-invalid="true"]')}
      />
    </form>
  )
}
