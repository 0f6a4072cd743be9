import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { type Finding, note, ok, wrong } from './finding.ts'

/** The files with secrets and their folder (docs/security.md, 16). Runs before they are opened, which corrects permissions. */
export async function checkFiles({ dataFolder, database }: Config): Promise<Omit<Finding, 'what'>[]> {
  if (process.platform === 'win32') return [note('permissions are not checked on Windows')]
  const files = [join(dataFolder, 'pepper'), '.env']
  if (database.kind === 'sqlite') files.push(...['', '-wal', '-shm'].map((suffix) => database.file + suffix))
  const found = [checkPath(dataFolder, 0o700), ...files.map((file) => checkPath(file, 0o600))]
  const faults = found.filter((fault) => fault !== undefined)
  return faults.length > 0 ? faults : [ok(`only the owner can read ${dataFolder} and the files with secrets`)]
}

function checkPath(path: string, mode: number): Omit<Finding, 'what'> | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return undefined
  if (process.getuid && found.uid !== process.getuid() && process.getuid() !== 0)
    return wrong(`${path} belongs to another account (uid ${found.uid}). Run the server and this command as its owner.`)
  const shown = (found.mode & 0o777).toString(8)
  return (found.mode & 0o077) === 0
    ? undefined
    : wrong(`others can open ${path} (mode ${shown}). Run: chmod ${mode.toString(8)} ${path}`)
}
