import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'wouter'
import type { TournamentResponse } from '#contract/tournament-contract.ts'
import { formatCount } from '#domain/text/format.ts'
import { type Tier, tierNames, tiers } from '#domain/tournament/tournament.ts'
import { toPeopleText } from '#domain/tournament/tournament-edit.ts'
import { pageSettings } from '#web/app/page/page-settings.ts'
import { FormFrame } from '#web/forms/form-frame.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { listVisibleErrors } from '#web/forms/form-state.ts'
import { FirstInvitation } from '#web/invitations/invitation-share.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { TournamentDetails } from './details/tournament-details.tsx'
import { StartMoveQuestion } from './editor/start-move-question.tsx'
import { type TournamentEditor, useTournamentEditor } from './editor/use-tournament-editor.ts'
import { countListErrors } from './roster/roster.ts'
import { TournamentTiers } from './tiers/tournament-tiers.tsx'
import styles from './tournament-form.module.css'
import { countFilled, listErrors, requiredCount } from './values/tournament-values.ts'

type Props = {
  userId: number
  /** With golfers and entries; null for a new tournament. */
  opened: TournamentResponse | null
}

/** Creates a tournament, or edits a saved one (docs/rules.md, 8.1 and 8.4). */
export function TournamentForm({ userId, opened }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const notice = useRef<HTMLParagraphElement>(null)
  const lists = useRef<HTMLHeadingElement>(null)
  const findInForm = (selector: string) => form.current?.querySelector<HTMLElement>(selector) ?? null
  const [openList, setOpenList] = useState<Tier | null>(null)
  /** Finds the first invalid field, and opens the list that contains it. */
  const findInvalidField = () => {
    const field = findInForm('[aria-invalid="true"]')
    const openedTier = tiers.find((tier) => field?.id === `tier-${tierNames[tier]}`)
    if (openedTier !== undefined) flushSync(() => setOpenList(openedTier))
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
  const title = isNew ? 'Create Tournament' : 'Edit Tournament'
  useDocumentTitle(`${title} - ${pageSettings.name}`)

  const errors = listVisibleErrors(state, listErrors(state.values, editor.limits))
  const { errorCount, issues } = summarizeIssues(editor)
  const toPool = (
    <Link className="button-secondary" to={`/pool/${state.saved?.id ?? ''}`}>
      View the pool
    </Link>
  )
  return (
    <FormFrame
      subject="tournament"
      editor={editor}
      formRef={form}
      noticeRef={notice}
      className={styles.form}
      heading={<PageHeading status={opened?.name ?? 'A new pool'} title={title} />}
      closedNotice={
        <FormNotice isUrgent titleRef={notice} title="The tournament has ended" actions={toPool}>
          It can no longer be changed. The changes shown here exist only on this device.
        </FormNotice>
      }
      conflict={{
        title: 'Changed by someone else',
        text: 'The tournament was saved in another tab or by another organiser.',
      }}
      notices={<LockNotice {...editor} />}
      activity={editor.isChecking && !saving.isSaving ? 'Checking the lists' : null}
      progress={
        <>
          {countFilled(state.values)} of {requiredCount} fields completed
          {issues !== '' && (
            <>
              ,{' '}
              <button type="button" className="button-text" onClick={() => lists.current?.focus()}>
                {issues}
              </button>
            </>
          )}
        </>
      }
      savedExtra={opened === null && editor.savedTournament && <FirstInvitation tournament={editor.savedTournament} />}
      nextPath="/admin"
      nextPathWithUnsaved={isNew && state.saved !== null ? `/tournament/edit/${state.saved.id}` : undefined}
      findFirstField={() => findInForm(isNew ? '#event-id' : '#event-name')}
      findInvalidField={() => findInvalidField() ?? (errorCount > 0 ? lists.current : null)}
    >
      <TournamentDetails editor={editor} errors={errors} />
      <TournamentTiers
        editor={editor}
        errors={errors}
        openList={openList}
        headingRef={lists}
        onOpenList={setOpenList}
      />
      <StartMoveQuestion {...editor.startMove} />
    </FormFrame>
  )
}

/** The number of errors in the lists, and the errors and warnings as text. A tournament that has started has none. */
function summarizeIssues({ roster, displaced, hasStarted }: TournamentEditor) {
  if (hasStarted) return { errorCount: 0, issues: '' }
  const errorCount = countListErrors({ roster, displaced })
  const warningCount = roster.partial.length + roster.withdrawn.length
  const parts: string[] = []
  if (errorCount > 0) parts.push(formatCount(errorCount, 'error'))
  if (warningCount > 0) parts.push(formatCount(warningCount, 'warning'))
  return { errorCount, issues: parts.join(', ') }
}

function LockNotice({ locks, hasStarted }: Pick<TournamentEditor, 'locks' | 'hasStarted'>) {
  if (hasStarted)
    return (
      <FormNotice title="The tournament has started">
        Its start, questions and tiers are fixed: people have picked for them. You can still change the name, the fee,
        the payouts and the house rules. The pool then shows everybody who changed what, and when.
      </FormNotice>
    )
  if (locks === null || locks.entrantCount === 0) return null
  return (
    <FormNotice title={`${toPeopleText(locks.entrantCount)} entered`}>
      Golfers in the field must stay in their tiers from now on. You can still change everything else, including their
      order, and add golfers who join the field later.
    </FormNotice>
  )
}
