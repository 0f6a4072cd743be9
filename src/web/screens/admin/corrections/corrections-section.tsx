import { useQuery } from '@tanstack/react-query'
import type { CorrectionList } from '#contract/correction-contract.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { describeCorrection } from '#domain/scores/corrections.ts'
import { correctionsQuery, endCorrection } from '#web/api/correction-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { toMomentText } from '#web/time/start-text.ts'
import { ActionButton } from '../common/action-button.tsx'
import { AdminSection, SectionState } from '../common/admin-section.tsx'
import { Disclosure } from '../common/disclosure.tsx'
import { useAdminActions } from '../common/use-admin-actions.ts'

type Item = CorrectionList[number]

/** Corrected scores (docs/rules.md, 7.8). They are corrected in the details of a golfer. */
export function CorrectionsSection({ tournament: { id, active } }: { tournament: TournamentSummary }) {
  const client = useApi()
  const query = useQuery(correctionsQuery(client, id))
  const { run } = useAdminActions()
  const end = (correction: Item) =>
    run({
      key: `end-correction-${correction.id}`,
      busyText: `Ending the correction of ${correction.golferName}…`,
      work: () => endCorrection(client, id, correction.id),
      failedText: `There was an error ending the correction of ${correction.golferName}.`,
      succeeded: () => ({ text: `The correction of ${correction.golferName} was ended.` }),
    })
  const inForce = query.data?.filter(({ endedAt }) => endedAt === null)
  return (
    <AdminSection
      title="Corrected scores"
      count={inForce?.length}
      hint="To correct a score after the start, open the golfer on a board and choose “Correct scores”."
    >
      <SectionState query={query} what="the corrections">
        {(corrections) => (
          <>
            <Corrections items={corrections.filter(({ endedAt }) => endedAt === null)} onEnd={active ? end : null} />
            {corrections.some(({ endedAt }) => endedAt !== null) && (
              <Disclosure title="Ended">
                <Corrections items={corrections.filter(({ endedAt }) => endedAt !== null)} onEnd={null} />
              </Disclosure>
            )}
          </>
        )}
      </SectionState>
    </AdminSection>
  )
}

function Corrections({ items, onEnd }: { items: readonly Item[]; onEnd: ((item: Item) => void) | null }) {
  return (
    <ul className="stack-close">
      {items.map((item) => (
        <li key={item.id} className="stack-tight">
          <p>
            <strong>{item.golferName}</strong>: {describeCorrection(item)}. {item.reason}
          </p>
          <p className="small-print">
            By {item.by}, {toMomentText(item.at)}
            {item.endedAt !== null &&
              `; ended ${toMomentText(item.endedAt)}, ${item.endedBy === null ? 'because the source says the same' : `by ${item.endedBy}`}`}
          </p>
          {onEnd !== null && (
            <div>
              <ActionButton action={`end-correction-${item.id}`} busyText="Ending…" onPress={() => onEnd(item)}>
                End<span className="visually-hidden"> the correction of {item.golferName}</span>
              </ActionButton>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
