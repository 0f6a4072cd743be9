import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '#contract/paths.ts'
import type { PlayersVerification } from '#contract/verification-contract.ts'
import type { ScoredGolfer } from '#domain/scores/score-document.ts'
import { parseScoreTable, type TableRow } from '#domain/scores/score-table.ts'
import { toProblemText } from '#web/api/api-problem.ts'
import { useApi } from '#web/api/use-api.ts'
import { Candidates, FixButton, FocusFallbackContext, Issue, IssueGroup } from '#web/forms/issue-group.tsx'
import { AreaField } from '#web/ui/field.tsx'
import { Modal } from '#web/ui/modal.tsx'
import type { CellChange } from './score-edits.ts'

type Match = TableRow & {
  readonly validation: PlayersVerification['validations'][number]
  /** The id of the golfer. Null: unclear. Empty: the row is skipped. */
  readonly id: string | null
}

type Props = {
  tournamentId: number
  golfers: readonly ScoredGolfer[]
  text: string
  onTextChange: (text: string) => void
  onFill: (changes: readonly CellChange[]) => void
}

/** Fills the grid from a table. Every unclear name is assigned to a golfer or skipped first. */
export function PasteTable({ tournamentId, golfers, text, onTextChange, onFill }: Props) {
  const client = useApi()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  /** Empty until the names have been matched. */
  const [matches, setMatches] = useState<readonly Match[]>([])
  const rows = parseScoreTable(text)
  const matching = useMutation({
    async mutationFn() {
      const names = rows.map(({ name }) => name)
      const { validations } = await client.send<Pick<PlayersVerification, 'validations'>>(
        'POST',
        api.adminScoreNames(tournamentId),
        { names },
      )
      return validations.flatMap((validation, index): Match[] => {
        const row = rows[index]
        return row ? [{ ...row, validation, id: validation.espnId }] : []
      })
    },
    onSuccess: setMatches,
  })
  const isMatched = matches.length > 0
  const filled = matches.filter((match) => match.id)
  const rowsByGolfer = Map.groupBy(filled, (match) => match.id)
  const unclear = matches.filter((match) => match.id === null)
  const twice = filled.filter((match) => (rowsByGolfer.get(match.id)?.length ?? 0) > 1)
  const partial = filled.filter(({ id: golfer, validation }) => golfer === validation.espnId && validation.partialMatch)
  const canMatch = rows.length > 0 && !matching.isPending
  const canFill = unclear.length === 0 && twice.length === 0 && filled.length > 0

  function change(table: string): void {
    onTextChange(table)
    setMatches([])
  }

  function fill(): void {
    onFill(
      filled.flatMap(({ id: row, cells }) =>
        Object.entries(cells).map(([column, cell]): CellChange => [row ?? '', column, cell]),
      ),
    )
    change('')
    setIsOpen(false)
  }

  const toIssue = (match: Match) => {
    const index = matches.indexOf(match)
    const assign = (id: string) => setMatches(matches.with(index, { ...match, id }))
    return <NameIssue key={index} match={match} golfers={golfers} onAssign={assign} />
  }

  return (
    <>
      <button type="button" className="button-secondary" onClick={() => setIsOpen(true)}>
        Paste a table
      </button>
      <Modal
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Paste a table"
        size="large"
        actions={
          <>
            <button type="button" className="button-secondary" onClick={() => setIsOpen(false)}>
              Close
            </button>
            <button
              type="button"
              className="button"
              disabled={!(isMatched ? canFill : canMatch)}
              onClick={isMatched ? fill : () => matching.mutate()}
            >
              {isMatched ? `Fill ${filled.length} rows` : `Match ${rows.length} names`}
            </button>
          </>
        }
      >
        <div className="stack">
          <AreaField
            label="Cells from a spreadsheet, or CSV"
            help="A name in each line, then R1 to R4 or to par, thru, and CUT, WD or DQ. With a line of headings, in any order. A column that is pasted replaces what the golfers of the table have in it."
            rows={isMatched ? 3 : 10}
            spellCheck={false}
            value={text}
            onChange={change}
          />
          <p role="alert" className="field-error">
            {matching.error !== null && toProblemText(matching.error)}
          </p>
          <div role="status">
            {isMatched && (
              <h3 ref={heading} tabIndex={-1}>
                {filled.length} of {matches.length} names matched
              </h3>
            )}
          </div>
          {isMatched && (
            <FocusFallbackContext value={() => heading.current}>
              <IssueGroup title="These names were not found in the field." isError>
                {unclear.map(toIssue)}
              </IssueGroup>
              <IssueGroup title="These rows mean the same golfer. Skip or change all but one." isError>
                {twice.map(toIssue)}
              </IssueGroup>
              <IssueGroup title="Spelled differently in the field. Check that these are the right golfers.">
                {partial.map(toIssue)}
              </IssueGroup>
            </FocusFallbackContext>
          )}
        </div>
      </Modal>
    </>
  )
}

type IssueProps = { match: Match; golfers: readonly ScoredGolfer[]; onAssign: (golfer: string) => void }

function NameIssue({ match, golfers, onAssign }: IssueProps) {
  const name = match.name.replaceAll('\t', ' ')
  const found = golfers.find(({ id }) => id === match.id)
  return (
    <Issue
      name={
        <>
          {name} {found && '→'} <b>{found?.name}</b>
        </>
      }
    >
      {match.id === null && (
        <Candidates golfers={match.validation.candidates} onUse={({ espnId }) => onAssign(espnId)} />
      )}
      <select
        className="input"
        aria-label={`Golfer for ${name}`}
        value={match.id ?? ''}
        onChange={({ target }) => onAssign(target.value)}
      >
        <option value="">Another golfer</option>
        {golfers.map((golfer) => (
          <option key={golfer.id} value={golfer.id}>
            {golfer.name}
          </option>
        ))}
      </select>
      <FixButton onFix={() => onAssign('')} isQuiet>
        Skip <span className="visually-hidden">{name}</span>
      </FixButton>
    </Issue>
  )
}
