import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip, createGzip } from 'node:zlib'
import * as z from 'zod/mini'
import type { TableDescription } from '#server/platform/db/table-snapshot.ts'

/**
 * A backup: lines of JSON, compressed with gzip. The first line describes it, the others hold rows of one table each, and the
 * last one has their counts, so that a truncated file is detected (docs/decisions/009-one-backup-format.md).
 */

const header = z.object({
  format: z.literal('player-pool-backup'),
  version: z.literal(1),
  madeAt: z.string(),
  migrations: z.array(z.string()),
  /** The text is null if it came from PASSWORD_PEPPER, which is not in the backup. */
  pepper: z.nullable(z.object({ id: z.string(), text: z.nullable(z.string()) })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  lastIds: z.record(z.string(), z.int()),
})
/** Far more than any row. */
const maxLineBytes = 64 * 1024 * 1024
/** A batch with more characters is written as one line per row. */
const maxBatchLength = 1024 * 1024
const maxRows = 500

const row = z.array(z.union([z.string(), z.number(), z.null()]))
const batch = z.object({ table: z.string(), rows: z.array(row).check(z.maxLength(maxRows)) })
const end = z.object({ end: z.record(z.string(), z.number()) })

export type BackupHeader = z.output<typeof header>
export type BackupRows = { table: TableDescription; rows: unknown[][] }

/** The backup file is invalid. The message is for the operator. */
export class BackupFileError extends Error {}

/** Writes a new file that only its owner can read. It gets its final name once it has been read back. */
export async function writeBackupFile(
  path: string,
  description: Omit<BackupHeader, 'format' | 'version'>,
  readRows: (table: string) => AsyncIterable<unknown[][]>,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  async function* lines() {
    yield toLine({ format: 'player-pool-backup', version: 1, ...description })
    for (const { name } of description.tables) {
      counts[name] = 0
      for await (const rows of readRows(name)) {
        counts[name] += rows.length
        const line = toLine({ table: name, rows })
        if (line.length <= maxBatchLength) yield line
        else for (const row of rows) yield toLine({ table: name, rows: [row] })
      }
    }
    yield toLine({ end: counts })
  }
  const part = `${path}.part`
  const file = await open(part, 'wx', 0o600)
  try {
    // Other work gets a turn between two lines.
    await pipeline(
      Readable.from(lines(), { highWaterMark: 1 }),
      createGzip(),
      createWriteStream(part, { fd: file.fd, autoClose: false }),
    )
    await file.sync()
    await file.close()
    const { counts: readBack } = await verifyBackupFile(part)
    if (!isDeepStrictEqual(readBack, counts)) throw new BackupFileError('it does not contain what was written')
    await rename(part, path)
  } catch (error) {
    await file.close().catch(() => {})
    await rm(part, { force: true })
    throw error
  }
  return counts
}

/** Reads the whole file, with its checksum. Throws `BackupFileError` if it is not a complete backup. */
export async function verifyBackupFile(path: string) {
  return readBackupFile(path, async (description, batches) => {
    const counts = Object.fromEntries(description.tables.map(({ name }) => [name, 0]))
    for await (const { table, rows } of batches) counts[table.name] = (counts[table.name] ?? 0) + rows.length
    return { description, counts }
  })
}

/** Reads the description, then the rows. Throws `BackupFileError` if the file is not a complete backup. */
export async function readBackupFile<T>(
  path: string,
  work: (description: BackupHeader, rows: AsyncGenerator<BackupRows>) => Promise<T>,
): Promise<T> {
  const lines = readLines(path)
  const nextLine = async (): Promise<string | undefined> => {
    try {
      const next = await lines.next()
      return next.done ? undefined : next.value
    } catch (error) {
      if (error instanceof BackupFileError) throw error
      throw new BackupFileError(`it cannot be read to its end (${error instanceof Error ? error.message : error})`)
    }
  }
  try {
    const description = parse(header, await nextLine())
    return await work(description, readRows(description, nextLine))
  } finally {
    await lines.return()
  }
}

/** A small file can decompress to a line of any length, so their length is limited. */
async function* readLines(path: string): AsyncGenerator<string, void> {
  const gunzip = createGunzip()
  // An error of the file ends the loop below.
  pipeline(createReadStream(path), gunzip).catch(() => {})
  let parts: Buffer[] = []
  let length = 0
  for await (const chunk of gunzip as AsyncIterable<Buffer>) {
    let from = 0
    for (let at = chunk.indexOf('\n'); at !== -1; at = chunk.indexOf('\n', from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, at)]).toString()
      parts = []
      length = 0
      from = at + 1
    }
    parts.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > maxLineBytes) throw new BackupFileError('it is not a backup: a line of it is too long')
  }
  if (length > 0) yield Buffer.concat(parts).toString()
}

async function* readRows(
  { tables }: BackupHeader,
  nextLine: () => Promise<string | undefined>,
): AsyncGenerator<BackupRows> {
  const counts = new Map<string, number>()
  for (;;) {
    const line = await nextLine()
    if (line?.startsWith('{"end"')) {
      const expected = Object.entries(parse(end, line).end)
      if (expected.some(([name, count]) => (counts.get(name) ?? 0) !== count))
        throw new BackupFileError('rows are missing')
      // The checksum is behind the last line.
      if ((await nextLine()) !== undefined) throw new BackupFileError('something follows its end')
      return
    }
    const { table: name, rows } = parse(batch, line)
    const table = tables.find((table) => table.name === name)
    if (!table || rows.some(({ length }) => length !== table.columns.length))
      throw new BackupFileError('its rows do not match its description')
    counts.set(name, (counts.get(name) ?? 0) + rows.length)
    yield { table, rows }
  }
}

function toLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}

function parse<T>(schema: z.ZodMiniType<T>, line: string | undefined): T {
  if (line === undefined) throw new BackupFileError('its end is missing')
  try {
    return schema.parse(JSON.parse(line))
  } catch {
    throw new BackupFileError('it is not a backup, or a newer version made it')
  }
}
