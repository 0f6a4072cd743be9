import { lazy, Suspense, useRef } from 'react'
import { Redirect } from 'wouter'
import type { User } from '#domain/permissions.ts'
import { type Entry, entryNumbers, type TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { DiscardChanges } from '#web/drafts/discard-changes.tsx'
import { SaveResultModal } from '#web/forms/save-result-modal.tsx'
import { useTeeTimes } from '#web/golfer/use-tee-times.ts'
import { useUnavailableGolfers } from '#web/golfer/use-unavailable-golfers.ts'
import { pageSettings } from '#web/page/page-settings.ts'
import { toDateAndClock } from '#web/time/board-time.ts'
import { timeUntil } from '#web/time/time-until.ts'
import { useNow } from '#web/time/use-now.ts'
import { CalendarButton } from '#web/tournament/calendar-button.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import styles from './entry-form.module.css'
import { EntryNotices } from './entry-notices.tsx'
import { EntryQuestions } from './entry-questions.tsx'
import { EntryReview } from './entry-review.tsx'
import { EntrySaveBar } from './entry-save-bar.tsx'
import { EqualEntriesModal } from './equal-entries-modal.tsx'
import { listVisibleErrors } from './form-state/entry-form-state.ts'
import { answerField, emptyValues, type FieldName, listDifferences } from './form-state/entry-values.ts'
import { EntryGroup } from './picks/entry-group.tsx'
import { useEntryEditor } from './use-entry-editor.ts'

/** If its code cannot be loaded, nothing is offered. */
const NotificationOffer = lazy(() =>
  import('#web/user-notifications/notification-offer.tsx').then(
    (module) => ({ default: module.NotificationOffer }),
    () => ({ default: () => null }),
  ),
)

type Props = {
  tournament: TournamentWithEntries
  user: User
  /** Null for a new entry. */
  entry: Entry | null
}

/** Creates or edits a record of three entries and two answers (docs/rules.md, 2.7). */
export function EntryForm({ tournament, user, entry }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const notice = useRef<HTMLParagraphElement>(null)
  const findInForm = (selector: string) => form.current?.querySelector<HTMLElement>(selector) ?? null
  const findInvalidField = () => findInForm('[aria-invalid="true"]')
  const editor = useEntryEditor({
    ...{ tournament, user, entry },
    focus: (target) => (target === 'error' ? findInvalidField() : notice.current)?.focus(),
  })
  const { state, dispatch, saving, players, isDirty } = editor
  const { values, saved, conflict } = state
  const unavailableGolfers = useUnavailableGolfers(tournament.id, players)
  const teeTimes = useTeeTimes(tournament.id)
  useDocumentTitle(`Entry - ${tournament.name} - ${pageSettings.name}`)

  if (editor.hasExpired) {
    const closed = saved === null ? 'new' : 'changed'
    return <Redirect to="/home" replace state={isDirty ? { closed } : null} />
  }

  const errors = listVisibleErrors(state)
  const differences = conflict === null ? [] : listDifferences(values, conflict.values)
  const statusOf = (field: FieldName, savedElsewhere: string | undefined) => ({
    isTouched: state.touched.has(field),
    error: errors.get(field),
    savedElsewhere: differences.includes(field) ? savedElsewhere : undefined,
  })

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        editor.submit()
      }}
    >
      <PageHeading
        status={<EntryCountdown start={tournament.start} />}
        title={
          <>
            <span>{user.name} Entry -</span> <span>{tournament.name}</span>
          </>
        }
        note="Three entries, each with one golfer from every tier. Nobody else can see them before the start."
      />
      <EntryNotices
        {...{ state }}
        differenceCount={differences.length}
        isSaving={saving.isSaving}
        isClosed={saving.isClosed}
        onLoadSaved={() => dispatch({ type: 'load-saved' })}
        onOverwrite={editor.overwrite}
        titleRef={notice}
      />
      <div className={styles.groups}>
        {entryNumbers.map((entryNumber) => (
          <EntryGroup
            key={entryNumber}
            {...{ entryNumber, state, dispatch, players, unavailableGolfers, teeTimes, statusOf }}
          />
        ))}
      </div>
      <div className={styles.bottom}>
        <EntryQuestions
          questions={tournament.tiebreakers}
          answers={values.answers}
          onAnswer={(index, text) => dispatch({ type: 'answer', index, text })}
          onLeave={(index) => dispatch({ type: 'touch', field: answerField(index) })}
          statusOf={(index) => statusOf(answerField(index), conflict?.values.answers[index])}
        />
        <EntryReview picks={values.picks} players={players} unavailableGolfers={unavailableGolfers} />
      </div>
      <DiscardChanges
        count={conflict === null ? listDifferences(values, saved?.values ?? emptyValues).length : 0}
        saved={saved === null ? null : 'entry'}
        onDiscard={() => dispatch({ type: 'discard' })}
        getFinalFocus={() => findInForm('[role="combobox"]')}
      />
      <EntrySaveBar
        values={values}
        activity={saving.isSaving ? 'Saving' : null}
        {...{ isDirty }}
        isDraftStored={editor.isDraftStored}
        isNew={saved === null}
        isDisabled={saving.isSaving || saving.isClosed}
      />
      <EqualEntriesModal question={editor.question} onAnswer={editor.answer} />
      <SaveResultModal
        result={saving.message}
        savedText="Entry was successfully saved."
        savedExtra={
          <>
            <p className={styles.calendar}>
              You can change it until {toDateAndClock(tournament.start)}.
              <CalendarButton tournament={tournament} className="button-text" />
            </p>
            {entry === null && (
              <Suspense>
                <NotificationOffer userId={user.id} />
              </Suspense>
            )}
          </>
        }
        failedText="There was an error saving the entry."
        nextPath="/home"
        onClose={saving.closeMessage}
        getFinalFocus={() => notice.current ?? findInvalidField()}
      />
    </form>
  )
}

/** The time left to make and change picks. */
function EntryCountdown({ start }: { start: string }) {
  const now = useNow(1000)
  const moment = new Date(start)
  if (now >= moment) return <span>Picks are closing now</span>
  return (
    <>
      <span>
        Picks close in{' '}
        {timeUntil(moment, now)
          .map(({ value, unit }) => `${value} ${unit}`)
          .join(' ')}
      </span>
      <time dateTime={start}>{toDateAndClock(start)}</time>
    </>
  )
}
