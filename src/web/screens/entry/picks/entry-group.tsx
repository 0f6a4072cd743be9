import { type EntryNumber, type Player, tiers } from '#domain/tournament/tournament.ts'
import type { FieldStatus } from '#web/forms/text-field.tsx'
import styles from '#web/screens/entry/entry-form.module.css'
import {
  copyPicks,
  type EntryFormState,
  fillPick,
  findNextEntry,
  listCopies,
  undoFill,
  withPick,
} from '#web/screens/entry/form-state/entry-form-state.ts'
import { type FieldName, pickField, pickIndexesOf } from '#web/screens/entry/form-state/entry-values.ts'
import { Menu } from '#web/ui/menu.tsx'
import { EntryPick, type Tournament } from './entry-pick.tsx'

type Props = {
  entryNumber: EntryNumber
  state: EntryFormState
  edit: (change: (state: EntryFormState) => EntryFormState) => void
  tournament: Tournament
  statusOf: (field: FieldName, savedElsewhere: string | undefined) => FieldStatus
}

/** One of the three entries: a golfer from each tier. */
export function EntryGroup({ entryNumber, state, edit, tournament, statusOf }: Props) {
  const { values, conflict, filled } = state
  const { picks, answers } = values
  const pickIndexes = pickIndexesOf(entryNumber)
  const picked = pickIndexes.filter((pickIndex) => picks[pickIndex] !== null).length
  const headingId = `entry-${entryNumber}`
  const findSavedElsewhere = (pickIndex: number) =>
    tournament.players.find(({ id }) => id === conflict?.values.picks[pickIndex])?.name
  const undo = () => edit(undoFill)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot be part of the grid that aligns the three groups.
    <div role="group" className={`stack-close ${styles.group}`} aria-labelledby={headingId}>
      <div className={`cluster ${styles['group-head']}`}>
        <h2 id={headingId}>Entry {entryNumber}</h2>
        <span className="soft">
          {picked} of {tiers.length}
        </span>
        <div className={`cluster ${styles['copy-actions']}`}>
          {filled?.into === entryNumber ? (
            <button
              type="button"
              className="button-text"
              // The button that copied is gone. A drawn golfer leaves the focus at their field.
              ref={filled.kind === 'copy' ? focus : undefined}
              onClick={undo}
            >
              Undo
              <span className="visually-hidden">
                {filled.kind === 'copy' ? ` the copy into Entry ${entryNumber}` : ' the pick for me'}
              </span>
            </button>
          ) : (
            entryNumber === findNextEntry(picks) && <CopyMenu entryNumber={entryNumber} picks={picks} edit={edit} />
          )}
          <span role="status" className={`small-print ${styles.copied}`}>
            {filled?.into === entryNumber && toFilledText(filled, picks, tournament.players)}
          </span>
        </div>
      </div>
      {pickIndexes.map((pickIndex) => (
        <EntryPick
          key={pickIndex}
          pickIndex={pickIndex}
          picks={picks}
          answers={answers}
          tournament={tournament}
          onPick={(shownIndex, playerId) => edit((form) => withPick(form, shownIndex, playerId))}
          onDraw={(shownIndex, playerId) => edit((form) => fillPick(form, shownIndex, playerId))}
          drawnIndex={filled?.kind === 'draw' ? filled.pickIndex : null}
          onUndo={undo}
          {...statusOf(pickField(pickIndex), findSavedElsewhere(pickIndex))}
        />
      ))}
    </div>
  )
}

const focus = (button: HTMLElement | null) => button?.focus()

function toFilledText(
  filled: NonNullable<EntryFormState['filled']>,
  picks: EntryFormState['values']['picks'],
  players: readonly Player[],
): string {
  if (filled.kind === 'copy') return `Entry ${filled.from} copied.`
  return `${players.find(({ id }) => id === picks[filled.pickIndex])?.name} drawn.`
}

type CopyMenuProps = Pick<Props, 'entryNumber' | 'edit'> & { picks: EntryFormState['values']['picks'] }

/** All copies that would change something. The form has one, at the entry that is filled in next. */
function CopyMenu({ entryNumber, picks, edit }: CopyMenuProps) {
  const copies = listCopies(picks, entryNumber)
  if (copies.length === 0) return null
  return (
    <>
      <button type="button" className="button-text" popoverTarget="copy-picks">
        Copy from…
      </button>
      <Menu id="copy-picks">
        {copies.map((copy) => (
          <button
            key={`${copy.from} ${copy.into}`}
            type="button"
            onClick={({ currentTarget }) => {
              currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
              edit((form) => copyPicks(form, copy))
            }}
          >
            Entry {copy.from} into Entry {copy.into}
          </button>
        ))}
      </Menu>
    </>
  )
}
