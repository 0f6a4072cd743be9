import { entryNumberOfPick, tierOfPick } from '#domain/entry-rules.ts'
import { type Player, tierNames } from '#domain/tournament.ts'
import { toUnavailableSentence } from '#web/golfer/unavailable-label.ts'
import type { UnavailableGolfers } from '#web/golfer/use-unavailable-golfers.ts'
import styles from '../entry-form.module.css'
import { listOtherEntriesWith, toEntryList } from '../form-state/entry-summary.ts'
import type { EntryValues } from '../form-state/entry-values.ts'
import { searchNames } from './name-search.ts'
import { PickCombobox } from './pick-combobox.tsx'

type Props = {
  pickIndex: number
  picks: EntryValues['picks']
  /** All players by name. */
  players: readonly Player[]
  unavailableGolfers: UnavailableGolfers
  onPick: (pickIndex: number, playerId: number) => void
  isTouched: boolean
  error: string | undefined
  /** Who stands here in a version that was saved theirs, where it is somebody else. */
  theirs: string | undefined
}

/** One golfer of one entry, from the players of a tier. */
export function EntryPick({
  pickIndex,
  picks,
  players,
  unavailableGolfers,
  onPick,
  isTouched,
  error,
  theirs,
}: Props) {
  const tier = tierOfPick(pickIndex)
  const label = `Tier ${tierNames[tier]}`
  const id = `pick-${pickIndex}`
  const options = players
    .filter((player) => player.tier === tier)
    .map((player) => {
      const otherEntries = listOtherEntriesWith(picks, player.id, pickIndex)
      const unavailable = unavailableGolfers.get(player.id)
      const notes = [
        unavailable?.note,
        otherEntries.length === 0 ? undefined : `in ${toEntryList(otherEntries)}`,
      ]
      return {
        id: player.id,
        name: player.name,
        note: notes.filter((note) => note !== undefined).join(', '),
        unavailable,
      }
    })
  const lost = options.find((option) => option.id === picks[pickIndex] && option.unavailable !== undefined)
  const notes = [lost && `${id}-out`, error && `${id}-fault`, theirs && `${id}-elsewhere`].filter(Boolean)

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <PickCombobox
        id={id}
        title={`Entry ${entryNumberOfPick(pickIndex)}, ${label}`}
        options={options}
        selectedId={picks[pickIndex] ?? null}
        onSelect={(playerId) => onPick(pickIndex, playerId)}
        isValid={isTouched ? error === undefined : undefined}
        describedBy={notes.length > 0 ? notes.join(' ') : undefined}
        toEmptyText={(query) => toEmptyText(players, tier, query)}
      />
      {lost?.unavailable !== undefined && (
        <p id={`${id}-out`} className={styles['unavailable']}>
          {toUnavailableSentence([{ name: lost.name, unavailable: lost.unavailable }])}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-fault`} className="field-error">
          {error}
        </p>
      )}
      {theirs !== undefined && (
        <p id={`${id}-elsewhere`} className={styles['theirs']}>
          Saved theirs: {theirs}
        </p>
      )}
    </div>
  )
}

/** Who is looked for in the wrong tier is told the right one. */
function toEmptyText(players: readonly Player[], tier: Player['tier'], query: string): string {
  const others = searchNames(players, query).filter((player) => player.tier !== tier)
  const nobody = `Nobody in tier ${tierNames[tier]} has that name.`
  const told = others.slice(0, 3).map((player) => `${player.name} is in tier ${tierNames[player.tier]}.`)
  return [nobody, ...told].join(' ')
}
