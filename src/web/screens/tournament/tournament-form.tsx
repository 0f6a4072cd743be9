import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { TournamentMessage } from '#contract/tournament-contract.ts'
import { FormDiscard } from '#web/drafts/form-discard.tsx'
import { SaveMessage } from '#web/forms/save-message.tsx'
import { BoardHeading } from '#web/ui/board-heading.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { TournamentDetails } from './details/tournament-details.tsx'
import { countErrors, TournamentLists } from './roster/tournament-lists.tsx'
import { TournamentSaveBar } from './saving/tournament-save-bar.tsx'
import styles from './tournament-form.module.css'
import { TournamentNotices } from './tournament-notices.tsx'
import { type TournamentDesk, useTournamentDesk } from './use-tournament-desk.ts'
import { listShownFaults } from './values/tournament-form-state.ts'
import { countFilled, emptyValues, listDifferences } from './values/tournament-values.ts'

type Props = {
  userId: number
  /** With players and entries; null for a new one. */
  opened: TournamentMessage | null
}

/** Create mode, or edit mode for a saved tournament (specification, sections 2 and 4). */
export function TournamentForm({ userId, opened }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const notice = useRef<HTMLParagraphElement>(null)
  const lists = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()
  const findInForm = (selector: string) => form.current?.querySelector<HTMLElement>(selector) ?? null
  const findFault = () => findInForm('[aria-invalid="true"]')
  const desk = useTournamentDesk({
    userId,
    opened,
    focus: (target) => {
      const targets = {
        fault: findFault(),
        id: findInForm('#event-id'),
        lists: lists.current,
        notice: notice.current,
      }
      targets[target]?.focus()
    },
  })
  const { state, saving, isNew } = desk
  const { values, saved, elsewhere } = state
  const title = isNew ? 'Create Tournament' : 'Edit Tournament'
  useDocumentTitle(`${title} - Player Pool`)

  const faults = listShownFaults(state, desk.limits)
  const differences = elsewhere === null ? [] : listDifferences(values, elsewhere.values)
  const errors = countErrors(desk)

  return (
    <form
      ref={form}
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        desk.submit()
      }}
    >
      <BoardHeading status={opened?.name ?? 'A new pool'} title={title} />
      <TournamentNotices
        {...{ state }}
        locks={desk.locks}
        isSaving={saving.isSaving || desk.isChecking}
        isEnded={saving.isEnded}
        onTakeElsewhere={desk.takeElsewhere}
        onSaveOver={desk.saveOver}
        titleRef={notice}
      />
      <TournamentDetails {...{ desk, faults, differences }} />
      <TournamentLists {...{ desk, faults, differences }} headingRef={lists} />
      <FormDiscard
        count={elsewhere === null ? listDifferences(values, saved?.values ?? emptyValues).length : 0}
        saved={saved === null ? null : 'tournament'}
        onDiscard={desk.discard}
        focusAfter={() => findInForm(isNew ? '#event-id' : '#event-name')}
      />
      <TournamentSaveBar
        filled={countFilled(values)}
        errors={errors}
        warnings={desk.roster.partial.length + desk.roster.withdrawn.length}
        label={isNew ? 'Create' : 'Update'}
        safety={toSafety(desk)}
        onShowReport={() => lists.current?.focus()}
        isDisabled={desk.isChecking || saving.isSaving || saving.isEnded}
      />
      <SaveMessage
        {...saving.message}
        savedText="Tournament was successfully saved."
        failedText="There was an error saving the tournament."
        onClose={() => {
          saving.closeMessage()
          if (saving.message.content === 'saved') navigate('/admin')
        }}
        focusAfter={() => notice.current ?? findFault() ?? (errors > 0 ? lists.current : null)}
      />
    </form>
  )
}

/** Where what is on the screen is safe. */
function toSafety({ isChecking, saving, isUnsaved, isKept, isNew }: TournamentDesk): string {
  if (saving.isSaving) return 'Saving'
  if (isChecking) return 'Checking the lists'
  if (isUnsaved) return isKept ? 'Not saved yet. Kept on this device.' : 'Not saved yet.'
  return isNew ? 'Nothing to save yet.' : 'Everything is saved.'
}
