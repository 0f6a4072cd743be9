import { Link } from 'wouter'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import { placeOfRow, type Standings } from '#domain/standings/standings.ts'
import { formatNumber } from '#domain/text/format.ts'
import { ChanceChange, ChanceFigure, listChances } from '#web/chances/chance-figure.tsx'
import { chanceOf, toErrorPoints, toPlacesWords, toPossibleSentence, toWaitingText } from '#web/chances/chances-text.ts'
import { PlaceRange } from '#web/chances/place-range.tsx'
import { type BoardChances, useChances } from '#web/chances/use-chances.ts'
import { useGroup } from '#web/groups/use-friend-group.ts'
import { type ScenarioEntries, toWhatIfSearch } from '#web/url/scenario-address.ts'
import styles from './chances.module.css'

type Props = {
  standings: Standings
  leaderboard: Leaderboard
  row: number
  /** Undefined on the real board. */
  scenario: ScenarioEntries | undefined
}

/** The chances of one entry in its details: how likely, between which places, what is still possible. */
export function EntryChances({ standings, leaderboard, row, scenario }: Props) {
  const { pool } = standings
  const isReal = scenario === undefined
  const state = useChances({ pool, leaderboard, rows: [row], roundStart: isReal, ...(!isReal && { scenario }) })
  return (
    <section className={`stack-tight ${state.isPending ? styles.pending : ''}`} aria-label="Chances">
      <h3>Chances</h3>
      {state.figures === null ? (
        <p className="soft">{toWaitingText(state)}</p>
      ) : (
        <EntryFigures
          standings={standings}
          row={row}
          state={isReal ? state : { ...state, roundStart: null }}
          figures={state.figures}
        />
      )}
      {isReal && (
        <Link className="button-text target" to={toWhatIfSearch(pool, [])}>
          What if…
        </Link>
      )}
    </section>
  )
}

type FiguresProps = {
  standings: Standings
  state: BoardChances
  figures: NonNullable<BoardChances['figures']>
  row: number
}

function EntryFigures({ standings, state: { roundStart, possible }, figures: { chances }, row }: FiguresProps) {
  const places = possible.get(row)
  const [best, worst] = [chances.likelyBest[row] ?? 0, chances.likelyWorst[row] ?? 0]
  const columns = listChances(places)
  const error = toErrorPoints(Math.max(...columns.map(([, column]) => chanceOf(chances, column, row).error)))
  return (
    <>
      <dl className={`figures ${styles.figures}`}>
        {columns.map(([name, column, certainty]) => (
          <div key={column}>
            <dt>{name}</dt>
            <dd>
              <ChanceFigure chance={chanceOf(chances, column, row)} certainty={certainty} />{' '}
              <ChanceChange
                before={roundStart && chanceOf(roundStart, column, row)}
                now={chanceOf(chances, column, row)}
              />
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.places}>
        <PlaceRange best={best} worst={worst} size={standings.size} place={placeOfRow(standings, row)} />
        <p>Most likely finish: {toPlacesWords(best, worst)} (4 in 5).</p>
        {places !== undefined && <p className="small-print">{toPossibleSentence(places)}</p>}
      </div>
      <p className="small-print">
        From {formatNumber(chances.simulations)} simulations; accurate to about {error} {error > 1 ? 'points' : 'point'}
        .
      </p>
    </>
  )
}

type NoteProps = { state: BoardChances; hasChanges?: boolean }

/** That it is a forecast, in one sentence. */
export function ForecastNote({ state, hasChanges = true }: NoteProps) {
  const group = useGroup()
  if (state.figures === null) return <p className="small-print">{toWaitingText(state)}</p>
  return (
    <p className="small-print">
      A forecast from {formatNumber(state.figures.chances.simulations)} simulations of what is left.
      {group && ` To win is to be first in ${group.name}.`}
      {hasChanges && ' Arrows: change since the round began, in percentage points.'}
    </p>
  )
}
