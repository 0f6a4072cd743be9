import { presetTables } from '#domain/season/season-points.ts'
import { AreaField } from '#web/ui/area-field.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { pointsNames } from '../season-texts.ts'
import type { SeasonValues } from './season-values.ts'

const hints = {
  winner: `${presetTables.winner.join(', ')}.`,
  tour: `${presetTables.tour.slice(0, 8).join(', ')} … ${presetTables.tour.at(-1)} for ${presetTables.tour.length}th.`,
  everyone: 'One point for last place, and one more for each entry you beat.',
  own: 'Set the points for each place.',
} as const

const presets = ['winner', 'tour', 'everyone', 'own'] as const

type PointsProps = {
  id: string
  values: Pick<SeasonValues, 'preset' | 'table'>
  error: string | undefined
  onChange: (part: Partial<SeasonValues>) => void
}

/** The choice of a points table. */
export function PointsFields({ id, values, error, onChange }: PointsProps) {
  return (
    <fieldset className="stack-tight">
      <legend className="field-label">Points</legend>
      {presets.map((preset) => (
        <Choice
          key={preset}
          type="radio"
          name={`${id}-preset`}
          checked={values.preset === preset}
          onChange={() => onChange({ preset })}
        >
          <span>
            {pointsNames[preset]}
            <span className="small-print"> {hints[preset]}</span>
          </span>
        </Choice>
      ))}
      {values.preset === 'own' && (
        <AreaField
          label="Points for 1st, 2nd, 3rd place and so on"
          error={error}
          help="Whole numbers. Entries that share a place get the average."
          rows={3}
          placeholder="10, 6, 4, 3, 2, 1"
          value={values.table}
          onChange={(table) => onChange({ table })}
        />
      )}
    </fieldset>
  )
}
