import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { toRedactedEntry } from '#domain/tournament/pick-visibility.ts'
import type { Entry } from '#domain/tournament/tournament.ts'
import { toBatches } from '#server/batches.ts'
import type { Db } from '../db/database.ts'
import { type EntryHeader, streamEntryHeaders } from '../entries/entry-store.ts'
import { type BodyBlock, createBodyBlock } from '../http/gzip-blocks.ts'
import { toDigest } from '../http/snapshot.ts'

/** Small blocks make a viewer's own block cheap to compress; large ones compress better. */
const entriesPerBlock = 64

/** All entries of a tournament, redacted, as the items of a JSON array. */
export type RedactedEntries = {
  readonly blocks: readonly RedactedBlock[]
  /** Depends only on what every viewer may see. */
  readonly digest: string
  findOwn(userId: number): EntryHeader | undefined
  /** The blocks with the viewer's entry in full. Every block but its own is shared. */
  withOwn(entry: Entry): BodyBlock[]
}

type RedactedBlock = BodyBlock & { entries: readonly Entry[]; digest: string }

/** Reads no pick and no answer. Blocks that have not changed are taken over from `previous`, compressed as they are. */
export async function readRedactedEntries(
  db: Db,
  tournamentId: number,
  previous?: RedactedEntries,
): Promise<RedactedEntries> {
  const headers: EntryHeader[] = []
  for await (const batch of streamEntryHeaders(db, tournamentId)) headers.push(...batch)
  const entryIndexes = new Map(headers.map(({ userId }, index) => [userId, index]))

  const blocks: RedactedBlock[] = []
  for (const blockHeaders of toBatches(headers, entriesPerBlock)) {
    const previousBlock = previous?.blocks[blocks.length]
    blocks.push(
      previousBlock && isSameBlock(previousBlock, blockHeaders)
        ? previousBlock
        : createBlock(blockHeaders, blocks.length === 0),
    )
    if (blocks.length % 64 === 0) await yieldToEventLoop()
  }

  return {
    blocks,
    digest: toDigest(blocks.map(({ digest }) => digest).join()),
    findOwn: (userId) => headers[entryIndexes.get(userId) ?? -1],
    withOwn(entry) {
      const entryIndex = entryIndexes.get(entry.userId) ?? -1
      const blockIndex = Math.floor(entryIndex / entriesPerBlock)
      const entries = blocks[blockIndex]?.entries.with(entryIndex % entriesPerBlock, entry) ?? []
      const ownBlock = createBodyBlock(toText(entries, blockIndex === 0))
      return blocks.map((block, index) => (index === blockIndex ? ownBlock : block))
    },
  }
}

function isSameBlock({ entries }: RedactedBlock, headers: readonly EntryHeader[]): boolean {
  return (
    entries.length === headers.length &&
    entries.every(({ id, userId, name }, index) => {
      const header = headers[index]
      return id === header?.id && userId === header.userId && name === header.name
    })
  )
}

function createBlock(headers: readonly EntryHeader[], isFirst: boolean): RedactedBlock {
  const entries = headers.map(toRedactedEntry)
  const text = toText(entries, isFirst)
  return { ...createBodyBlock(text), entries, digest: toDigest(text) }
}

function toText(entries: readonly Entry[], isFirst: boolean): string {
  return `${isFirst ? '' : ','}${JSON.stringify(entries).slice(1, -1)}`
}
