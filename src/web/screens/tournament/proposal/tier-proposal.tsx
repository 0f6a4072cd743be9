import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { RankingSource } from '#contract/tournament-setup-contract.ts'
import { tierNames } from '#domain/tournament/tournament.ts'
import { toPeopleText } from '#domain/tournament/tournament-edit.ts'
import { calendarQuery } from '#web/api/admin-queries.ts'
import type { TournamentEditor } from '#web/screens/tournament/editor/use-tournament-editor.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { InputField, Radios } from '#web/ui/field.tsx'
import type { GolferMarks } from './golfer-marks.ts'
import styles from './tier-proposal.module.css'
import { type ProposalError, useTierProposal } from './use-tier-proposal.ts'

const sourceLabels = {
  field: 'The event’s field',
  file: 'A ranking file',
  earlier: 'This pool’s earlier tournaments',
} as const satisfies Record<RankingSource, string>

const orderHints = {
  field: 'All golfers of the field: by world rank, else by this pool’s earlier lists, else by name.',
  file: 'All golfers of the field: by the ranks in the file, else by name.',
  earlier: 'All golfers of the field: by this pool’s earlier lists, else by name.',
} as const satisfies Record<RankingSource, string>

/** Shown until the server has listed the available sources. */
const withoutServer: readonly RankingSource[] = ['field', 'file']

type Props = {
  editor: TournamentEditor
  onProposed: (marks: GolferMarks) => void
  /** Scrolls to the proposed lists. */
  onShow: () => void
}

/** Proposes the four lists, until there is an entry (docs/rules.md, 8.5). */
export function TierProposal({ editor, onProposed, onShow }: Props) {
  const { data } = useQuery(calendarQuery)
  const sources = data?.rankings ?? withoutServer
  const [wanted, setWanted] = useState<RankingSource | null>(null)
  const source = wanted !== null && sources.includes(wanted) ? wanted : (sources[0] ?? 'field')
  const [file, setFile] = useState<File | null>(null)
  const proposal = useTierProposal(editor, onProposed)
  const fields = useRef<HTMLFieldSetElement>(null)

  /** The result and the errors may be outside the screen of a phone. */
  async function propose(isConfirmed: boolean): Promise<void> {
    if (await proposal.propose({ source, file, isConfirmed })) onShow()
    else fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  /** The button that was pressed is about to disappear. */
  function confirm(): void {
    fields.current?.querySelector('button')?.focus()
    void propose(true)
  }
  if (editor.locks !== null && editor.locks.entrantCount > 0) {
    return (
      <fieldset className={`stack-close ${styles.proposal}`}>
        <legend>Propose tiers</legend>
        <p className="small-print">
          Not possible any more: {toPeopleText(editor.locks.entrantCount)} entered, and golfers stay in their tiers from
          the first entry on.
        </p>
      </fieldset>
    )
  }

  return (
    <fieldset ref={fields} className={`stack-close ${styles.proposal}`}>
      <legend>Propose tiers</legend>
      <div className="cluster">
        <Radios
          options={sources.map((offered) => [offered, sourceLabels[offered]])}
          chosen={source}
          onChange={(chosen) => {
            setWanted(chosen)
            proposal.dropDoubt()
          }}
          aria-describedby="proposal-source-error"
        />
      </div>
      <p className="small-print">{orderHints[source]}</p>
      {source === 'file' && (
        <div className={`field ${styles.file}`}>
          <label htmlFor="ranking-file">File with rank and name (CSV)</label>
          <input
            id="ranking-file"
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            aria-invalid={proposal.error?.at === 'file' || undefined}
            aria-describedby="proposal-file-error"
            onChange={({ target }) => {
              setFile(target.files?.[0] ?? null)
              proposal.dropDoubt()
            }}
          />
          <Errors at="file" error={proposal.error} />
        </div>
      )}
      <div className={`buttons ${styles.sizes}`}>
        {proposal.sizes.map((size, index) => (
          <InputField
            key={tierNames[index]}
            label={`Golfers in ${tierNames[index]}`}
            type="number"
            min={1}
            max={300}
            inputMode="numeric"
            value={size === 0 ? '' : size}
            aria-invalid={proposal.error?.at === 'sizes' || undefined}
            aria-describedby="proposal-sizes-error"
            onChange={(typed) => proposal.changeSize(index, Number(typed))}
          />
        ))}
        <span className={`small-print ${styles.rest}`}>All others in D</span>
        <BusyButton isBusy={proposal.isProposing} onPress={() => propose(false)}>
          {proposal.isProposing ? 'Proposing' : 'Propose tiers'}
        </BusyButton>
      </div>
      <Errors at="sizes" error={proposal.error} />
      <Errors at="source" error={proposal.error} />
      <div className={styles.doubt} role="alert">
        {proposal.doubt !== null && (
          <>
            <p className="strong">{proposal.doubt}</p>
            <p className="small">
              The file has less than half of the golfers of the field, so nothing was filled in. All others would be
              listed by name.
            </p>
            <button type="button" className="button-secondary" onClick={confirm}>
              Fill the lists anyway
            </button>
          </>
        )}
      </div>
      <p className="small strong" role="status">
        {proposal.caution}
      </p>
    </fieldset>
  )
}

function Errors({ at, error }: { at: ProposalError['at']; error: ProposalError | null }) {
  return (
    <div id={`proposal-${at}-error`} role="alert">
      {error?.at === at &&
        error.messages.map((message) => (
          <p key={message} className="field-error">
            {message}
          </p>
        ))}
    </div>
  )
}
