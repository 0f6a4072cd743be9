import { toRedactedEntry } from '#domain/pick-visibility.ts'
import type { Entry } from '#domain/tournament.ts'
import type { Db } from '../db/database.ts'
import { type BodyBlock, createBodyBlock } from '../http/gzip-blocks.ts'
import { toDigest } from '../http/snapshot.ts'
import { type EntryHeader, streamEntryHeaders } from './entry-store.ts'

/** Small blocks make a viewer's own block cheap to compress; large ones compress better. */
const entriesPerBlock = 64

/** All entries of a tournament, redacted, as the items of a JSON array. */
export type RedactedEntries = {
  readonly blocks: readonly BodyBlock[]
  /** Depends on nothing that is hidden from viewers. */
  readonly digest: string
  findOwn(userId: number): EntryHeader | undefined
  /** The blocks with one entry in full. Every block but its own is shared. */
  withOwn(entry: Entry): BodyBlock[]
}

/** Reads no pick and no answer. Blocks whose text has not changed are taken over from `previous`. */
export async function readRedactedEntries(
  db: Db,
  tournamentId: number,
  previous?: RedactedEntries,
): Promise<RedactedEntries> {
  const blocks: BodyBlock[] = []
  const headers: EntryHeader[] = []
  const indexes = new Map<number, number>()

  function addBlocks(minEntries: number): void {
    for (let from = blocks.length * entriesPerBlock; from + minEntries <= headers.length; ) {
      const text = toText(blocks.length, headers.slice(from, from + entriesPerBlock).map(toRedactedEntry))
      const known = previous?.blocks[blocks.length]
      blocks.push(known?.text === text ? known : createBodyBlock(text))
      from = blocks.length * entriesPerBlock
    }
  }

  for await (const batch of streamEntryHeaders(db, tournamentId)) {
    for (const header of batch) indexes.set(header.userId, headers.push(header) - 1)
    addBlocks(entriesPerBlock)
  }
  addBlocks(1)

  return {
    blocks,
    digest: toDigest(blocks.map(({ text }) => text).join('')),
    findOwn: (userId) => headers[indexes.get(userId) ?? -1],
    withOwn(entry) {
      const index = indexes.get(entry.userId) ?? -1
      const number = Math.floor(index / entriesPerBlock)
      const from = number * entriesPerBlock
      const shown = headers.slice(from, from + entriesPerBlock).map(toRedactedEntry)
      return blocks.with(number, createBodyBlock(toText(number, shown.with(index - from, entry))))
    },
  }
}

function toText(blockNumber: number, entries: readonly Entry[]): string {
  return `${blockNumber === 0 ? '' : ','}${JSON.stringify(entries).slice(1, -1)}`
}
