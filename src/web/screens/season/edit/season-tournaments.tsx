import type { AllSeasonPlaces } from '#contract/season-contract.ts'
import { toSeasonYear } from '#domain/season/season-definition.ts'
import { toMonth } from '#web/time/time-text.ts'
import { Choice } from '#web/ui/choice.tsx'
import { Field } from '#web/ui/field.tsx'
import styles from './season-form.module.css'
import { type SeasonErrors, type SeasonValues, withYear } from './season-values.ts'

type Props = {
  id: string
  values: SeasonValues
  tournaments: AllSeasonPlaces['tournaments']
  errors: SeasonErrors
  onChange: (values: SeasonValues) => void
}

/** Which tournaments count: those of a year, future ones included, and any others that are ticked. */
export function SeasonTournaments({ id, values, tournaments, errors, onChange }: Props) {
  const years = listYears(values.year, tournaments)
  const toggle = (tournamentId: number) => {
    const ticked = new Set(values.ticked)
    if (!ticked.delete(tournamentId)) ticked.add(tournamentId)
    onChange({ ...values, ticked })
  }
  return (
    <>
      <Field
        label="Year"
        error={errors.year}
        help={
          values.year === ''
            ? 'Only the ticked tournaments count.'
            : `Tournaments in ${values.year} that have not ended yet will count too.`
        }
      >
        {(control) => (
          <select
            {...control}
            className={`input ${styles.short}`}
            value={values.year}
            onChange={({ target }) => onChange(withYear(values, target.value, tournaments))}
          >
            <option value="">None</option>
            {years.map((year) => (
              <option key={year} value={year}>
                {year}
              </option>
            ))}
          </select>
        )}
      </Field>
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
  return [...years].sort((a, b) => Number(b) - Number(a))
}
