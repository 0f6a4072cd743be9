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

/** Why the server must not start: it could check no password. Says what to do. Undefined if it can. Never creates a pepper. */
export async function findUnusablePepper({ kind, db }: Database, settings: Settings): Promise<string | undefined> {
  if (describePepper(kind, settings)) return undefined
  const accounts = await countPepperedPasswords(db, undefined)
  return accounts === 0 ? undefined : describeMissingPepper(kind, toPepperFile(settings.dataFolder), accounts)
}

/** Why some people cannot sign in with their passwords, and what to do. Undefined if all can. */
export async function findOtherPepper({ kind, db }: Database, settings: Settings): Promise<string | undefined> {
  const others = await countPepperedPasswords(db, describePepper(kind, settings)?.id)
  return others === 0 ? undefined : describeOtherPepper(others)
}

/**
 * Uses PASSWORD_PEPPER if it is set. Otherwise: on SQLite, a file in the data folder, created at the first start; on
 * PostgreSQL none, because processes may run on machines that share no folder.
 */
export async function findPepper(database: Database, settings: Settings): Promise<Pepper | null> {
  const fault = await findUnusablePepper(database, settings)
  if (fault !== undefined) throw new OperatorError(fault)
  if (settings.passwordPepper !== null) return toPepper(settings.passwordPepper)
  if (database.kind === 'postgres') return null
  const file = toPepperFile(settings.dataFolder)
  return existsSync(file) ? readPepper(file) : makePepper(file)
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
  if (text.length < 32)
    throw new OperatorError(
      `${file} must contain at least 32 characters. Restore it from your backup; if nobody has a password yet, delete it.`,
    )
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

function describeMissingPepper(kind: Database['kind'], file: string, accounts: number): string {
  const passwords = `the passwords of ${formatCount(accounts, 'account')} were hashed with`
  const missing =
    kind === 'sqlite'
      ? `${file} is missing, but ${passwords} it. Restore it from your backup, or set PASSWORD_PEPPER as before. If it is lost, write at least 32 random characters to a new file with that name`
      : `PASSWORD_PEPPER is not set, but ${passwords} one. Set it as before, or to the text in the pepper file that the pool had on SQLite. If it is lost, set it to at least 32 random characters`
  return (
    `${missing}: everyone can then choose a new password through "Forgot your password?" or, without mail, ` +
    `a link from: ${adminCommand} reset-password EMAIL`
  )
}
