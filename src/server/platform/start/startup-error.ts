import { OperatorError } from './operator-error.ts'

export type Listen = { readonly host: string; readonly port: number }

type SystemError = Error & { code?: unknown; syscall?: unknown; path?: unknown; hostname?: unknown }

/** Explains a startup error and what the operator can do about it. Undefined if it is a bug. */
export function explainStartupError(error: unknown, listen?: Listen): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof OperatorError) return error.message
  const { code, syscall, path, hostname }: SystemError = error
  if (listen && (syscall === 'listen' || (syscall === 'getaddrinfo' && hostname === listen.host)))
    return explainListenError(String(code), error, listen)
  // Files and folders of the installation: the message names the operation and the path.
  return typeof path === 'string' && typeof syscall === 'string'
    ? `A file cannot be used: ${error.message}. Check its path and the permissions of this user.`
    : undefined
}

function explainListenError(code: string, error: Error, { host, port }: Listen): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} of ${host} is in use. Stop the program that is using it, or set PORT to a different port.`
  }
  if (code === 'EACCES') {
    return `Port ${port} of ${host} is not available to this user. Set PORT to 1024 or more: a proxy can listen on 80 and 443.`
  }
  return `The server cannot listen on ${host}, port ${port}: ${error.message}. Check HOST and PORT.`
}
