import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'

const ownerOnly = { file: 0o600, folder: 0o700 } as const

/** Creates a folder that only its owner can open. A folder that exists keeps its permissions. */
export function createPrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: ownerOnly.folder })
}

/** Withdraws the permissions of everybody but the owner, if the file or folder exists (docs/security.md, 16). */
export function restrictToOwner(path: string): void {
  if (!existsSync(path)) return
  try {
    chmodSync(path, statSync(path).isDirectory() ? ownerOnly.folder : ownerOnly.file)
  } catch (error) {
    // It belongs to another account, or its file system has no permissions: the pool must start all the same.
    if (!(error instanceof Error && 'code' in error && (error.code === 'EPERM' || error.code === 'ENOTSUP')))
      throw error
  }
}
