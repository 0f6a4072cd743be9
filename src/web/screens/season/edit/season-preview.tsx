import { useMemo } from 'react'
import type { AllSeasonPlaces } from '#contract/season-contract.ts'
import { scoreSeason } from '#domain/season/season.ts'
import { toPointsText } from '#domain/season/season-points.ts'
import { formatNumber } from '#domain/text/format.ts'
import { SmallTable } from '#web/ui/small-table.tsx'
import { toPlaceText } from '../season-texts.ts'
import styles from './season-form.module.css'
import { type SeasonValues, toPreview } from './season-values.ts'

const shown = 10

/** The standings for the values in the form. */
export function SeasonPreview({ values, places }: { values: SeasonValues; places: AllSeasonPlaces }) {
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
            rows={rows.slice(0, shown).map((row) => ({
              key: row.person.userId,
              cells: [toPlaceText(row), row.person.name, row.played, toPointsText(row.points)],
            }))}
          />
          {rows.length > shown && <p className="small-print">And {formatNumber(rows.length - shown)} more.</p>}
        </>
      )}
    </section>
  )
}
