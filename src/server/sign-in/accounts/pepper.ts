import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { formatCount } from '#domain/text/format.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createPrivateFolder } from '#server/platform/secrets/private-files.ts'
import { adminCommand } from '#server/platform/start/operator-commands.ts'
import { OperatorError } from '#server/platform/start/operator-error.ts'
import { countPepperedPasswords } from './account-store.ts'

/**
 * A secret that goes into every password hash but is not in the database, so that a stolen database alone does not allow
 * guessing. Each hash is prefixed with the `id` of its pepper.
 */
export type Pepper = { readonly id: string; readonly secret: Buffer }

type Settings = { dataFolder: string; passwordPepper: string | null }

/** Why people cannot sign in with their passwords, and what to do. Undefined if all can. Never creates a pepper. */
export async function findPepperFault({ kind, db }: Database, settings: Settings): Promise<string | undefined> {
  const { dataFolder, passwordPepper } = settings
  const pepper = describePepper(kind, settings)
  const others = await countPepperedPasswords(db, pepper?.id)
  if (others === 0) return undefined
  const isFileMissing = passwordPepper === null && kind === 'sqlite' && pepper === undefined
  return isFileMissing ? describeMissingPepper(toPepperFile(dataFolder), others) : describeOtherPepper(others)
}

/**
 * Uses PASSWORD_PEPPER if it is set. Otherwise: on SQLite, a file in the data folder, created at the first start; on
 * PostgreSQL none, because processes may run on machines that share no folder.
 */
export async function findPepper(database: Database, settings: Settings): Promise<Pepper | null> {
  const { dataFolder, passwordPepper } = settings
  if (passwordPepper !== null) return toPepper(passwordPepper)
  if (database.kind === 'postgres') return null
  const file = toPepperFile(dataFolder)
  if (existsSync(file)) return readPepper(file)
  const fault = await findPepperFault(database, settings)
  if (fault !== undefined) throw new OperatorError(fault)
  return makePepper(file)
}

export function toPepperFile(dataFolder: string): string {
  return join(dataFolder, 'pepper')
}

/** The id of the current pepper, and its text if it comes from a file. Never creates one. */
export function describePepper(kind: Database['kind'], { dataFolder, passwordPepper }: Settings) {
  if (passwordPepper !== null) return { id: toPepper(passwordPepper).id, text: null }
  const file = toPepperFile(dataFolder)
  if (kind === 'postgres' || !existsSync(file)) return undefined
  const { id, secret } = readPepper(file)
  return { id, text: secret.toString() }
}

/** Throws if there is one already. */
export function writePepper(file: string, text: string): void {
  createPrivateFolder(dirname(file))
  writeFileSync(file, `${text}\n`, { flag: 'wx', mode: 0o600 })
}

function makePepper(file: string): Pepper {
  try {
    writePepper(file, randomBytes(32).toString('base64url'))
  } catch (error) {
    // Another process, such as the admin command, created it at the same moment.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readPepper(file)
}

function readPepper(file: string): Pepper {
  const text = readFileSync(file, 'utf8').trim()
  if (text.length < 32) throw new OperatorError(`${file} must contain at least 32 characters.`)
  return toPepper(text)
}

function toPepper(text: string): Pepper {
  const id = createHash('sha256').update(`pepper id: ${text}`).digest('hex').slice(0, 8)
  return { id, secret: Buffer.from(text) }
}

function describeOtherPepper(accounts: number): string {
  return (
    `The passwords of ${formatCount(accounts, 'account')} were hashed with a different pepper, so nobody can sign in with them: ` +
    'restore the previous PASSWORD_PEPPER or pepper file, or have these users reset their passwords.'
  )
}

function describeMissingPepper(file: string, accounts: number): string {
  return (
    `${file} is missing, but the passwords of ${formatCount(accounts, 'account')} were hashed with it. ` +
    'Restore it from your backup. If it is lost, write at least 32 random characters to a new file ' +
    'with that name: everyone can then choose a new password through "Forgot your password?" or, without mail, ' +
    `a link from: ${adminCommand} reset-password EMAIL`
  )
}
