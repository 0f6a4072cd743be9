import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createPrivateFolder } from './private-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'private-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

const modeOf = (path: string) => statSync(path).mode & 0o777

describe.skipIf(process.platform === 'win32')('a private folder', () => {
  it('is created with those above it, for its owner only', () => {
    createPrivateFolder(join(folder, 'a/b/c'))
    expect(['a', 'a/b', 'a/b/c'].map((path) => modeOf(join(folder, path)))).toEqual([0o700, 0o700, 0o700])
  })

  it('keeps its permissions if it exists', () => {
    const shared = join(folder, 'shared')
    mkdirSync(shared, { mode: 0o750 })
    createPrivateFolder(shared)
    expect(modeOf(shared)).toBe(0o750)
  })

  it('is refused where a file is', () => {
    writeFileSync(join(folder, 'file'), '')
    expect(() => createPrivateFolder(join(folder, 'file'))).toThrow('EEXIST')
    expect(() => createPrivateFolder(join(folder, 'file/data'))).toThrow('EEXIST')
  })

  it.skipIf(process.platform !== 'linux')('is refused at once where the system has no such folder', () => {
    expect(() => createPrivateFolder('/proc/player-pool')).toThrow('ENOENT')
  })
})
