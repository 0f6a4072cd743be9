import type { AllSeasonPlaces } from '#contract/season-contract.ts'
import { toSeasonYear } from '#domain/season/season-definition.ts'
import { presetTables } from '#domain/season/season-points.ts'
import { pointsNames } from '#web/screens/season/season-texts.ts'
import { toMonth } from '#web/time/time-text.ts'
import { AreaField, Choice, InputField, Radios, SelectField } from '#web/ui/field.tsx'
import styles from './season-form.module.css'
import { type SeasonErrors, type SeasonValues, withYear } from './season-values.ts'

type Props = {
  id: string
  values: SeasonValues
  tournaments: AllSeasonPlaces['tournaments']
  errors: SeasonErrors
  onChange: (part: Partial<SeasonValues>) => void
}

/** The name of a season, its tournaments and its points. */
export function SeasonFields(props: Props) {
  const { values, errors, onChange } = props
  return (
    <div className="stack-wide">
      <InputField label="Name" error={errors.name} value={values.name} onChange={(name) => onChange({ name })} />
      <TournamentFields {...props} />
      <PointsFields {...props} />
      <InputField
        label="How many best results count"
        error={errors.best}
        help="Leave empty to count all results."
        className={`input ${styles.short}`}
        inputMode="numeric"
        value={values.best}
        onChange={(best) => onChange({ best })}
      />
    </div>
  )
}

/** The tournaments that count: those of a year, future ones included, and any others that are ticked. */
function TournamentFields({ id, values, tournaments, errors, onChange }: Props) {
  const years = listYears(values.year, tournaments)
  const toggle = (tournamentId: number) => {
    const ticked = new Set(values.ticked)
    if (!ticked.delete(tournamentId)) ticked.add(tournamentId)
    onChange({ ticked })
  }
  return (
    <>
      <SelectField
        label="Year"
        options={[['', 'None'], ...years.map((year) => [year, year] as const)]}
        className={`input ${styles.short}`}
        value={values.year}
        onChange={(year) => onChange(withYear(values, year, tournaments))}
        error={errors.year}
        help={
          values.year === ''
            ? 'Only the ticked tournaments count.'
            : `Tournaments in ${values.year} that have not ended yet will count too.`
        }
      />
      <fieldset className="stack-tight" aria-describedby={`${id}-tournaments-error`}>
        <legend className="field-label">Tournaments</legend>
        <p id={`${id}-tournaments-error`} className="field-error">
          {errors.tournaments}
        </p>
        {tournaments.length === 0 && <p className="small-print">No tournament has ended with places yet.</p>}
        <div className={styles.list}>
          {tournaments.toReversed().map((tournament) => (
            <Choice
              key={tournament.id}
              checked={values.ticked.has(tournament.id)}
              aria-invalid={errors.tournaments !== undefined || undefined}
              onChange={() => toggle(tournament.id)}
            >
              <span>
                {tournament.name}
                <span className="small-print"> {toMonth(tournament.start)}</span>
              </span>
            </Choice>
          ))}
        </div>
      </fieldset>
    </>
  )
}

/** Newest first: years with tournaments, this year, next year and the selected one. */
function listYears(chosen: string, tournaments: Props['tournaments']): string[] {
  const now = new Date().getUTCFullYear()
  const years = new Set([now + 1, now, ...tournaments.map(({ start }) => toSeasonYear(start))].map(String))
  if (chosen !== '') years.add(chosen)
  return [...years].sort().reverse()
}

const hints = {
  winner: `${presetTables.winner.join(', ')}.`,
  tour: `${presetTables.tour.slice(0, 8).join(', ')} … ${presetTables.tour.at(-1)} for ${presetTables.tour.length}th.`,
  everyone: 'One point for last place, and one more for each entry you beat.',
  own: 'Set the points for each place.',
} as const

const presets = (['winner', 'tour', 'everyone', 'own'] as const).map(
  (preset) => [preset, pointsNames[preset], hints[preset]] as const,
)

/** The choice of a points table. */
function PointsFields({ values, errors, onChange }: Props) {
  return (
    <fieldset className="stack-tight">
      <legend className="field-label">Points</legend>
      <Radios options={presets} chosen={values.preset} onChange={(preset) => onChange({ preset })} />
      {values.preset === 'own' && (
        <AreaField
          label="Points for 1st, 2nd, 3rd place and so on"
          error={errors.table}
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
