import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/platform/settings/config.ts'

/** The files with secrets and their folder (docs/security.md, 16) that other accounts can open, and what to do. */
export function findOpenFiles({ dataFolder, database }: Pick<Config, 'dataFolder' | 'database'>): string[] {
  // Windows has other permissions.
  if (process.platform === 'win32') return []
  const files = [join(dataFolder, 'pepper'), '.env']
  if (database.kind === 'sqlite') files.push(...['', '-wal', '-shm'].map((suffix) => database.file + suffix))
  const found = [checkPath(dataFolder, 0o700), ...files.map((file) => checkPath(file, 0o600))]
  return found.filter((text) => text !== undefined)
}

function checkPath(path: string, mode: number): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return undefined
  if (process.getuid && found.uid !== process.getuid() && process.getuid() !== 0)
    return `${path} belongs to another account (uid ${found.uid}). Run the server and its commands as its owner.`
  const shown = (found.mode & 0o777).toString(8)
  return (found.mode & 0o077) === 0
    ? undefined
    : `Others can open ${path} (mode ${shown}). Run: chmod ${mode.toString(8)} ${path}`
}
