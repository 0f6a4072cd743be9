import { useDeferredValue, useId, useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { AllSeasonPlaces, SeasonMessage } from '#contract/season-contract.ts'
import { scoreSeason } from '#domain/season/season.ts'
import { toPointsText } from '#domain/season/season-points.ts'
import { formatNumber } from '#domain/text/format.ts'
import { toPlaceText } from '#web/screens/season/season-texts.ts'
import { Confirmation } from '#web/ui/confirmation.tsx'
import { handleSubmit } from '#web/ui/handle-submit.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SmallTable } from '#web/ui/small-table.tsx'
import { useModalState } from '#web/ui/use-modal-state.ts'
import { SeasonFields } from './season-fields.tsx'
import styles from './season-form.module.css'
import {
  emptyValues,
  findErrors,
  type SeasonErrors,
  type SeasonValues,
  toPreview,
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
    <form ref={form} noValidate onSubmit={handleSubmit(() => isBusy || submit())}>
      <PageHeading status="Season" title={stored === null ? 'New season' : `Edit ${stored.name}`} />
      <div className={`parts ${styles.parts}`}>
        <SeasonFields id={id} values={values} tournaments={tournaments} errors={errors} onChange={change} />
        <Preview values={useDeferredValue(values)} places={places} />
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

const previewRows = 10

/** The standings for the values in the form. */
function Preview({ values, places }: { values: SeasonValues; places: AllSeasonPlaces }) {
  const rows = useMemo(() => {
    const season = toPreview(values, places)
    return season && scoreSeason(season)
  }, [values, places])
  return (
    <section className={styles.preview} aria-labelledby="season-preview">
      <h2 id="season-preview">Preview</h2>
      {rows === null && <p>The preview appears once the points and the number of results are valid.</p>}
      {rows?.length === 0 && <p>No one has a result in these tournaments.</p>}
      {rows !== null && rows.length > 0 && (
        <>
          <SmallTable
            label="Preview of the standings"
            columns={['Pos', 'Name', 'Played', 'Points']}
            heading="Name"
            numbers={2}
            rows={rows.slice(0, previewRows).map((row) => ({
              key: row.person.userId,
              cells: [toPlaceText(row), row.person.name, row.played, toPointsText(row.points)],
            }))}
          />
          {rows.length > previewRows && (
            <p className="small-print">And {formatNumber(rows.length - previewRows)} more.</p>
          )}
        </>
      )}
    </section>
  )
}
