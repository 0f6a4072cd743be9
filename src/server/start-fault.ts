import type { Config } from './config.ts'

type Fault = Error & { code?: unknown; syscall?: unknown }

/**
 * Why the process could not start, in words that tell the operator what to change; undefined for a fault that he can
 * do nothing about.
 */
export function explainStartFault(
  error: unknown,
  { listen, database }: Pick<Config, 'listen' | 'database'>,
): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, syscall }: Fault = error
  if (syscall === 'listen' || code === 'ENOTFOUND') return explainListenFault(String(code), error, listen)
  if (database.kind === 'sqlite') {
    const isFileFault = /^SQLITE_/.test(String(code)) || syscall === 'mkdir'
    return isFileFault
      ? `The database ${database.file} cannot be used: ${error.message}. It is the one that DATABASE_URL names.`
      : undefined
  }
  const isServerFault = syscall === 'connect' || /^(08|28|3D|53|57)\w{3}$/.test(String(code))
  return isServerFault || error instanceof AggregateError
    ? `The database server that DATABASE_URL names cannot be used: ${error.message || String(code)}.`
    : undefined
}

function explainListenFault(code: string, error: Error, { host, port }: Config['listen']): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} of ${host} is in use. Stop the program that has it, or set PORT to another one.`
  }
  if (code === 'EACCES')
    return `Port ${port} of ${host} may not be used by this user. Set PORT to another one.`
  return `The server cannot listen on ${host}, port ${port}: ${error.message}. Look at HOST and PORT.`
}
