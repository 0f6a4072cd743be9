import { formatNumber } from '#domain/text/format.ts'
import type { BoardChances } from '#web/chances/use-chances.ts'
import { toSampleText, toWaitingText } from './entry-chances.tsx'

type NoteProps = { state: BoardChances; hasChanges?: boolean }

/** That it is a forecast, in one sentence. */
export function ForecastNote({ state, hasChanges = true }: NoteProps) {
  if (state.figures === null) return <p className="small-print">{toWaitingText(state)}</p>
  const { simulations, sampling, win } = state.figures.chances
  return (
    <p className="small-print">
      A forecast from {formatNumber(simulations)} simulations of what is left
      {toSampleText(sampling, win.length)}.
      {sampling !== null && ' ± is the margin of error in points, 19 times out of 20.'}
      {hasChanges && ' Arrows: change since the round began, in percentage points.'}
    </p>
  )
}
