import type { ResultCorrectionPreview } from '#contract/score-correction-contract.ts'
import { formatCount, formatNumber } from '#domain/text/format.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { Warning } from '#web/ui/confirmation.tsx'
import { SmallTable } from '#web/ui/small-table.tsx'

type Props = {
  preview: ResultCorrectionPreview
  isBusy: boolean
  onConfirm: () => void
  onBack: () => void
}

/** The places before and after a correction of a result (docs/rules.md, 5.4). */
export function ResultCorrectionConfirmation({ preview, isBusy, onConfirm, onBack }: Props) {
  const { changed, entries, people, clearsTies } = preview
  return (
    <section className="stack-close" aria-label="Places after the correction">
      <p className="strong">
        {changed === 0
          ? 'No entry gets another place.'
          : `${formatCount(changed, 'entry gets', 'entries get')} another place.`}
      </p>
      {entries.length > 0 && (
        <SmallTable
          label="Changed places"
          columns={['Entry', 'Before', 'After']}
          heading="Entry"
          rows={entries.map(({ name, before, after }) => ({
            key: [name, before, after].join(),
            cells: [name, before, <b key="after">{after}</b>],
          }))}
        />
      )}
      {entries.length < changed && <p className="small-print">and {formatNumber(changed - entries.length)} more</p>}
      {clearsTies && (
        <Warning title="Others tie now.">
          What was decided about the ties is cleared. Decide them again afterwards.
        </Warning>
      )}
      <p>
        Results and seasons follow.{' '}
        {people === 0
          ? 'Nobody is told.'
          : `${formatCount(people, 'person', 'people')} who got the result will be told that it has changed.`}
      </p>
      <div className="buttons">
        <BusyButton className="button" isBusy={isBusy} onPress={onConfirm}>
          Correct the result
        </BusyButton>
        <button ref={focus} type="button" className="button-text" onClick={onBack}>
          Back
        </button>
      </div>
    </section>
  )
}

/** Moves the focus here, to the safe answer, from the form that this replaces. */
const focus = (button: HTMLElement | null) => button?.focus()
