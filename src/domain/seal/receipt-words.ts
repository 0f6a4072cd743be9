import { entryNumbers, type Tiebreakers, tiers } from '#domain/tournament/tournament.ts'

/** What a receipt says to people. */
export type ReceiptWords = {
  /** The name of the entry's owner. */
  readonly owner: string
  readonly tournament: string
  readonly pool: string
  /** ISO 8601, UTC. */
  readonly savedAt: string
  readonly version: number
  /** The names of the golfers in pick order (docs/rules.md, 2.1). */
  readonly golfers: readonly (string | undefined)[]
  readonly questions: Tiebreakers
  readonly answers: readonly string[]
  /** The seal of the entry as words. */
  readonly sealWords: string
  /** Where the receipt can be checked after the start. */
  readonly checkUrl: string
}

/** The lines of a receipt for people. They are signed, so receipts that are kept depend on every letter. */
export function writeReceiptWords(words: ReceiptWords): string[] {
  return [
    `${words.owner} in ${words.tournament}, ${words.pool}`,
    `Saved on ${words.savedAt.slice(0, 19).replace('T', ' ')} UTC, version ${words.version}`,
    ...listPicks(words),
    `Seal of this entry: ${words.sealWords}`,
    `Check it after the start: ${words.checkUrl}`,
  ]
}

/** The golfers of each entry, and the answers. They are in the signed lines, too. */
export function listPicks({ golfers, questions, answers }: Pick<ReceiptWords, 'golfers' | 'questions' | 'answers'>) {
  return [
    ...entryNumbers.map(
      (number, index) => `Entry ${number}: ${golfers.slice(index * tiers.length, number * tiers.length).join(', ')}`,
    ),
    ...questions.map((question, index) => `${question} ${answers[index]}`),
  ]
}

/** A receipt as it is shown to its owner. */
export type ReceiptSummary = {
  readonly version: number
  /** ISO 8601, UTC. Null in a receipt of another layout. */
  readonly savedAt: string | null
  /** The golfers' athlete ids in pick order. */
  readonly picks: readonly string[]
  readonly answers: readonly string[]
  /** Null in a receipt of another layout. */
  readonly sealWords: string | null
}

/** Reads a receipt that this pool's server has just sent, from its signed last line; the time and the seal from its words. */
export function readReceiptSummary(receipt: string): ReceiptSummary {
  const lines = receipt.split('\n')
  const { version, picks, answers } = JSON.parse(lines.at(-1) ?? '')
  // The title and the owner stand above the time.
  const time = /^Saved on (\S+) (\S+) UTC, version \d+$/.exec(lines[2] ?? '')
  const seal = /^Seal of this entry: (.+)$/.exec(lines.at(-3) ?? '')
  return { version, picks, answers, savedAt: time && `${time[1]}T${time[2]}Z`, sealWords: seal?.[1] ?? null }
}
