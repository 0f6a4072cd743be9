import type { Announcement } from '#contract/announcement-contract.ts'
import {
  maxHouseRulesLength,
  maxLineLength,
  maxTiebreakerLength,
  maxTierLines,
  maxTournamentNameLength,
} from '#contract/limits.ts'
import type { TournamentResponse } from '#contract/tournament-contract.ts'
import type { TournamentSubmission } from '#contract/tournament-submission-contract.ts'
import { emptyFee, type Fee, readFee } from '#domain/payments/fee.ts'
import { type Tier, tierNames, tiers } from '#domain/tournament/tournament.ts'
import { type ListedPlayer, toOrderedPlayers } from '#domain/tournament/tournament-edit.ts'
import {
  emptyStart,
  findStartError,
  formatStart,
  isSameStart,
  parseStart,
  type StartValue,
  toStartValue,
} from './start-value.ts'
import { listNames, toDisplayName, toLines } from './tier-list-parser.ts'

/** The content of the form, as typed. */
export type TournamentValues = {
  readonly espnId: string
  readonly name: string
  readonly start: StartValue
  readonly tiebreakers: readonly [string, string]
  /** One name per line. */
  readonly tiers: TierTexts
  readonly ranks: Ranks
  /** An empty price means that playing is free. */
  readonly fee: Fee
  readonly houseRules: string
}

/** The golfers' ranks by athlete id, in the ranking from which the tiers were proposed (docs/rules.md, 8.6). */
export type Ranks = Readonly<Record<string, number>>

export type TierTexts = readonly [string, string, string, string]

export const emptyValues: TournamentValues = {
  espnId: '',
  name: '',
  start: emptyStart,
  tiebreakers: ['', ''],
  tiers: ['', '', '', ''],
  ranks: {},
  fee: emptyFee,
  houseRules: '',
}

/** The announced event, with its start as the organisers' own. */
export function toNewValues({ event }: Announcement, zone: string): TournamentValues {
  return { ...emptyValues, ...event, start: toStartValue(event.start, zone) }
}

export type SavedTournament = ReturnType<typeof toSavedTournament>

/** A saved tournament, as the server stores it and as the form shows it. */
export function toSavedTournament(response: TournamentResponse, zone: string) {
  const { id, espnId, name, start, followsFeed = false, tiebreakers, fee, houseRules = '' } = response
  const players = toOrderedPlayers(response.players ?? [])
  const listOf = (tier: Tier) => players.flatMap((player) => (player.tier === tier ? [player.name] : [])).join('\n')
  const texts = { espnId, name, tiebreakers, houseRules }
  const values: TournamentValues = {
    ...texts,
    start: toStartValue(start, zone, followsFeed),
    tiers: mapTiers(listOf),
    ranks: Object.fromEntries(players.flatMap((player) => (player.rank ? [[player.espnId, player.rank]] : []))),
    fee: fee ?? emptyFee,
  }
  return {
    id,
    values,
    content: { ...texts, start, followsFeed, players: players.map(toListed), ...(fee && { fee }) },
  }
}

/** Equal for two versions with the same content. Stored in drafts, so that a later save by someone else is noticed. */
export function toFingerprint(saved: SavedTournament | null): string {
  if (saved === null) return ''
  const { name, start, followsFeed, tiebreakers, players, fee, houseRules } = saved.content
  return JSON.stringify([
    name,
    start,
    ...(fee ? [fee] : []),
    ...(houseRules ? [houseRules] : []),
    ...(followsFeed ? [followsFeed] : []),
    ...tiebreakers,
    ...players.map(({ tier, espnId }) => [tier, espnId]),
  ])
}

export function mapTiers<T>(toValue: (tier: Tier) => T): [T, T, T, T] {
  return [toValue(0), toValue(1), toValue(2), toValue(3)]
}

export function withTier(texts: TierTexts, tier: Tier, text: string): TierTexts {
  return mapTiers((other) => (other === tier ? text : texts[other]))
}

/** The fields that differ, ignoring spaces around texts and blank lines. */
export function listDifferences(values: TournamentValues, others: TournamentValues): FieldName[] {
  const [texts, otherTexts] = [toTexts(values), toTexts(others)]
  return tournamentFields.filter((_, index) => texts[index] !== otherTexts[index])
}

/**
 * How many fields would be saved differently. Ranks belong to the lists, and without any the server keeps what it has.
 */
export function countChanges(values: TournamentValues, saved: TournamentValues): number {
  const fields = listDifferences(values, saved)
  const areListsKept = tiers.every((tier) => !fields.includes(tierField(tier)))
  return fields.length + (areListsKept && areRanksChanged(values.ranks, saved.ranks) ? 1 : 0)
}

function areRanksChanged(ranks: Ranks, saved: Ranks): boolean {
  const ids = Object.keys(ranks)
  if (ids.length === 0) return false
  return [...ids, ...Object.keys(saved)].some((id) => ranks[id] !== saved[id])
}

export function countFilled(values: TournamentValues): number {
  const isFilled = (text: string) => text !== '' && text !== toStartText(emptyStart)
  return toTexts(values).slice(0, requiredCount).filter(isFilled).length
}

/** In the order of `tournamentFields`. */
function toTexts({ espnId, name, start, tiebreakers, tiers: lists, fee, houseRules }: TournamentValues): string[] {
  return [
    espnId.trim(),
    name.trim(),
    toStartText(start),
    ...tiebreakers.map((question) => question.trim()),
    ...lists.map((text) => listNames(text).join('\n')),
    JSON.stringify([
      fee.price.trim(),
      fee.isPerEntry,
      fee.howToPay.trim(),
      fee.keepsWithdrawn,
      fee.countsPaid,
      fee.tiesByAnswers,
    ]),
    fee.payouts.trim(),
    houseRules.trim(),
  ]
}

function toStartText({ date, time, isSecond, followsFeed }: StartValue): string {
  return [date.trim(), time, isSecond ? '2' : '', followsFeed ? 'feed' : ''].join(' ')
}

/** Describes how another version of a list differs, for example "with C; without A". */
export function describeListDifference(text: string, other: string): string {
  const [names, otherNames] = [listNames(text), listNames(other)]
  const added = otherNames.filter((name) => !names.includes(name)).map(toDisplayName)
  const removed = names.filter((name) => !otherNames.includes(name)).map(toDisplayName)
  if (added.length + removed.length === 0) return 'same names in a different order'
  const parts = [added.length > 0 && `with ${added.join(', ')}`, removed.length > 0 && `without ${removed.join(', ')}`]
  return parts.filter((part) => part !== false).join('; ')
}

export type Limits = {
  zone: string
  /** The saved values of a tournament that has started, else null. Some can no longer be changed (docs/rules.md, 8.4). */
  fixed: TournamentValues | null
}

/** Shown at each field that can no longer be changed. */
export const fixedText = 'The tournament has started, so this can’t be changed any more.'

/** Whether a field can no longer be changed once the tournament has started. */
export function isFixedAtStart(field: FieldName): boolean {
  return field === 'start' || field.startsWith('tiebreakers.') || field.startsWith('tiers.')
}

/** The errors that prevent a submit, by field (docs/rules.md, 8.1). */
export function listErrors(values: TournamentValues, limits: Limits): ReadonlyMap<FieldName, string> {
  const errors = new Map<FieldName, string>()
  const add = (field: FieldName, error: string | undefined) => error !== undefined && errors.set(field, error)
  add('espnId', findIdError(values.espnId))
  add('name', findTextError(values.name, maxTournamentNameLength, 'Enter a name for the tournament.'))
  add('start', findStartError(values.start, limits.zone))
  values.tiebreakers.forEach((question, index) => {
    add(questionField(index), findTextError(question, maxTiebreakerLength, 'Enter a question.'))
  })
  if (JSON.stringify(values.fee) !== JSON.stringify(emptyFee)) {
    const { price, payouts } = readFee(values.fee).errors
    add('fee.price', price)
    add('fee.payouts', payouts)
  }
  add('houseRules', findTextError(values.houseRules, maxHouseRulesLength))
  for (const tier of tiers) add(tierField(tier), findTierError(values.tiers[tier], tier))
  if (limits.fixed !== null) {
    for (const field of listDifferences(values, limits.fixed).filter(isFixedAtStart))
      add(field, `${fixedText} ${toSavedText(limits.fixed, field, limits.zone)}`.trim())
  }
  return errors
}

/** Undefined for an id that can be checked. */
export function findIdError(espnId: string): string | undefined {
  const id = espnId.trim()
  if (id === '') return 'Enter the id of the tournament.'
  if (!/^\d+$/.test(id)) return 'The id is a number: digits only.'
  if (id.length < 4) return 'The id must have at least 4 digits.'
  return id.length > 12 ? 'The id must have at most 12 digits.' : undefined
}

function findTextError(text: string, maxLength: number, whenEmpty?: string): string | undefined {
  const { length } = text.trim()
  if (length === 0) return whenEmpty
  return length > maxLength ? `Use at most ${maxLength} characters (currently ${length}).` : undefined
}

/** Quotes the saved value of a fixed field. Empty for a list, which is too long to repeat. */
function toSavedText({ start, tiebreakers }: TournamentValues, field: FieldName, zone: string): string {
  const index = tiebreakers.findIndex((_, question) => questionField(question) === field)
  const saved = field === 'start' ? formatStart(start, zone) : tiebreakers[index]
  return saved === undefined ? '' : `It is: ${saved}`
}

export function findTierError(text: string, tier: Tier): string | undefined {
  const lines = toLines(text)
  if (listNames(text).length === 0) return `Enter the golfers of tier ${tierNames[tier]}, one name per line.`
  if (lines.length > maxTierLines) return `Use at most ${maxTierLines} lines (currently ${lines.length}).`
  const long = lines.findIndex((line) => line.length > maxLineLength)
  return long < 0 ? undefined : `Line ${long + 1} has more than ${maxLineLength} characters.`
}

/** A new tournament, or a change of `saved`. Undefined without a valid start. An untouched start keeps its seconds. */
export function toSubmission(
  values: TournamentValues,
  saved: SavedTournament | null,
  players: readonly ListedPlayer[],
  zone: string,
): TournamentSubmission | undefined {
  const { followsFeed = false } = values.start
  const isStartKept = saved !== null && isSameStart(values.start, saved.values.start)
  const start = isStartKept ? saved.content.start : parseStart(values.start, zone)?.toISOString()
  if (start === undefined) return undefined
  const [first, second] = values.tiebreakers
  const submission = {
    id: saved?.id ?? 0,
    espnId: values.espnId.trim(),
    name: values.name.trim(),
    start,
    followsFeed,
    tiebreakers: [first.trim(), second.trim()] as [string, string],
    players: players.map((player) => ({ ...toListed(player), ...toRank(player, values.ranks) })),
    houseRules: values.houseRules,
    ...toSubmittedFee(values, saved),
  }
  if (saved === null) return submission
  const { espnId: _espnId, ...basedOn } = saved.content
  return { ...submission, basedOn }
}

/** The part of the submission about the fee. A null fee removes the saved one. */
function toSubmittedFee({ fee }: TournamentValues, saved: SavedTournament | null): Pick<TournamentSubmission, 'fee'> {
  if (fee.price.trim() !== '') return { fee }
  return saved?.content.fee ? { fee: null } : {}
}

/** Empty without any ranks: the server then keeps the stored ones. */
function toRank({ espnId }: ListedPlayer, ranks: Ranks): Pick<ListedPlayer, 'rank'> {
  return Object.keys(ranks).length === 0 ? {} : { rank: ranks[espnId] ?? null }
}

function toListed({ name, espnId, tier, order }: ListedPlayer): ListedPlayer {
  return { name, espnId, tier, order }
}

/** A field of the form, named as in the submission where possible, so that the server's errors can be shown at it. */
export type FieldName =
  | 'espnId'
  | 'name'
  | 'start'
  | `tiebreakers.${number}`
  | `tiers.${Tier}`
  | 'fee.price'
  | 'fee.payouts'
  | 'houseRules'

export function questionField(index: number): FieldName {
  return `tiebreakers.${index}`
}

export function tierField(tier: Tier): FieldName {
  return `tiers.${tier}`
}

/** All fields, in display order. */
export const tournamentFields: readonly FieldName[] = [
  'espnId',
  'name',
  'start',
  questionField(0),
  questionField(1),
  ...tiers.map(tierField),
  'fee.price',
  'fee.payouts',
  'houseRules',
]

/** The fee, the payouts and the house rules, which come last, are optional. */
export const requiredCount = tournamentFields.length - 3
