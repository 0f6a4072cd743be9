import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { BackupFileError, readBackupFile, writeBackupFile } from './backup-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'backup-file-'))
afterAll(() => rmSync(folder, { recursive: true }))

const description = {
  madeAt: '2026-04-08T12:00:00.000Z',
  migrations: [],
  pepper: null,
  tables: [{ name: 'mails', columns: ['message'] }],
  lastIds: {},
}
const first = `${JSON.stringify({ format: 'player-pool-backup', version: 1, ...description })}\n`

/** The rows of a file. */
function read(path: string): Promise<unknown[][]> {
  return readBackupFile(path, async (_, batches) => {
    const all: unknown[][] = []
    for await (const { rows } of batches) all.push(...rows)
    return all
  })
}

describe.each([
  ['zeros', Buffer.alloc(65 * 1024 * 1024)],
  ['rows', `${first}{"table":"mails","rows":[[]${',[]'.repeat(22 * 1024 * 1024)}]}\n`],
])('a small file that decompresses to one long line of %s', (_, content) => {
  it('is no backup', async () => {
    const path = join(folder, 'bomb')
    writeFileSync(path, gzipSync(content, { level: 1 }))
    await expect(read(path)).rejects.toThrow(new BackupFileError('it is not a backup: a line of it is too long'))
  })
})

it('more rows in a line than a backup writes are no backup', async () => {
  const path = join(folder, 'many')
  writeFileSync(path, gzipSync(`${first}{"table":"mails","rows":[[""]${',[""]'.repeat(500)}]}\n`))
  await expect(read(path)).rejects.toThrow(new BackupFileError('it is not a backup, or a newer version made it'))
})

it('any text is restored, and rows that are too long for one line', async () => {
  const path = join(folder, 'texts')
  const rows = ['a\u2028b\u2029c\r\nd\0', 'x'.repeat(33 * 1024 * 1024), 'y'.repeat(33 * 1024 * 1024), ''].map(
    (text) => [text],
  )
  await writeBackupFile(path, description, async function* () {
    yield rows
  })
  expect(await read(path)).toEqual(rows)
})
