import { accessSync, constants, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { toReason } from '#server/platform/start/operator-error.ts'

/**
 * Why no file can be written to a folder. Undefined if one can. Changes nothing: of a folder that will be created, the nearest one
 * above it must allow that.
 */
export function findFolderFault(folder: string): string | undefined {
  try {
    // A file with a slash behind it is refused as "not a directory".
    accessSync(`${findExisting(resolve(folder))}/`, constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return toReason(error)
  }
}

function findExisting(path: string): string {
  const parent = dirname(path)
  return parent === path || statSync(path, { throwIfNoEntry: false }) ? path : findExisting(parent)
}
