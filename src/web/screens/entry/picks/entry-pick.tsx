import { entryNumberOfPick, tierOfPick } from '#domain/entry-rules.ts'
import { type Player, tierNames } from '#domain/tournament.ts'
import { FieldMessages, type Messages, toDescribedBy } from '#web/forms/field-messages.tsx'
import { toUnavailableSentence } from '#web/golfer/unavailable-label.ts'
import type { UnavailableGolfers } from '#web/golfer/use-unavailable-golfers.ts'
import { listOtherEntriesWith, toEntryList } from '../form-state/entry-summary.ts'
import type { EntryValues } from '../form-state/entry-values.ts'
import { searchNames } from './name-search.ts'
import { PickCombobox } from './pick-combobox.tsx'

type Props = Pick<Messages, 'error' | 'savedElsewhere'> & {
  pickIndex: number
  picks: EntryValues['picks']
  /** In the order of their names. */
  players: readonly Player[]
  unavailableGolfers: UnavailableGolfers
  onPick: (playerId: number) => void
  isTouched: boolean
}

/** One golfer of an entry, chosen from a tier. */
export function EntryPick(props: Props) {
  const { pickIndex, picks, players, unavailableGolfers, onPick, isTouched, error, savedElsewhere } = props
  const tier = tierOfPick(pickIndex)
  const label = `Tier ${tierNames[tier]}`
  const id = `pick-${pickIndex}`
  const options = players
    .filter((player) => player.tier === tier)
    .map((player) => {
      const otherEntries = listOtherEntriesWith(picks, player.id, pickIndex)
      const unavailable = unavailableGolfers.get(player.id)
      const notes = [unavailable?.note, otherEntries.length === 0 ? undefined : `in ${toEntryList(otherEntries)}`]
      return {
        id: player.id,
        name: player.name,
        note: notes.filter((note) => note !== undefined).join(', '),
        unavailable,
      }
    })
  const selected = options.find((option) => option.id === picks[pickIndex])
  const caution =
    selected?.unavailable && toUnavailableSentence([{ name: selected.name, unavailable: selected.unavailable }])
  const messages = { error, caution, savedElsewhere }

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <PickCombobox
        id={id}
        title={`Entry ${entryNumberOfPick(pickIndex)}, ${label}`}
        options={options}
        selectedId={picks[pickIndex] ?? null}
        onSelect={onPick}
        isValid={isTouched ? error === undefined : undefined}
        describedBy={toDescribedBy(id, messages)}
        toEmptyText={(query) => toEmptyText(players, tier, query)}
      />
      <FieldMessages id={id} {...messages} />
    </div>
  )
}

/** Points out golfers of other tiers who match the search. */
function toEmptyText(players: readonly Player[], tier: Player['tier'], query: string): string {
  const others = searchNames(players, query).filter((player) => player.tier !== tier)
  const hints = others.slice(0, 3).map((player) => `${player.name} is in tier ${tierNames[player.tier]}.`)
  return [`No one in tier ${tierNames[tier]} matches.`, ...hints].join(' ')
}
