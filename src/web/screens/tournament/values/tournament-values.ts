import type { TournamentResponse } from '#contract/tournament-contract.ts'
import {
  maxTiebreakerLength,
  maxTournamentNameLength,
  type TournamentSubmission,
} from '#contract/tournament-submission-contract.ts'
import { maxLineLength, maxTierLines } from '#contract/verification-contract.ts'
import { type Player, tierNames, tiers } from '#domain/tournament.ts'
import { type ListedPlayer, toOrderedPlayers } from '#domain/tournament-edit.ts'
import { emptyStart, findStartError, parseStart, type StartValue, toStartValue } from './start-value.ts'
import { listNames, toDisplayName, toLines } from './tier-list-parser.ts'
import { type FieldName, questionField, tierField, tournamentFields } from './tournament-fields.ts'

/** What is filled in, as it was typed. */
export type TournamentValues = {
  readonly espnId: string
  readonly name: string
  readonly start: StartValue
  readonly tiebreakers: readonly [string, string]
  /** One name per line. */
  readonly tiers: TierTexts
}

export type TierTexts = readonly [string, string, string, string]

/** A tournament as the server has it, and as the form shows it. */
export type SavedTournament = {
  readonly id: number
  readonly content: Content
  readonly values: TournamentValues
}

type Content = Pick<TournamentSubmission, 'espnId' | 'name' | 'start' | 'tiebreakers' | 'players'>

export const emptyValues: TournamentValues = {
  espnId: '',
  name: '',
  start: emptyStart,
  tiebreakers: ['', ''],
  tiers: ['', '', '', ''],
}

export function toSavedTournament(message: TournamentResponse, zone: string): SavedTournament {
  const { id, espnId, name, start, tiebreakers } = message
  const players = toOrderedPlayers(message.players ?? [])
  const listOf = (tier: Player['tier']) =>
    players.flatMap((player) => (player.tier === tier ? [player.name] : [])).join('\n')
  return {
    id,
    content: { espnId, name, start, tiebreakers, players: players.map(toListed) },
    values: {
      espnId,
      name,
      start: toStartValue(start, zone),
      tiebreakers,
      tiers: [listOf(0), listOf(1), listOf(2), listOf(3)],
    },
  }
}

/** Whether another save has come in between is told by comparing these texts. */
export function toFingerprint(saved: SavedTournament | null): string {
  if (saved === null) return ''
  const { name, start, tiebreakers, players } = saved.content
  return JSON.stringify([name, start, ...tiebreakers, ...players.map(({ tier, espnId }) => [tier, espnId])])
}

export function withTier(texts: TierTexts, tier: Player['tier'], text: string): TierTexts {
  const [a, b, c, d] = texts.with(tier, text)
  return [a ?? '', b ?? '', c ?? '', d ?? '']
}

/** The fields in which two fillings say different things; spaces and blank lines say nothing. */
export function listDifferences(one: TournamentValues, other: TournamentValues): FieldName[] {
  const others = toTexts(other)
  const different = new Set(toTexts(one).flatMap((text, index) => (text === others[index] ? [] : [index])))
  return tournamentFields.filter((_, index) => different.has(index))
}

export function countFilled(values: TournamentValues): number {
  const isFilled = (text: string) => text !== '' && text !== toStartText(emptyStart)
  return toTexts(values).filter(isFilled).length
}

/** In the order of the fields. */
function toTexts({ espnId, name, start, tiebreakers, tiers: lists }: TournamentValues): string[] {
  return [
    espnId.trim(),
    name.trim(),
    toStartText(start),
    ...tiebreakers.map((question) => question.trim()),
    ...lists.map((text) => listNames(text).join('\n')),
  ]
}

function toStartText({ date, time, isSecond }: StartValue): string {
  return [date.trim(), time, isSecond ? '2' : ''].join(' ')
}

/** In which names two lists of a tier differ, for whoever has to choose between them. */
export function describeListDifference(text: string, other: string): string {
  const [own, theirs] = [listNames(text), listNames(other)]
  const more = theirs.filter((name) => !own.includes(name)).map(toDisplayName)
  const fewer = own.filter((name) => !theirs.includes(name)).map(toDisplayName)
  if (more.length + fewer.length === 0) return 'the same names in another order'
  const columns = [
    more.length > 0 && `with ${more.join(', ')}`,
    fewer.length > 0 && `without ${fewer.join(', ')}`,
  ]
  return columns.filter((column) => column !== false).join('; ')
}

type Limits = {
  zone: string
  /** Once it has started the start cannot be moved to later: that of the saved one, ISO 8601. */
  latestStart: string | undefined
}

/** What keeps these from being sent, field by field, in words (specification, section 5 "Tournament form"). */
export function listErrors(values: TournamentValues, limits: Limits): ReadonlyMap<FieldName, string> {
  const errors = new Map<FieldName, string>()
  const add = (field: FieldName, error: string | undefined) => error !== undefined && errors.set(field, error)
  add('espnId', findIdError(values.espnId))
  add('name', findTextError(values.name, maxTournamentNameLength, 'Enter a name for the tournament.'))
  add('start', findStartError(values.start, limits.zone) ?? findLateStartError(values.start, limits))
  values.tiebreakers.forEach((question, index) => {
    add(questionField(index), findTextError(question, maxTiebreakerLength, 'Enter a question.'))
  })
  for (const tier of tiers) add(tierField(tier), findTierError(values.tiers[tier], tier))
  return errors
}

/** Undefined for an id that can be asked about. */
export function findIdError(espnId: string): string | undefined {
  const id = espnId.trim()
  if (id === '') return 'Enter the id of the tournament.'
  if (!/^\d+$/.test(id)) return 'The id is a number: digits only.'
  if (id.length < 4) return 'The id has 4 digits or more.'
  return id.length > 12 ? 'The id has 12 digits at most.' : undefined
}

function findTextError(text: string, maxLength: number, whenEmpty: string): string | undefined {
  const { length } = text.trim()
  if (length === 0) return whenEmpty
  return length > maxLength ? `Shorten this to ${maxLength} letters; it has ${length}.` : undefined
}

function findLateStartError(start: StartValue, { zone, latestStart }: Limits): string | undefined {
  if (latestStart === undefined) return undefined
  // Whatever is shorter than a minute is not shown.
  const latest = parseStart(toStartValue(latestStart, zone), zone)?.getTime() ?? Number.POSITIVE_INFINITY
  const isLate = (parseStart(start, zone)?.getTime() ?? 0) > latest
  return isLate ? 'The tournament has started: its start cannot be moved to later any more.' : undefined
}

/** Also of a list that is too long to be asked about. */
export function findTierError(text: string, tier: Player['tier']): string | undefined {
  const lines = toLines(text)
  if (listNames(text).length === 0)
    return `Enter the golfers of tier ${tierNames[tier]}, one name in each line.`
  if (lines.length > maxTierLines) return `Shorten this to ${maxTierLines} lines; it has ${lines.length}.`
  const long = lines.findIndex((line) => line.length > maxLineLength)
  return long < 0 ? undefined : `Line ${long + 1} has more than ${maxLineLength} letters.`
}

/** What is sent: a new tournament, or other content for `saved`. Undefined while there is no start. */
export function toSubmission(
  values: TournamentValues,
  saved: SavedTournament | null,
  players: readonly ListedPlayer[],
  zone: string,
): TournamentSubmission | undefined {
  const isStartKept = saved !== null && toStartText(values.start) === toStartText(saved.values.start)
  const start = isStartKept ? saved.content.start : parseStart(values.start, zone)?.toISOString()
  if (start === undefined) return undefined
  const [first, second] = values.tiebreakers
  const submission = {
    id: saved?.id ?? 0,
    espnId: values.espnId.trim(),
    name: values.name.trim(),
    start,
    tiebreakers: [first.trim(), second.trim()] as [string, string],
    players: players.map(toListed),
  }
  if (saved === null) return submission
  const { espnId: _espnId, ...basedOn } = saved.content
  return { ...submission, basedOn }
}

function toListed({ name, espnId, tier, order }: ListedPlayer): ListedPlayer {
  return { name, espnId, tier, order }
}
