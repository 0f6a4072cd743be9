import { Link } from 'wouter'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import type { Sampling } from '#domain/forecast/forecast.ts'
import { placeOfRow, type Standings } from '#domain/standings/standings.ts'
import { formatNumber } from '#domain/text/format.ts'
import { ChanceChange, ChanceFigure, listChances } from '#web/chances/chance-figure.tsx'
import { chanceOf, toErrorPoints, toPlacesWords, toPossibleSentence } from '#web/chances/chances-text.ts'
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
          {...{ standings, row }}
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

function toWaitingText({ failure }: BoardChances): string {
  return failure === null ? 'Simulating the rest of the tournament…' : 'This browser can’t compute the chances.'
}

type FiguresProps = {
  standings: Standings
  state: BoardChances
  figures: NonNullable<BoardChances['figures']>
  row: number
}

function EntryFigures({ standings, state: { roundStart, possible }, figures: { chances }, row }: FiguresProps) {
  const places = possible.get(row)
  const { simulations, sampling } = chances
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
        <PlaceRange {...{ best, worst }} size={standings.size} place={placeOfRow(standings, row)} />
        <p>Most likely finish: {toPlacesWords(best, worst)} (4 in 5).</p>
        {places !== undefined && <p className="small-print">{toPossibleSentence(places)}</p>}
      </div>
      <p className="small-print">
        From {formatNumber(simulations)} simulations{toSampleText(sampling, standings.size)}; accurate to about {error}{' '}
        {error > 1 ? 'points' : 'point'}.
      </p>
    </>
  )
}

/** ", with a sample of 10,000 of the 100,000 entries as rivals"; empty where all are simulated. */
function toSampleText(sampling: Sampling | null, size: number): string {
  if (sampling === null || sampling.rivals >= size) return ''
  return `, with a sample of ${formatNumber(sampling.rivals)} of the ${formatNumber(size)} entries as rivals`
}

type NoteProps = { state: BoardChances; hasChanges?: boolean }

/** That it is a forecast, in one sentence. */
export function ForecastNote({ state, hasChanges = true }: NoteProps) {
  const group = useGroup()
  if (state.figures === null) return <p className="small-print">{toWaitingText(state)}</p>
  const { simulations, sampling, win } = state.figures.chances
  return (
    <p className="small-print">
      A forecast from {formatNumber(simulations)} simulations of what is left
      {toSampleText(sampling, win.length)}.
      {sampling !== null && ' ± is the margin of error in points, 19 times out of 20.'}
      {group && ` To win is to be first in ${group.name}.`}
      {hasChanges && ' Arrows: change since the round began, in percentage points.'}
    </p>
  )
}
