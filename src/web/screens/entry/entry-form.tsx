import { type Ref, useRef } from 'react'
import { Link, Redirect } from 'wouter'
import type { User } from '#domain/permissions.ts'
import { isNoNumber } from '#domain/text/answer-number.ts'
import {
  type Entry,
  entryNumbers,
  picksPerEntryRecord,
  type Tiebreakers,
  type TournamentWithEntries,
} from '#domain/tournament/tournament.ts'
import { pageSettings } from '#web/app/page/page-settings.ts'
import { FormFrame } from '#web/forms/form-frame.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { listVisibleErrors } from '#web/forms/form-state.ts'
import { type FieldStatus, TextField } from '#web/forms/text-field.tsx'
import { useUnavailableGolfers, useUpcomingGolfers } from '#web/golfer/use-unavailable-golfers.ts'
import { toLockText } from '#web/time/time-text.ts'
import { timeUntil } from '#web/time/time-until.ts'
import { useNow } from '#web/time/use-now.ts'
import { Confirmation } from '#web/ui/confirmation.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import styles from './entry-form.module.css'
import { WithdrawEntry, WithdrawnNotice } from './entry-withdrawal.tsx'
import { withAnswer } from './form-state/entry-form-state.ts'
import { toEntryList } from './form-state/entry-summary.ts'
import {
  answerField,
  countAnswers,
  countPicks,
  type EntryValues,
  type FieldName,
  listErrors,
  pickIndexesOf,
} from './form-state/entry-values.ts'
import { EntryGroup } from './picks/entry-group.tsx'
import { ReceiptCard, ReceiptChoice } from './receipt.tsx'
import { useEntryEditor } from './use-entry-editor.ts'

const notANumber = 'This isn’t a number like -12 or 278. In a tie it comes after all numbers.'

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
    tournament,
    user,
    entry,
    focus: (target) => (target === 'error' ? findInvalidField() : notice.current)?.focus(),
  })
  const { state, edit, players, differences, saving } = editor
  const { alike = [] } = editor.question.modal?.subject ?? {}
  const { values, saved, conflict } = state
  const owner = { userId: user.id, tournamentId: tournament.id }
  const unavailableGolfers = useUnavailableGolfers(tournament.id, { players, fieldState: tournament.fieldState })
  const upcomingGolfers = useUpcomingGolfers(tournament.id)
  useDocumentTitle(`Entry - ${tournament.name} - ${pageSettings.name}`)

  if (editor.hasExpired) {
    const closed = saved === null ? 'new' : 'changed'
    return <Redirect to="/home" replace state={editor.unsavedCount > 0 ? { closed } : null} />
  }

  const errors = listVisibleErrors(state, listErrors(values))
  const notNumbers = values.answers.flatMap((answer, index) => (isNoNumber(answer) ? [answerField(index)] : []))
  const statusOf = (field: FieldName, savedElsewhere: string | undefined) => ({
    isTouched: state.touched.has(field),
    mark: editor.markOf(field),
    error: errors.get(field),
    caution: notNumbers.includes(field) && (saved !== null || state.touched.has(field)) ? notANumber : undefined,
    savedElsewhere: differences.includes(field) ? savedElsewhere : undefined,
  })

  return (
    <FormFrame
      subject="entry"
      editor={editor}
      findInvalidField={findInvalidField}
      formRef={form}
      noticeRef={notice}
      className={styles.form}
      heading={
        <PageHeading
          status={<EntryCountdown start={tournament.start} />}
          title={
            <>
              <span>{user.name} Entry -</span> <span>{tournament.name}</span>
            </>
          }
        />
      }
      closedNotice={<ClosedNotice isSaved={saved !== null} titleRef={notice} />}
      conflict={{
        title: 'A newer version was saved elsewhere',
        text: 'This entry was saved in another tab or on another device.',
      }}
      pips={<ProgressPips {...values} />}
      progress={`${countPicks(values)} of ${picksPerEntryRecord} picked, ${countAnswers(values)} of ${values.answers.length} answered`}
      savedExtra={
        <>
          <p>You can change it until {toLockText(tournament.start)}.</p>
          {saved !== null && <ReceiptCard tournament={tournament} version={saved.version} />}
        </>
      }
      notices={saved === null && <WithdrawnNotice owner={owner} />}
      nextPath="/home"
      findFirstField={() => findInForm('[role="combobox"]')}
    >
      <p className={`small-print ${styles.intro}`}>
        Tier A has the best golfers, D the outsiders: pick one of each for every entry. Until the start, nobody else can
        see or change your picks in the pool, not even an organiser.
      </p>
      <div className={styles.groups}>
        {entryNumbers.map((entryNumber) => (
          <EntryGroup
            key={entryNumber}
            entryNumber={entryNumber}
            state={state}
            edit={edit}
            tournament={{ ...tournament, players, unavailableGolfers, upcomingGolfers }}
            statusOf={statusOf}
          />
        ))}
      </div>
      <EntryQuestions
        questions={tournament.tiebreakers}
        answers={values.answers}
        onAnswer={(index, text) => edit((form) => withAnswer(form, index, text))}
        onLeave={(index) => editor.touch(answerField(index))}
        statusOf={(index) => statusOf(answerField(index), conflict?.values.answers[index])}
      />
      <ReceiptChoice />
      {saved !== null && <ReceiptCard tournament={tournament} version={saved.version} />}
      {saved !== null && !saving.isClosed && <WithdrawEntry owner={owner} />}
      <Confirmation
        {...editor.question}
        title="The same golfers"
        onYes={({ submission, values }) => saving.send(submission, values)}
      >
        <p>{toEntryList(alike)} have the same four golfers, so they will always have the same score.</p>
        <p>Do you want to save them like this?</p>
      </Confirmation>
    </FormFrame>
  )
}

function ClosedNotice({ isSaved, titleRef }: { isSaved: boolean; titleRef: Ref<HTMLParagraphElement> }) {
  const toLeaderboard = (
    <Link className="button-secondary" to="/pool">
      Go to the leaderboard
    </Link>
  )
  return (
    <FormNotice isUrgent titleRef={titleRef} title="Entries are closed" actions={toLeaderboard}>
      The tournament has started. {isSaved ? 'Your last saved entry counts.' : 'You don’t have an entry.'} The changes
      shown here exist only on this device.
    </FormNotice>
  )
}

/** A mark for each field, in groups. Decorative: the progress beside it says the same. */
function ProgressPips({ picks, answers }: EntryValues) {
  const groups = [
    ...entryNumbers.map((entryNumber) => pickIndexesOf(entryNumber).map((pickIndex) => picks[pickIndex] !== null)),
    answers.map((answer) => answer.trim() !== ''),
  ]
  return (
    <span className={styles.pips} aria-hidden="true">
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups and marks are identified by their index.
        <span key={index} className={styles['pip-group']}>
          {group.map((isFilled, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above.
            <i key={index} data-filled={isFilled || undefined} />
          ))}
        </span>
      ))}
    </span>
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
      <time dateTime={start}>{toLockText(start)}</time>
    </>
  )
}

type EntryQuestionsProps = {
  questions: Tiebreakers
  answers: EntryValues['answers']
  onAnswer: (index: number, text: string) => void
  onLeave: (index: number) => void
  statusOf: (index: number) => FieldStatus
}

/** The tiebreaker questions, each the label of its answer. */
function EntryQuestions({ questions, answers, onAnswer, onLeave, statusOf }: EntryQuestionsProps) {
  return (
    <section className={styles.questions} aria-labelledby="tiebreakers">
      <h2 id="tiebreakers">Tiebreakers</h2>
      {questions.map((question, index) => (
        <TextField
          // biome-ignore lint/suspicious/noArrayIndexKey: two questions may have the same text.
          key={index}
          id={`answer-${index}`}
          label={question}
          value={answers[index] ?? ''}
          {...statusOf(index)}
          onChange={(text) => onAnswer(index, text)}
          onLeave={() => onLeave(index)}
        />
      ))}
      <p className="small-print">Your two answers count for all three entries.</p>
    </section>
  )
}
