import type { Config } from './config.ts'
import { NewerSchemaError } from './db/migrate.ts'

type SystemError = Error & { code?: unknown; syscall?: unknown; path?: unknown }

/** Explains a startup error and what the operator can do about it. Undefined if there is nothing they can do. */
export function explainStartupError(
  error: unknown,
  { listen, database }: Pick<Config, 'listen' | 'database'>,
): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof NewerSchemaError) return error.message
  const { code, syscall, path }: SystemError = error
  if (syscall === 'listen' || code === 'ENOTFOUND') return explainListenError(String(code), error, listen)
  if (database.kind === 'sqlite') {
    const isFileError = /^SQLITE_/.test(String(code)) || syscall === 'mkdir' || path === database.file
    return isFileError
      ? `The database ${database.file} set in DATABASE_URL cannot be used: ${error.message}.`
      : undefined
  }
  const isServerError = syscall === 'connect' || /^(08|28|3D|53|57)\w{3}$/.test(String(code))
  return isServerError || error instanceof AggregateError
    ? `The database server set in DATABASE_URL cannot be used: ${error.message || String(code)}.`
    : undefined
}

function explainListenError(code: string, error: Error, { host, port }: Config['listen']): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} of ${host} is in use. Stop the program that is using it, or set PORT to a different port.`
  }
  if (code === 'EACCES') return `Port ${port} of ${host} is not available to this user. Set PORT to a different port.`
  return `The server cannot listen on ${host}, port ${port}: ${error.message}. Check HOST and PORT.`
}
