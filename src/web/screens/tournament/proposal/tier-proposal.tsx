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
  world: 'World ranking',
  file: 'A ranking file',
  earlier: 'This pool’s earlier tournaments',
} as const satisfies Record<RankingSource, string>

/** Shown until the server has listed the available rankings. */
const withoutServer: readonly RankingSource[] = ['file']

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
  const source = wanted !== null && sources.includes(wanted) ? wanted : (sources[0] ?? 'file')
  const [file, setFile] = useState<File | null>(null)
  const proposal = useTierProposal(editor, onProposed)
  const fields = useRef<HTMLFieldSetElement>(null)

  /** The result and the errors may be outside the screen of a phone. */
  async function propose(): Promise<void> {
    if (await proposal.propose({ source, file })) onShow()
    else fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
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
          onChange={setWanted}
          aria-describedby="proposal-source-error"
        />
      </div>
      {source === 'file' && (
        <div className={`field ${styles.file}`}>
          <label htmlFor="ranking-file">File with rank and name (CSV)</label>
          <input
            id="ranking-file"
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            aria-invalid={proposal.error?.at === 'file' || undefined}
            aria-describedby="proposal-file-error"
            onChange={({ target }) => setFile(target.files?.[0] ?? null)}
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
        <BusyButton isBusy={proposal.isProposing} onPress={propose}>
          {proposal.isProposing ? 'Proposing' : 'Propose tiers'}
        </BusyButton>
      </div>
      <Errors at="sizes" error={proposal.error} />
      <Errors at="source" error={proposal.error} />
      <p className="small strong" role="status">
        {proposal.caution !== null && `${proposal.caution} An earlier ranking was used.`}
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
