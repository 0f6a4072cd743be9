import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { PlayersVerification, PlayersVerificationRequest } from '#contract/verification-contract.ts'
import type { FieldGolfer } from '#domain/field/field.ts'
import type { FieldError } from '#domain/field-error.ts'
import { compareNames } from '#domain/names/names.ts'
import { type Tier, tierNames, tiers } from '#domain/tournament/tournament.ts'
import { createMutex, type Mutex } from '#server/platform/concurrency/mutex.ts'
import { matchNames, type NameMatch } from './listed-names.ts'

type TierLists = Pick<PlayersVerificationRequest, 'tiers' | 'tier' | 'allTouched'>
type Line = { tier: Tier; match: NameMatch }

/** More than there are organisers. */
const maxPeople = 100

/** `verifyTierLists`, one at a time for each person: the largest lists take a third of a second of CPU. */
export function createTierListVerifier() {
  const queues = new LRUCache<number, Mutex>({ max: maxPeople, memoMethod: () => createMutex() })
  return (userId: number, ...lists: Parameters<typeof verifyTierLists>) =>
    queues.memo(userId)(() => verifyTierLists(...lists))
}

/**
 * The result of checking the four lists of the tournament form (docs/rules.md, 8.2 and 8.3). `withdrawn` are golfers of
 * the stored tournament whom the feed no longer has: the lists may contain them, but need not.
 */
export async function verifyTierLists(
  lists: TierLists,
  field: readonly FieldGolfer[],
  withdrawn: readonly FieldGolfer[] = [],
): Promise<Omit<PlayersVerification, 'validId' | 'reason'>> {
  const lines = await matchLines(lists.tiers, [...field, ...withdrawn])
  const own = lines.filter(({ tier }) => tier === lists.tier)
  const missing = lists.allTouched ? listMissing(lines, field) : []
  const duplicates = listDuplicates(lines)
  const isFilled = (tier: Tier) => lines.some((line) => line.tier === tier)
  return {
    validPlayers:
      lines.every(isFound) &&
      duplicates.length === 0 &&
      missing.length === 0 &&
      (!lists.allTouched || tiers.every(isFilled)),
    validTier: own.length > 0 && own.every(isFound),
    missingPlayers: missing,
    duplicates,
    validations: await toValidations(
      own.map(({ match }) => match),
      field,
    ),
  }
}

/** The golfers of the field whom the names of a table mean, in its order. */
export async function validateNames(
  names: readonly string[],
  field: readonly FieldGolfer[],
): Promise<PlayersVerification['validations']> {
  return toValidations(await matchNames(names, field), field)
}

async function toValidations(
  matches: readonly NameMatch[],
  field: readonly FieldGolfer[],
): Promise<PlayersVerification['validations']> {
  const inField = new Set(field.map(({ espnId }) => espnId))
  const validations: PlayersVerification['validations'] = []
  for (const match of matches) {
    validations.push(toValidation(match, inField))
    await yieldToEventLoop()
  }
  return validations
}

/**
 * The lists with more names than there are golfers. Comparing names costs time, so these lists are not checked. Before
 * the field is published, any list is too long, and costs nothing.
 */
export function findLongLists(
  lists: TierLists['tiers'],
  field: readonly FieldGolfer[],
  withdrawn: readonly FieldGolfer[] = [],
): FieldError[] {
  if (field.length === 0) return []
  const maxNames = field.length + withdrawn.length
  return lists.flatMap((list, tier) => {
    const { length } = listNames(list)
    if (length <= maxNames) return []
    return [{ field: `tiers.${tier}`, message: `has ${length} names, but the field has ${field.length} golfers` }]
  })
}

/** Names are trimmed; blank lines and repetitions are dropped. */
function listNames(list: readonly string[]): string[] {
  return [...new Set(list.map((name) => name.trim()))].filter((name) => name !== '')
}

async function matchLines(lists: TierLists['tiers'], golfers: readonly FieldGolfer[]): Promise<Line[]> {
  const names = lists.map(listNames)
  const all = [...new Set(names.flat())]
  const matches = new Map((await matchNames(all, golfers)).map((match) => [match.inputName, match]))
  return tiers.flatMap((tier) =>
    (names[tier] ?? []).flatMap((name) => {
      const match = matches.get(name)
      return match ? [{ tier, match }] : []
    }),
  )
}

function isFound({ match }: Line): boolean {
  return match.golfer !== null
}

function listMissing(lines: readonly Line[], field: readonly FieldGolfer[]) {
  const listed = new Set(lines.map(({ match }) => match.golfer?.espnId))
  return field
    .filter(({ espnId }) => !listed.has(espnId))
    .map(toGolfer)
    .toSorted((a, b) => compareNames(a.name, b.name))
}

/** A golfer who is listed in one tier in two spellings counts as a duplicate, too. */
function listDuplicates(lines: readonly Line[]): PlayersVerification['duplicates'] {
  const byGolfer = Map.groupBy(lines, ({ match }) => match.golfer?.espnId ?? `?${match.inputName}`)
  return [...byGolfer.values()].flatMap((same) => {
    const [first] = same
    if (!first || same.length === 1) return []
    const name = first.match.golfer?.name ?? first.match.inputName
    return [{ name, tiers: same.map(({ tier }) => tierNames[tier]) }]
  })
}

function toValidation(
  { inputName, golfer, exactMatch, partialMatch, candidates }: NameMatch,
  inField: ReadonlySet<string>,
): PlayersVerification['validations'][number] {
  return {
    inputName,
    espnName: golfer?.name ?? null,
    espnId: golfer?.espnId ?? null,
    exactMatch,
    partialMatch,
    inField: golfer !== null && inField.has(golfer.espnId),
    candidates: candidates.map(toGolfer),
  }
}

function toGolfer({ name, espnId }: FieldGolfer) {
  return { name, espnId }
}
