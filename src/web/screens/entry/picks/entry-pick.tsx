import { useState } from 'react'
import {
  entryNumberOfPick,
  type Player,
  type TournamentWithEntries,
  tierNames,
  tierOfPick,
  tiers,
} from '#domain/tournament/tournament.ts'
import { FieldMessages, type FieldStatus, toDescribedBy } from '#web/forms/text-field.tsx'
import { toUnavailableSentence, UnavailableBadge } from '#web/golfer/unavailable-badge.tsx'
import type { UnavailableGolfers, UpcomingGolfers } from '#web/golfer/use-unavailable-golfers.ts'
import styles from '#web/screens/entry/entry-form.module.css'
import { listOtherEntriesWith, toEntryList } from '#web/screens/entry/form-state/entry-summary.ts'
import { type EntryValues, findNextOpen } from '#web/screens/entry/form-state/entry-values.ts'
import { drawGolfer } from '#web/screens/entry/form-state/pick-draw.ts'
import { toDayAndClock } from '#web/time/time-text.ts'
import { searchNames } from './name-search.ts'
import { PickCombobox } from './pick-combobox.tsx'

/** What the lists of golfers need to know of the tournament. */
export type Tournament = Pick<TournamentWithEntries, 'id' | 'recentTournaments'> & {
  /** In the order of the tiers. */
  readonly players: readonly Player[]
  readonly unavailableGolfers: UnavailableGolfers
  readonly upcomingGolfers: UpcomingGolfers
}

type Props = Pick<FieldStatus, 'error' | 'savedElsewhere' | 'isTouched' | 'mark'> & {
  pickIndex: number
  picks: EntryValues['picks']
  answers: EntryValues['answers']
  tournament: Tournament
  onPick: (pickIndex: number, playerId: number) => void
  /** Fills in a golfer who was drawn. */
  onDraw: (pickIndex: number, playerId: number) => void
  /** The pick that was drawn last, while that can be undone. */
  drawnIndex: number | null
  onUndo: () => void
}

/** One golfer of an entry, chosen from a tier. */
export function EntryPick(props: Props) {
  const { pickIndex, picks, tournament, onPick, onDraw, drawnIndex, onUndo, isTouched, error, savedElsewhere } = props
  const { players, unavailableGolfers, upcomingGolfers, recentTournaments = [] } = tournament
  // The list of this field goes on to other picks.
  const [shownIndex, setShownIndex] = useState(pickIndex)
  const tier = tierOfPick(shownIndex)
  const id = `pick-${pickIndex}`
  const isRanked = players.some(({ rank }) => rank !== undefined)
  const tierList = players.filter((player) => player.tier === tier)
  const listOtherEntries = (playerId: number) => listOtherEntriesWith(picks, playerId, shownIndex)
  const options = tierList.map((player, index) => {
    const otherEntries = listOtherEntries(player.id)
    const unavailable = unavailableGolfers.get(player.id)
    const { teeTime = null, logoImage = null } = upcomingGolfers.get(player.espnId) ?? {}
    const finishes = player.finishes ?? []
    const availability = unavailable?.note ?? (teeTime === null ? '' : toDayAndClock(teeTime))
    const places = finishes.map((finish) => finish ?? '–').join(', ')
    const others = otherEntries.length === 0 ? '' : `in ${toEntryList(otherEntries)}`
    return {
      id: player.id,
      espnId: player.espnId,
      name: player.name,
      rank: isRanked ? (player.rank ?? null) : index + 1,
      rankKind: isRanked ? ('ranking' as const) : ('tier' as const),
      flag: logoImage,
      note: joinParts(availability, places, others),
      about: joinParts(
        `Tier ${tierNames[tier]}`,
        isRanked ? toRankText(player) : `number ${index + 1}`,
        availability,
        others,
      ),
      finishes: recentTournaments.map((name, index) => [name, finishes[index] ?? null] as const),
      unavailable,
    }
  })
  const selected = players.find((player) => player.id === picks[pickIndex])
  const unavailable = selected && unavailableGolfers.get(selected.id)
  const caution = unavailable && toUnavailableSentence([{ name: selected.name, unavailable }])
  const messages = { error, caution, savedElsewhere }
  const nextIndex = findNextOpen(picks, shownIndex)
  const canBeDrawn = ({ id }: Player) => !unavailableGolfers.has(id) && listOtherEntries(id).length === 0
  const canDraw = picks[shownIndex] === null && tierList.some(canBeDrawn)

  function draw(): void {
    const player = drawGolfer(tierList, canBeDrawn, Math.random())
    if (player !== undefined) onDraw(shownIndex, player.id)
  }

  function undo(): void {
    if (drawnIndex !== null) setShownIndex(drawnIndex)
    onUndo()
  }

  return (
    <div className="field">
      <label htmlFor={id}>Tier {tierNames[tierOfPick(pickIndex)]}</label>
      <PickCombobox
        id={id}
        title={`Entry ${entryNumberOfPick(shownIndex)} · Tier ${tierNames[tier]} · ${tier + 1} of ${tiers.length}`}
        tournamentId={tournament.id}
        options={options}
        listNote={toListNote(isRanked, recentTournaments)}
        selectedId={picks[shownIndex] ?? null}
        onSelect={(playerId) => onPick(shownIndex, playerId)}
        onDraw={canDraw ? draw : undefined}
        drawn={drawnIndex === null ? undefined : { name: findName(players, picks[drawnIndex]), undo }}
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

function findName(players: readonly Player[], playerId: number | null | undefined): string {
  return players.find(({ id }) => id === playerId)?.name ?? ''
}

/** Says what the numbers of a list are. */
function toListNote(isRanked: boolean, recentTournaments: readonly string[]): string {
  const finishes = recentTournaments.length === 0 ? '' : `Finishes: ${recentTournaments.join(', ')}`
  return joinParts(isRanked ? 'Rank' : '', finishes)
}

function toRankText({ rank }: Player): string {
  return rank === undefined ? 'unranked' : `rank ${rank}`
}

function joinParts(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ')
}

/** Points out golfers of other tiers who match the search. */
function toEmptyText(players: readonly Player[], tier: Player['tier'], query: string): string {
  const others = searchNames(players, query).filter((player) => player.tier !== tier)
  const hints = others.slice(0, 3).map((player) => `${player.name} is in tier ${tierNames[player.tier]}.`)
  return [`No one in tier ${tierNames[tier]} matches.`, ...hints].join(' ')
}
