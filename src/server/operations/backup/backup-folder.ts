import { accessSync, constants, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Config } from '#server/platform/settings/config.ts'
import { toReason } from '#server/platform/start/operator-error.ts'

/**
 * Why no backup can be written, and what to do. Undefined if one can, or if there are none. Changes nothing: of a folder that
 * the first backup creates, the nearest one above it must allow that.
 */
export function findBackupFolderFault({ backup }: Pick<Config, 'backup'>): string | undefined {
  if (backup.keep === 0) return undefined
  try {
    const existing = findExisting(resolve(backup.folder))
    // A file with a slash behind it is refused as "not a directory".
    accessSync(`${existing}/`, constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return `Backups cannot be written to ${backup.folder} (BACKUP_DIR): ${toReason(error)}. Let this user write there, or set BACKUP_DIR to another folder.`
  }
}

function findExisting(path: string): string {
  const parent = dirname(path)
  return parent === path || statSync(path, { throwIfNoEntry: false }) ? path : findExisting(parent)
}
