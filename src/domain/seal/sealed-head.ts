import { toAsciiBytes, toAsciiJson, toSortedAsciiJson } from '#domain/text/ascii-json.ts'
import { type Player, type Tiebreakers, type Tier, tiers } from '#domain/tournament/tournament.ts'
import type { Sha256 } from './merkle-tree.ts'

/** A golfer of a tier, in the organiser's order: the athlete id and the name at the lock. */
export type SealedGolfer = readonly [espnId: string, name: string]

/** The sealed facts besides the entries: everything that was decided at the lock. */
export type SealedHead = {
  readonly tournament: number
  readonly name: string
  readonly start: string
  readonly sealedAt: string
  readonly questions: Tiebreakers
  /** Tiers A to D. */
  readonly tiers: readonly (readonly SealedGolfer[])[]
  /** The version of the scores at the lock, and its digest; null if none was recorded. */
  readonly scores: { readonly version: number; readonly digest: string } | null
  /** The public keys of receipts (docs/proof.md, 5). */
  readonly receiptKeys: readonly string[]
}

/** The canonical text of a head (docs/proof.md, 3). */
export function writeHead(head: SealedHead): string {
  const { tournament, name, start, sealedAt, questions, scores, receiptKeys } = head
  return toAsciiJson({
    seal: 2,
    tournament,
    name,
    start,
    sealedAt,
    questions,
    tiers: head.tiers,
    scores: scores && { version: scores.version, digest: scores.digest },
    receiptKeys,
  })
}

/** Parses a canonical text; undefined for any other text, also one that says the same in other letters. */
export function readHead(text: string): SealedHead | undefined {
  try {
    const head = JSON.parse(text) as SealedHead
    return isHead(head) && writeHead(head) === text ? head : undefined
  } catch {
    return undefined
  }
}

/** The digest of a version of the scores, whatever the order of its fields. */
export function digestOfScores(board: object, sha256: Sha256): string {
  return sha256(toAsciiBytes(toSortedAsciiJson(board)))
}

/** The golfers of the tiers as the seal covers them. */
export function toSealedTiers(players: readonly Omit<Player, 'id'>[]): SealedGolfer[][] {
  return tiers.map((tier) =>
    players
      .filter((player) => player.tier === tier)
      .toSorted((a, b) => a.order - b.order)
      .map(({ espnId, name }) => [espnId, name]),
  )
}

/** The golfers of a head, in its order. `ids`: of the golfers in the pool, by athlete id. */
export function toSealedPlayers(head: SealedHead, ids: ReadonlyMap<string, number>): Player[] {
  return head.tiers.flatMap((golfers, tier) =>
    golfers.map(([espnId, name], order) => ({ id: ids.get(espnId) ?? 0, name, espnId, tier: tier as Tier, order })),
  )
}

function isHead({ tournament, name, start, sealedAt, questions, tiers: lists, scores, receiptKeys }: SealedHead) {
  const areTexts = [name, start, sealedAt, ...questions, ...receiptKeys].every(isText)
  const areGolfers = lists.flat().every((golfer) => golfer.length === 2 && golfer.every(isText))
  const isScored = scores === null || (Number.isSafeInteger(scores.version) && isText(scores.digest))
  const isWhole = questions.length === 2 && lists.length === tiers.length && Array.isArray(receiptKeys)
  return Number.isSafeInteger(tournament) && areTexts && areGolfers && isScored && isWhole
}

const isText = (value: unknown) => typeof value === 'string'
