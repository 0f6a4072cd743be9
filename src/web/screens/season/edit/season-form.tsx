import { useDeferredValue, useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { AllSeasonPlaces, SeasonMessage } from '#contract/season-contract.ts'
import { Confirmation } from '#web/ui/confirmation.tsx'
import { InputField } from '#web/ui/input-field.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { useModalState } from '#web/ui/use-modal-state.ts'
import { PointsFields } from './season-fields.tsx'
import styles from './season-form.module.css'
import { SeasonPreview } from './season-preview.tsx'
import { SeasonTournaments } from './season-tournaments.tsx'
import {
  emptyValues,
  findErrors,
  type SeasonErrors,
  type SeasonValues,
  toSubmission,
  toValues,
} from './season-values.ts'
import { useSaveSeason } from './use-save-season.ts'

type Props = { stored: SeasonMessage | null; places: AllSeasonPlaces }

/** The settings of a season, with a preview of its standings. */
export function SeasonForm({ stored: opened, places }: Props) {
  const [stored] = useState(opened)
  const { tournaments } = places
  const [values, setValues] = useState<SeasonValues>(() => (stored ? toValues(stored, tournaments) : emptyValues))
  const [isSubmitted, setIsSubmitted] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const { save, remove, isBusy, failure, refused } = useSaveSeason()
  const { openModal, ...removal } = useModalState<SeasonMessage>()
  const found = findErrors(values)
  const errors: SeasonErrors = { ...refused, ...(isSubmitted ? found : {}) }
  const change = (part: Partial<SeasonValues>) => setValues((before) => ({ ...before, ...part }))

  function submit(): void {
    setIsSubmitted(true)
    if (Object.keys(found).length > 0) {
      // Once the errors have been rendered.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    save(toSubmission(values, tournaments, stored))
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) submit()
      }}
    >
      <PageHeading status="Season" title={stored === null ? 'New season' : `Edit ${stored.name}`} />
      <div className={styles.parts}>
        <div className={styles.fields}>
          <InputField label="Name" error={errors.name} value={values.name} onChange={(name) => change({ name })} />
          <SeasonTournaments {...{ id, values, tournaments, errors }} onChange={setValues} />
          <PointsFields {...{ id, values }} error={errors.table} onChange={change} />
          <InputField
            label="How many best results count"
            error={errors.best}
            help="Leave empty to count all results."
            className={`input ${styles.short}`}
            inputMode="numeric"
            value={values.best}
            onChange={(best) => change({ best })}
          />
        </div>
        <SeasonPreview values={useDeferredValue(values)} places={places} />
      </div>
      <div className={`buttons ${styles.actions}`}>
        <button type="submit" className="button" aria-disabled={isBusy || undefined}>
          Save
        </button>
        <Link className="button-secondary" to={stored === null ? '/season' : `/season/${stored.key}`}>
          Cancel
        </Link>
        {stored?.id != null && stored.version !== null && (
          <button type="button" className="button-text" onClick={() => openModal(stored)}>
            Remove this season
          </button>
        )}
        <p role="status" className="field-error">
          {failure}
        </p>
      </div>
      <Confirmation
        {...removal}
        title="Remove this season?"
        onYes={({ id, version }) => remove({ id: id ?? 0, version: version ?? 0 })}
      >
        <p>
          {stored?.year == null
            ? 'The tournaments and their results are kept.'
            : 'The year’s season goes back to all its tournaments and the default points.'}
        </p>
      </Confirmation>
    </form>
  )
}
