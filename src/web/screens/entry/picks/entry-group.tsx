import { useState } from 'react'
import {
  type EntryNumber,
  entryNumberOfPick,
  entryNumbers,
  type Player,
  tierNames,
  tierOfPick,
  tiers,
} from '#domain/tournament/tournament.ts'
import { FieldMessages, type FieldStatus, toDescribedBy } from '#web/forms/text-field.tsx'
import { toUnavailableSentence, UnavailableBadge } from '#web/golfer/unavailable-badge.tsx'
import type { UnavailableGolfers, UpcomingGolfers } from '#web/golfer/use-unavailable-golfers.ts'
import styles from '#web/screens/entry/entry-form.module.css'
import { copyPicks, type EntryFormState, undoCopy, withPick } from '#web/screens/entry/form-state/entry-form-state.ts'
import { listOtherEntriesWith, toEntryList } from '#web/screens/entry/form-state/entry-summary.ts'
import {
  type EntryValues,
  type FieldName,
  findNextOpen,
  pickField,
  pickIndexesOf,
} from '#web/screens/entry/form-state/entry-values.ts'
import { toDayAndClock } from '#web/time/time-text.ts'
import { searchNames } from './name-search.ts'
import { PickCombobox } from './pick-combobox.tsx'

type Props = {
  entryNumber: EntryNumber
  state: EntryFormState
  edit: (change: (state: EntryFormState) => EntryFormState) => void
  /** In the order of the tiers. */
  players: readonly Player[]
  unavailableGolfers: UnavailableGolfers
  upcomingGolfers: UpcomingGolfers
  statusOf: (field: FieldName, savedElsewhere: string | undefined) => FieldStatus
}

/** One of the three entries: a golfer from each tier. */
export function EntryGroup(props: Props) {
  const { entryNumber, state, edit, players, unavailableGolfers, upcomingGolfers, statusOf } = props
  const { picks, answers } = state.values
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
              .filter((from) => from !== entryNumber && canCopy(from, entryNumber, picks))
              .map((from) => (
                <button
                  key={from}
                  type="button"
                  className="button-text"
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
          pickIndex={pickIndex}
          picks={picks}
          answers={answers}
          players={players}
          unavailableGolfers={unavailableGolfers}
          upcomingGolfers={upcomingGolfers}
          onPick={(shownIndex, playerId) => edit((form) => withPick(form, shownIndex, playerId))}
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

type EntryPickProps = Pick<FieldStatus, 'error' | 'savedElsewhere' | 'isTouched' | 'mark'> & {
  pickIndex: number
  picks: EntryValues['picks']
  answers: EntryValues['answers']
  /** In the order of the tiers. */
  players: readonly Player[]
  unavailableGolfers: UnavailableGolfers
  upcomingGolfers: UpcomingGolfers
  onPick: (pickIndex: number, playerId: number) => void
}

/** One golfer of an entry, chosen from a tier. */
function EntryPick(props: EntryPickProps) {
  const { pickIndex, picks, players, unavailableGolfers, upcomingGolfers, onPick, isTouched, error, savedElsewhere } =
    props
  // The list of this field goes on to other picks.
  const [shownIndex, setShownIndex] = useState(pickIndex)
  const tier = tierOfPick(shownIndex)
  const id = `pick-${pickIndex}`
  const isRanked = players.some(({ rank }) => rank !== undefined)
  const options = players
    .filter((player) => player.tier === tier)
    .map((player, index) => {
      const otherEntries = listOtherEntriesWith(picks, player.id, shownIndex)
      const unavailable = unavailableGolfers.get(player.id)
      const { teeTime = null, logoImage = null } = upcomingGolfers.get(player.espnId) ?? {}
      const notes = [
        unavailable?.note ?? (teeTime === null ? undefined : toDayAndClock(teeTime)),
        player.finishes?.map((finish) => finish ?? '–').join(', '),
        otherEntries.length === 0 ? undefined : `in ${toEntryList(otherEntries)}`,
      ]
      return {
        id: player.id,
        name: player.name,
        rank: isRanked ? (player.rank ?? null) : index + 1,
        rankKind: isRanked ? ('ranking' as const) : ('tier' as const),
        flag: logoImage,
        note: notes.filter((note) => note !== undefined).join(' · '),
        unavailable,
      }
    })
  const selected = players.find((player) => player.id === picks[pickIndex])
  const unavailable = selected && unavailableGolfers.get(selected.id)
  const caution = unavailable && toUnavailableSentence([{ name: selected.name, unavailable }])
  const messages = { error, caution, savedElsewhere }
  const nextIndex = findNextOpen(picks, shownIndex)

  return (
    <div className="field">
      <label htmlFor={id}>Tier {tierNames[tierOfPick(pickIndex)]}</label>
      <PickCombobox
        id={id}
        title={`Entry ${entryNumberOfPick(shownIndex)} · Tier ${tierNames[tier]} · ${tier + 1} of ${tiers.length}`}
        options={options}
        selectedId={picks[shownIndex] ?? null}
        onSelect={(playerId) => onPick(shownIndex, playerId)}
        onNext={nextIndex === undefined ? undefined : () => setShownIndex(nextIndex)}
        onBack={shownIndex === 0 ? undefined : () => setShownIndex(shownIndex - 1)}
        onOpen={() => setShownIndex(pickIndex)}
        finalId={picks.includes(null) || props.answers[0] !== '' ? `pick-${shownIndex}` : 'answer-0'}
        isValid={isTouched ? error === undefined : undefined}
        mark={props.mark}
        describedBy={toDescribedBy(id, messages)}
        toEmptyText={(query) => toEmptyText(players, tier, query)}
      >
        {selected === undefined ? (
          <span className="soft">Choose a golfer</span>
        ) : (
          <span className={styles.picked}>
            {selected.name}
            {unavailable !== undefined && <UnavailableBadge unavailable={unavailable} />}
          </span>
        )}
      </PickCombobox>
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
