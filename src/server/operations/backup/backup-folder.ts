import { findFolderFault } from '#server/platform/secrets/folder-access.ts'
import type { Config } from '#server/platform/settings/config.ts'

/** Why no backup can be written, and what to do. Undefined if one can, or if there are none. */
export function findBackupFolderFault({ backup: { keep, folder } }: Pick<Config, 'backup'>): string | undefined {
  const reason = keep === 0 ? undefined : findFolderFault(folder)
  return reason === undefined
    ? undefined
    : `Backups cannot be written to ${folder} (BACKUP_DIR): ${reason}. Let this user write there, or set BACKUP_DIR to another folder.`
}
