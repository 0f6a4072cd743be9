import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import type { ScoreSheetMessage } from '#contract/score-sheet-contract.ts'
import { countPicks, type Pool } from '#domain/entries/pool.ts'
import { foldName } from '#domain/names/folded-names.ts'
import {
  describeScoreFault,
  type ScoreDocument,
  type ScoredGolfer,
  type ScoreFault,
} from '#domain/scores/score-document.ts'
import { toScoredField } from '#domain/scores/scored-field.ts'
import { formatCount } from '#domain/text/format.ts'
import { correctionsQuery } from '#web/api/admin-queries.ts'
import { DiscardChanges } from '#web/forms/discard-changes.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { LeaveQuestion } from '#web/forms/leave-question.tsx'
import { SaveBar } from '#web/forms/save-bar.tsx'
import { type ScoreDraft, type ScoreEdits, scoreDrafts } from '#web/forms/score-drafts.ts'
import { Confirmation } from '#web/ui/confirmation.tsx'
import { handleSubmit } from '#web/ui/handle-submit.ts'
import { SearchBox } from '#web/ui/search-box.tsx'
import { useModalState } from '#web/ui/use-modal-state.ts'
import { EventFields } from './event-fields.tsx'
import { PasteTable } from './paste-table.tsx'
import { PublishPreview, previewScores, type ScorePreview } from './publish-preview.tsx'
import {
  applyEdits,
  type CellChange,
  changeCells,
  eventRow,
  listConflicts,
  listEdits,
  settleEdits,
  toPublishedCells,
} from './score-edits.ts'
import { findCell, ScoreGrid } from './score-grid.tsx'
import styles from './scores.module.css'
import type { SavingScores } from './use-save-scores.ts'

type Props = {
  tournamentId: number
  userId: number
  sheet: ScoreSheetMessage
  document: NonNullable<ScoreSheetMessage['document']>
  saving: SavingScores
  pool: Pool
  board: Leaderboard | null
}

type Ready = { readonly document: ScoreDocument; readonly version: number; readonly edits: ScoreEdits }

/** The grid of all golfers, with what is typed as a draft until it is published. */
export function ScoreForm({ tournamentId, userId, sheet, document: stored, saving, pool, board }: Props) {
  const { edits, table, count, isDraftStored, setEdits, setTable } = useScoreDraft(userId, tournamentId)
  const [isTried, setIsTried] = useState(false)
  const [query, setQuery] = useState('')
  const grid = useRef<HTMLFormElement>(null)
  const { openModal, ...publishing } = useModalState<Ready & { preview: ScorePreview }>()
  const corrections = useQuery(correctionsQuery(tournamentId)).data?.filter(({ endedAt }) => endedAt === null) ?? []
  const published = useMemo(() => toPublishedCells(stored), [stored])
  const golfers = useMemo(() => listPickedFirst(stored.golfers, pool), [pool, stored])
  const shown = useMemo(() => golfers.filter(({ name }) => foldName(name).includes(foldName(query))), [golfers, query])
  const { document, faults: found } = applyEdits(stored, edits, sheet.at ?? '')
  const faults = toGridFaults(isTried ? found : saving.faults)
  const [firstFault] = faults
  const changes = count === 0 ? 'As published' : `${formatCount(count, 'cell')} changed`
  const conflicts = listConflicts(edits, published)
  const change = useCallback(
    (changes: readonly CellChange[]) => setEdits((last) => changeCells(last, published, changes)),
    [setEdits, published],
  )

  /** Replaces the rows of the document by the rows of the grid, and sorts by them. */
  function toGridFaults(all: readonly ScoreFault[]) {
    const rows = all.map((fault) => {
      const golfer = fault.row === null ? undefined : stored.golfers[fault.row]
      return { ...fault, id: golfer?.id ?? eventRow, row: golfer ? golfers.indexOf(golfer) : null }
    })
    return rows.sort((a, b) => (a.row ?? -1) - (b.row ?? -1))
  }

  function submit(): void {
    const ready = applyEdits(stored, edits, new Date().toISOString())
    const [fault] = toGridFaults(ready.faults)
    setIsTried(fault !== undefined)
    if (fault === undefined) {
      const before = board ?? toScoredField({ ...ready.document, golfers: [] }, null)
      const preview = previewScores(pool, before, { document: ready.document, corrections })
      openModal({ document: ready.document, version: sheet.version, edits, preview })
      return
    }
    setQuery('')
    // Once all rows are rendered.
    requestAnimationFrame(() => findCell(grid.current, fault.id, fault.field.replace('event.', ''))?.focus())
  }

  function publish({ document: ready, version, edits: sent }: Ready): void {
    const golfersToSend = ready.golfers.map((golfer) => ({ ...golfer, rounds: [...golfer.rounds] }))
    const submission = { version, inUse: true, document: { event: ready.event, golfers: golfersToSend } }
    saving.save(submission, {
      onSuccess({ document: saved }) {
        if (saved !== null) setEdits((last) => settleEdits(last, sent, toPublishedCells(saved)))
      },
    })
  }

  return (
    <form ref={grid} noValidate onSubmit={handleSubmit(submit)}>
      {conflicts.length > 0 && (
        <ConflictNotice by={sheet.by} count={conflicts.length} onUseTheirs={() => change(conflicts)} />
      )}
      <EventFields cells={{ ...published.get(eventRow) }} edits={edits[eventRow]} faults={faults} onChange={change} />
      <div className={`cluster ${styles.tools}`}>
        <SearchBox
          what="a golfer"
          query={query}
          onQueryChange={setQuery}
          matches={query === '' ? null : { count: shown.length, of: golfers.length }}
        />
        <PasteTable
          tournamentId={tournamentId}
          golfers={golfers}
          text={table}
          onTextChange={setTable}
          onFill={change}
        />
      </div>
      <ScoreGrid
        golfers={golfers}
        shown={shown}
        published={published}
        edits={edits}
        faults={faults}
        board={board}
        course={document.event}
        onChange={change}
      />
      <DiscardChanges
        count={count}
        saved="scores"
        onDiscard={() => setEdits(() => ({}))}
        getFinalFocus={() => findCell(grid.current, golfers[0]?.id ?? '', 'rounds.0')}
      />
      <SaveBar
        label="Publish"
        isSticky
        progress={
          firstFault ? <span className="field-error">{toErrorText(firstFault, faults.length, golfers)}</span> : changes
        }
        activity={saving.isSaving ? 'Publishing' : null}
        isDirty={count > 0}
        isNew={false}
        isDisabled={saving.isSaving}
        isDraftStored={isDraftStored}
      />
      {count > 0 && <LeaveQuestion isDraftStored={isDraftStored} />}
      <Confirmation {...publishing} title="Publish these scores?" onYes={publish}>
        {publishing.modal && <PublishPreview {...publishing.modal.subject.preview} />}
      </Confirmation>
    </form>
  )
}

/** The edits and the pasted table, stored as a draft in this browser. */
function useScoreDraft(userId: number, tournamentId: number) {
  const owner = useMemo(() => ({ userId, tournamentId }), [userId, tournamentId])
  const [draft, setDraft] = useState<ScoreDraft>(() => scoreDrafts.find(owner) ?? { edits: {}, table: '' })
  const [isDraftStored, setIsDraftStored] = useState(true)
  const count = listEdits(draft.edits).length

  useEffect(() => {
    if (count === 0 && draft.table === '') scoreDrafts.remove(owner)
    else setIsDraftStored(scoreDrafts.save(owner, draft))
  }, [owner, draft, count])

  const setEdits = useCallback((change: (edits: ScoreEdits) => ScoreEdits) => {
    setDraft((last) => ({ ...last, edits: change(last.edits) }))
  }, [])
  const setTable = (table: string) => setDraft((last) => ({ ...last, table }))
  return { edits: draft.edits, table: draft.table, count, isDraftStored, setEdits, setTable }
}

/** Lists the golfers whom somebody has picked before all others. */
function listPickedFirst(golfers: readonly ScoredGolfer[], pool: Pool): ScoredGolfer[] {
  const picks = countPicks(pool)
  const isPicked = ({ id }: ScoredGolfer) => (picks.get(id) ?? 0) > 0
  return [...golfers.filter(isPicked), ...golfers.filter((golfer) => !isPicked(golfer))]
}

type ConflictProps = { by: string | null; count: number; onUseTheirs: () => void }

/** Says that somebody else has published cells that this form changes too. */
function ConflictNotice({ by, count, onUseTheirs }: ConflictProps) {
  const useTheirs = (
    <button type="button" className="button-secondary" onClick={onUseTheirs}>
      Use theirs
    </button>
  )
  return (
    <FormNotice title={`${by} has published other scores than you`} isUrgent actions={useTheirs}>
      {count === 1 ? 'One cell that you have changed differs' : `${count} cells differ`}: theirs are below yours. If you
      publish, yours replace them. Everything else that they have changed is already here.
    </FormNotice>
  )
}

function toErrorText(fault: ScoreFault, count: number, golfers: readonly ScoredGolfer[]): string {
  return `${describeScoreFault(fault, golfers)}${count > 1 ? ` And ${count - 1} more.` : ''}`
}
