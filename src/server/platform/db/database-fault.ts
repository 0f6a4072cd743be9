import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { findFolderFault } from '#server/platform/secrets/folder-access.ts'
import { type DatabaseConfig, encodingHint } from '#server/platform/settings/config.ts'
import { OperatorError } from '#server/platform/start/operator-error.ts'

type DriverError = Error & { code?: unknown; syscall?: unknown; hostname?: unknown }

/** SQLSTATE classes that point to the server or its settings, not to our SQL. */
const serverState = /^(08\w{3}|28\w{3}|3D\w{3}|53\w{3}|57\w{3}|42501)$/

/** An OperatorError that explains why the database cannot be used; the error itself if it is a bug. */
export function toDatabaseFault(error: unknown, config: DatabaseConfig): unknown {
  if (!(error instanceof Error) || error instanceof OperatorError) return error
  const text = config.kind === 'sqlite' ? explainFileFault(error, config.file) : explainServerFault(error)
  return text === undefined ? error : new OperatorError(text, { cause: error })
}

/** Throws an OperatorError if the database is a file that does not exist and cannot be created. Changes nothing. */
export function requireCreatable(config: DatabaseConfig): void {
  if (config.kind === 'postgres' || existsSync(config.file)) return
  const reason = findFolderFault(dirname(config.file))
  if (reason !== undefined)
    throw new OperatorError(
      `The database ${config.file} cannot be created: ${reason}. Let this user write there, or set DATA_DIR or DATABASE_URL to another place.`,
    )
}

function explainFileFault({ code, syscall, message }: DriverError, file: string): string | undefined {
  const isFault = typeof syscall === 'string' || (/^SQLITE_/.test(String(code)) && code !== 'SQLITE_ERROR')
  return isFault
    ? `The database ${file} (DATABASE_URL, DATA_DIR) cannot be used: ${message}.${findFileHint(String(code))}`
    : undefined
}

function findFileHint(code: string): string {
  if (/ACCES|PERM|ROFS|READONLY/.test(code))
    return ' Let this user own the file and its folder (chown), or run as their owner.'
  if (/NOTADB|CORRUPT/.test(code)) return ' Move it away, and restore a backup.'
  if (/NOSPC|FULL/.test(code)) return ' Make space on its disk.'
  return ''
}

function explainServerFault(error: DriverError): string | undefined {
  const { syscall, hostname, message } = error
  const code = String(error.code ?? '')
  if (syscall === 'getaddrinfo')
    return `The host ${String(hostname)} of the database server in DATABASE_URL was not found (${code}). Check its name.`
  const isSqlState = /^[0-9A-Z]{5}$/.test(code)
  if (isSqlState ? !serverState.test(code) : error instanceof TypeError) return undefined
  const hint = findHint(code, message)
  return `The database server set in DATABASE_URL cannot be used: ${message || code}.${hint && ` ${hint}`}`
}

function findHint(code: string, message: string): string {
  if (/^28|^$/.test(code) && /password|SASL/i.test(message)) return `Check its user and password; ${encodingHint}.`
  if (code === '3D000') return 'Create the database, or check its name.'
  if (code === '42501') return 'Give its user the right to create tables.'
  if (/CERT|SIGNED|UNABLE_TO/.test(code) || /SSL|TLS/.test(message))
    return 'Check sslmode and sslrootcert in the address.'
  if (code === 'ECONNREFUSED') return 'Check that it is running, and its host and port.'
  return ''
}
