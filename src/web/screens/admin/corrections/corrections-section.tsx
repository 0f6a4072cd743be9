import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import type { CorrectionList } from '#contract/score-correction-contract.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { describeCorrection } from '#domain/scores/score-corrections.ts'
import { correctionsQuery } from '#web/api/admin-queries.ts'
import { ActionButton } from '#web/screens/admin/common/action-button.tsx'
import { AdminSection, SectionState } from '#web/screens/admin/common/admin-section.tsx'
import { useAdminActions } from '#web/screens/admin/common/use-admin-actions.ts'
import { toMomentText } from '#web/time/time-text.ts'

type Item = CorrectionList[number]

/** Corrected scores (docs/rules.md, 7.8). They are corrected in the details of a golfer. */
export function CorrectionsSection({ tournament: { id, active } }: { tournament: TournamentSummary }) {
  const query = useQuery(correctionsQuery(id))
  const { run } = useAdminActions()
  const end = (correction: Item) =>
    run({
      key: `end-correction-${correction.id}`,
      doing: `ending the correction of ${correction.golferName}`,
      work: (client) => client.send<CorrectionList>('POST', api.adminCorrectionEnd(id), { id: correction.id }),
      succeeded: () => ({ text: `The correction of ${correction.golferName} was ended.` }),
    })
  // Most tournaments have none, and nothing can be done here then.
  if (query.data?.length === 0) return null
  return (
    <AdminSection
      title="Corrected scores"
      count={query.data?.filter(({ endedAt }) => endedAt === null).length}
      hint="To correct a score after the start, open the golfer on a board and choose “Correct scores”."
    >
      <SectionState query={query} what="the corrections">
        {(corrections) => (
          <ul className="stack-close">
            {corrections.map((item) => (
              <Correction key={item.id} item={item} onEnd={active && item.endedAt === null ? end : null} />
            ))}
          </ul>
        )}
      </SectionState>
    </AdminSection>
  )
}

function Correction({ item, onEnd }: { item: Item; onEnd: ((item: Item) => void) | null }) {
  const { id, golferName, reason, by, at, endedAt, endedBy } = item
  const end = endedBy === null ? 'because the source says the same' : `by ${endedBy}`
  return (
    <li className="stack-tight">
      <p>
        <strong>{golferName}</strong>: {describeCorrection(item)}. {reason}
      </p>
      <p className="small-print">
        By {by}, {toMomentText(at)}
        {endedAt !== null && `. Ended ${toMomentText(endedAt)}, ${end}`}
      </p>
      {onEnd !== null && (
        <div>
          <ActionButton action={`end-correction-${id}`} busyText="Ending…" onPress={() => onEnd(item)}>
            End<span className="visually-hidden"> the correction of {golferName}</span>
          </ActionButton>
        </div>
      )}
    </li>
  )
}
