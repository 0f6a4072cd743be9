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

function checkPath(path: string, wanted: number): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && describeOpenFile(path, wanted, found, process.getuid?.() ?? 0)
}

type Owned = { readonly uid: number; readonly mode: number }

/** `user`: who asks. What belongs to root may be open to its group: only through it can the server read such a file. */
export function describeOpenFile(path: string, wanted: number, { uid, mode }: Owned, user: number): string | undefined {
  const isRoots = uid === 0 && user !== 0
  if (uid !== user && user !== 0 && !isRoots)
    return `${path} belongs to another account (uid ${uid}). Run the server and its commands as its owner.`
  if ((mode & (isRoots ? 0o007 : 0o077)) === 0) return undefined
  const chmod = `chmod ${wanted.toString(8)} ${path}`
  const remedy = isRoots ? `As root, run: chown ${user} ${path} && ${chmod}` : `Run: ${chmod}`
  return `Others can open ${path} (mode ${(mode & 0o777).toString(8)}). ${remedy}`
}
