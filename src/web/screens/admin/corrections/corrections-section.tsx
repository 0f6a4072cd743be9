import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import type { ScoreCorrectionList } from '#contract/score-correction-contract.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { describeCorrection } from '#domain/scores/score-corrections.ts'
import { correctionsQuery } from '#web/api/admin-queries.ts'
import { ActionButton } from '#web/screens/admin/common/action-button.tsx'
import { FoldedSection, SectionState } from '#web/screens/admin/common/admin-section.tsx'
import { useAdminMutation } from '#web/screens/admin/common/use-admin-mutation.ts'
import { toMomentText } from '#web/time/time-text.ts'

/** Corrected scores (docs/rules.md, 7.8). They are corrected in the details of a golfer. */
export function CorrectionsSection({ tournament: { id, active } }: { tournament: TournamentSummary }) {
  const query = useQuery(correctionsQuery(id))
  // Most tournaments have none, and nothing can be done here then.
  if (query.data?.length === 0) return null
  return (
    <FoldedSection
      title="Corrected scores"
      count={query.data?.filter(({ endedAt }) => endedAt === null).length}
      hint="To correct a score after the start, open the golfer on a board and choose “Correct scores”."
    >
      <SectionState
        query={query}
        loadError="Couldn’t load the corrections."
        refreshError="Couldn’t refresh the corrections. This list may be out of date."
      >
        {(corrections) => (
          <ul className="stack-close">
            {corrections.map((item) => (
              <Correction key={item.id} item={item} tournamentId={id} isActive={active} />
            ))}
          </ul>
        )}
      </SectionState>
    </FoldedSection>
  )
}

type CorrectionProps = { item: ScoreCorrectionList[number]; tournamentId: number; isActive: boolean }

function Correction({ item, tournamentId, isActive }: CorrectionProps) {
  const { id, golferName, reason, by, at, endedAt, endedBy } = item
  const ending = useAdminMutation({
    mutationFn: (client) => client.send('POST', api.adminCorrectionEnd(tournamentId), { id }),
    texts: {
      busy: `Ending the correction of ${golferName}…`,
      failed: `There was an error ending the correction of ${golferName}.`,
      done: `The correction of ${golferName} was ended.`,
    },
  })
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
      {isActive && endedAt === null && (
        <div>
          <ActionButton isRunning={ending.isPending} busyText="Ending…" onPress={ending.mutate}>
            End<span className="visually-hidden"> the correction of {golferName}</span>
          </ActionButton>
        </div>
      )}
    </li>
  )
}
