import { entryNumberOfPick, tierOfPick } from '#domain/entries/entry-rules.ts'
import { type EntryNumber, entryNumbers, type Player, tierNames, tiers } from '#domain/tournament/tournament.ts'
import { FieldMessages, type Messages, toDescribedBy } from '#web/forms/field-messages.tsx'
import { toUnavailableSentence } from '#web/golfer/unavailable-label.ts'
import type { TeeTimes } from '#web/golfer/use-tee-times.ts'
import type { UnavailableGolfers } from '#web/golfer/use-unavailable-golfers.ts'
import { toDayAndClock } from '#web/time/board-time.ts'
import styles from '../entry-form.module.css'
import { copyPicks, type EntryFormState, undoCopy, withPick } from '../form-state/entry-form-state.ts'
import { listOtherEntriesWith, toEntryList } from '../form-state/entry-summary.ts'
import { type EntryValues, type FieldName, pickField, pickIndexesOf } from '../form-state/entry-values.ts'
import { searchNames } from './name-search.ts'
import { PickCombobox } from './pick-combobox.tsx'

type Props = {
  entryNumber: EntryNumber
  state: EntryFormState
  edit: (change: (state: EntryFormState) => EntryFormState) => void
  /** In the order of the tiers. */
  players: readonly Player[]
  unavailableGolfers: UnavailableGolfers
  teeTimes: TeeTimes
  statusOf: (field: FieldName, savedElsewhere: string | undefined) => Messages & { isTouched: boolean }
}

/** One of the three entries: a golfer from each tier. */
export function EntryGroup(props: Props) {
  const { entryNumber, state, edit, players, unavailableGolfers, teeTimes, statusOf } = props
  const { picks } = state.values
  const pickIndexes = pickIndexesOf(entryNumber)
  const picked = pickIndexes.filter((pickIndex) => picks[pickIndex] !== null).length
  const copiedFrom = state.copied?.into === entryNumber ? state.copied.from : undefined
  const headingId = `entry-${entryNumber}`
  const findSavedElsewhere = (pickIndex: number) =>
    players.find(({ id }) => id === state.conflict?.values.picks[pickIndex])?.name
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot be part of the grid that aligns the three groups.
    <div role="group" className={`stack-close ${styles.group}`} aria-labelledby={headingId}>
      <div className={`cluster ${styles['group-head']}`}>
        <h2 id={headingId}>Entry {entryNumber}</h2>
        <span className="soft">
          {picked} of {tiers.length}
        </span>
        <div className={`cluster ${styles['copy-actions']}`}>
          {copiedFrom === undefined ? (
            entryNumbers
              .filter((from) => from !== entryNumber)
              .map((from) => (
                <button
                  key={from}
                  type="button"
                  className="button-text"
                  disabled={!canCopy(from, entryNumber, picks)}
                  onClick={() => edit((form) => copyPicks(form, from, entryNumber))}
                >
                  Copy from Entry {from}
                  <span className="visually-hidden"> into Entry {entryNumber}</span>
                </button>
              ))
          ) : (
            <button type="button" className="button-text" onClick={() => edit(undoCopy)}>
              Undo
              <span className="visually-hidden"> the copy into Entry {entryNumber}</span>
            </button>
          )}
          <span role="status" className={`small-print ${styles.copied}`}>
            {copiedFrom !== undefined && `Entry ${copiedFrom} copied.`}
          </span>
        </div>
      </div>
      {pickIndexes.map((pickIndex) => (
        <EntryPick
          key={pickIndex}
          {...{ pickIndex, picks, players, unavailableGolfers, teeTimes }}
          onPick={(playerId) => edit((form) => withPick(form, pickIndex, playerId))}
          {...statusOf(pickField(pickIndex), findSavedElsewhere(pickIndex))}
        />
      ))}
    </div>
  )
}

/** Whether a copy would change anything. */
function canCopy(from: EntryNumber, into: EntryNumber, picks: EntryValues['picks']): boolean {
  const source = pickIndexesOf(from).map((pickIndex) => picks[pickIndex])
  const target = pickIndexesOf(into).map((pickIndex) => picks[pickIndex])
  return source.some((id, index) => id !== null && id !== target[index])
}

type EntryPickProps = Pick<Messages, 'error' | 'savedElsewhere'> & {
  pickIndex: number
  picks: EntryValues['picks']
  /** In the order of the tiers. */
  players: readonly Player[]
  unavailableGolfers: UnavailableGolfers
  teeTimes: TeeTimes
  onPick: (playerId: number) => void
  isTouched: boolean
}

/** One golfer of an entry, chosen from a tier. */
function EntryPick(props: EntryPickProps) {
  const { pickIndex, picks, players, unavailableGolfers, teeTimes, onPick, isTouched, error, savedElsewhere } = props
  const tier = tierOfPick(pickIndex)
  const label = `Tier ${tierNames[tier]}`
  const id = `pick-${pickIndex}`
  const isRanked = players.some(({ rank }) => rank !== undefined)
  const options = players
    .filter((player) => player.tier === tier)
    .map((player, index) => {
      const otherEntries = listOtherEntriesWith(picks, player.id, pickIndex)
      const unavailable = unavailableGolfers.get(player.id)
      const teeTime = unavailable === undefined ? teeTimes.get(player.espnId) : undefined
      const notes = [
        player.rank === undefined ? undefined : `Rank ${player.rank}`,
        unavailable?.note ?? (teeTime === undefined ? undefined : toDayAndClock(teeTime)),
        otherEntries.length === 0 ? undefined : `in ${toEntryList(otherEntries)}`,
      ]
      return {
        id: player.id,
        name: player.name,
        rank: isRanked ? (player.rank ?? null) : index + 1,
        rankKind: isRanked ? ('ranking' as const) : ('tier' as const),
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
