import { tierOfPlace } from '#domain/entry-rules.ts'
import { type Player, tierNames } from '#domain/tournament.ts'
import { toOutSentence } from '#web/golfer/out-words.ts'
import type { GolfersOut } from '#web/golfer/use-golfers-out.ts'
import styles from '../entry-form.module.css'
import { entryNumberAt } from '../form-state/entry-fields.ts'
import { listOtherHolders, toEntryList } from '../form-state/entry-summary.ts'
import type { EntryValues } from '../form-state/entry-values.ts'
import { PickCombobox } from './pick-combobox.tsx'
import { searchNames } from './pick-search.ts'

type Props = {
  place: number
  picks: EntryValues['picks']
  /** All players by name. */
  players: readonly Player[]
  golfersOut: GolfersOut
  onPick: (place: number, playerId: number) => void
  isTouched: boolean
  fault: string | undefined
  /** Who stands here in a version that was saved elsewhere, where it is somebody else. */
  elsewhere: string | undefined
}

/** One golfer of one entry, from the players of a tier. */
export function EntryPick({ place, picks, players, golfersOut, onPick, isTouched, fault, elsewhere }: Props) {
  const tier = tierOfPlace(place)
  const label = `Tier ${tierNames[tier]}`
  const id = `pick-${place}`
  const options = players
    .filter((player) => player.tier === tier)
    .map((player) => {
      const holders = listOtherHolders(picks, player.id, place)
      const out = golfersOut.get(player.id)
      const notes = [out?.note, holders.length === 0 ? undefined : `in ${toEntryList(holders)}`]
      return {
        id: player.id,
        name: player.name,
        note: notes.filter((note) => note !== undefined).join(', '),
        out,
      }
    })
  const lost = options.find((option) => option.id === picks[place] && option.out !== undefined)
  const notes = [lost && `${id}-out`, fault && `${id}-fault`, elsewhere && `${id}-elsewhere`].filter(Boolean)

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <PickCombobox
        id={id}
        title={`Entry ${entryNumberAt(place)}, ${label}`}
        options={options}
        chosenId={picks[place] ?? null}
        onChoose={(playerId) => onPick(place, playerId)}
        isValid={isTouched ? fault === undefined : undefined}
        describedBy={notes.length > 0 ? notes.join(' ') : undefined}
        explainNobody={(query) => explainNobody(players, tier, query)}
      />
      {lost?.out !== undefined && (
        <p id={`${id}-out`} className={styles['out']}>
          {toOutSentence([{ name: lost.name, out: lost.out }])}
        </p>
      )}
      {fault !== undefined && (
        <p id={`${id}-fault`} className="field-fault">
          {fault}
        </p>
      )}
      {elsewhere !== undefined && (
        <p id={`${id}-elsewhere`} className={styles['elsewhere']}>
          Saved elsewhere: {elsewhere}
        </p>
      )}
    </div>
  )
}

/** Who is looked for in the wrong tier is told the right one. */
function explainNobody(players: readonly Player[], tier: Player['tier'], query: string): string {
  const others = searchNames(players, query).filter((player) => player.tier !== tier)
  const nobody = `Nobody in tier ${tierNames[tier]} has that name.`
  const told = others.slice(0, 3).map((player) => `${player.name} is in tier ${tierNames[player.tier]}.`)
  return [nobody, ...told].join(' ')
}
