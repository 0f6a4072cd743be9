import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { TournamentResponse } from '#contract/tournament-contract.ts'
import { type Tier, tierNames, tiers } from '#domain/tournament/tournament.ts'
import { DiscardChanges } from '#web/drafts/discard-changes.tsx'
import { SaveBar, type SaveBarProps } from '#web/forms/save-bar.tsx'
import { SaveResultModal } from '#web/forms/save-result-modal.tsx'
import { FirstInvitation } from '#web/invitations/first-invitation.tsx'
import { pageSettings } from '#web/page/page-settings.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { TournamentDetails } from './details/tournament-details.tsx'
import { useTournamentEditor } from './editor/use-tournament-editor.ts'
import { countListErrors } from './roster/roster.ts'
import { TournamentTiers } from './tiers/tournament-tiers.tsx'
import styles from './tournament-form.module.css'
import { TournamentNotices } from './tournament-notices.tsx'
import { listVisibleErrors } from './values/tournament-form-state.ts'
import {
  countChanges,
  countFilled,
  emptyValues,
  listDifferences,
  tournamentFields,
} from './values/tournament-values.ts'

type Props = {
  userId: number
  /** With players and entries; null for a new tournament. */
  opened: TournamentResponse | null
}

/** Creates a tournament, or edits a saved one (docs/rules.md, 8.1 and 8.4). */
export function TournamentForm({ userId, opened }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const notice = useRef<HTMLParagraphElement>(null)
  const lists = useRef<HTMLHeadingElement>(null)
  const findInForm = (selector: string) => form.current?.querySelector<HTMLElement>(selector) ?? null
  const [openList, setOpenList] = useState<Tier | null>(null)
  /** Opens the list that contains it. */
  const findInvalidField = () => {
    const field = findInForm('[aria-invalid="true"]')
    const tier = tiers.find((each) => field?.id === `tier-${tierNames[each]}`)
    if (tier !== undefined) flushSync(() => setOpenList(tier))
    return field
  }
  const editor = useTournamentEditor({
    userId,
    opened,
    focus: (target) => {
      const targets = {
        error: findInvalidField,
        id: () => findInForm('#event-id'),
        lists: () => lists.current,
        notice: () => notice.current,
      }
      targets[target]()?.focus()
    },
  })
  const { state, saving, isNew } = editor
  const { values, saved, conflict } = state
  const title = isNew ? 'Create Tournament' : 'Edit Tournament'
  useDocumentTitle(`${title} - ${pageSettings.name}`)

  const errors = listVisibleErrors(state, editor.limits)
  const differences = conflict === null ? [] : listDifferences(values, conflict.values)
  const errorCount = countListErrors(editor)

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
      <PageHeading status={opened?.name ?? 'A new pool'} title={title} />
      <TournamentNotices
        {...{ state }}
        differenceCount={differences.length}
        locks={editor.locks}
        isSaving={saving.isSaving || editor.isChecking}
        isEnded={saving.isClosed}
        onLoadSaved={editor.loadSaved}
        onOverwrite={editor.overwrite}
        titleRef={notice}
      />
      <TournamentDetails {...{ editor, errors, differences }} />
      <TournamentTiers {...{ editor, errors, differences, openList }} headingRef={lists} onOpenList={setOpenList} />
      <DiscardChanges
        count={conflict === null ? countChanges(values, saved?.values ?? emptyValues) : 0}
        saved={saved === null ? null : 'tournament'}
        onDiscard={editor.discard}
        getFinalFocus={() => findInForm(isNew ? '#event-id' : '#event-name')}
      />
      <TournamentSaveBar
        filledCount={countFilled(values)}
        errorCount={errorCount}
        warningCount={editor.roster.partial.length + editor.roster.withdrawn.length}
        activity={saving.isSaving ? 'Saving' : editor.isChecking ? 'Checking the lists' : null}
        isDirty={editor.isDirty}
        isDraftStored={editor.isDraftStored}
        isNew={isNew}
        onShowReport={() => lists.current?.focus()}
        isDisabled={editor.isChecking || saving.isSaving || saving.isClosed}
      />
      <SaveResultModal
        result={saving.message}
        savedText="Tournament was successfully saved."
        savedExtra={
          opened === null && saving.savedTournament && <FirstInvitation tournament={saving.savedTournament} />
        }
        failedText="There was an error saving the tournament."
        nextPath="/admin"
        onClose={saving.closeMessage}
        getFinalFocus={() => notice.current ?? findInvalidField() ?? (errorCount > 0 ? lists.current : null)}
      />
    </form>
  )
}

type TournamentSaveBarProps = Omit<SaveBarProps, 'progress' | 'pips'> & {
  filledCount: number
  errorCount: number
  warningCount: number
  /** Moves the focus to the errors and warnings. */
  onShowReport: () => void
}

function TournamentSaveBar({ filledCount, errorCount, warningCount, onShowReport, ...bar }: TournamentSaveBarProps) {
  const issues = [toCountText(errorCount, 'error'), toCountText(warningCount, 'warning')].filter(Boolean)
  const progress = (
    <>
      {filledCount} of {tournamentFields.length} fields completed
      {issues.length > 0 && (
        <>
          ,{' '}
          <button type="button" className={`button-link ${styles['report-link']}`} onClick={onShowReport}>
            {issues.join(', ')}
          </button>
        </>
      )}
    </>
  )
  return <SaveBar {...bar} progress={progress} />
}

function toCountText(count: number, noun: string): string {
  if (count === 0) return ''
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
