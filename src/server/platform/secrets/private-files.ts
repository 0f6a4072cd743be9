import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const ownerOnly = { file: 0o600, folder: 0o700 } as const

/**
 * Creates a folder that only its owner can open. A folder that exists keeps its permissions. Not with `recursive`: Node
 * would try forever where the system forbids new folders with ENOENT, as below /proc.
 */
export function createPrivateFolder(path: string): void {
  if (isFolder(path)) return
  const parent = dirname(path)
  if (parent !== path) createPrivateFolder(parent)
  try {
    mkdirSync(path, { mode: ownerOnly.folder })
  } catch (error) {
    // Another process may have been faster.
    if (!isFolder(path)) throw error
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** Restricts a file or folder, if it exists, to its owner (docs/security.md, 16). */
export function restrictToOwner(path: string): void {
  if (!existsSync(path)) return
  try {
    chmodSync(path, statSync(path).isDirectory() ? ownerOnly.folder : ownerOnly.file)
  } catch (error) {
    // The file belongs to another account, or the file system has no permissions. The pool must start nevertheless.
    if (!(error instanceof Error && 'code' in error && (error.code === 'EPERM' || error.code === 'ENOTSUP')))
      throw error
  }
}
