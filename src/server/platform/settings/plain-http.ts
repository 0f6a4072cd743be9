import { isIP } from 'node:net'

/** Whether a host name or address is that of this machine. */
export function isLocalHost(host: string): boolean {
  return /^(localhost|.+\.localhost|\[?::1\]?)$/.test(host) || (isIP(host) === 4 && host.startsWith('127.'))
}

/** Whether passwords cross a network unencrypted. Browsers offer fewer functions there (docs/security.md, 4.6). */
export function isPlainHttp(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'http:' && !isLocalHost(hostname)
}

/** A note for the operator, because it is right only where everybody on the network is trusted. */
export function findPlainHttpNote({ publicUrl }: { readonly publicUrl: string }): string | undefined {
  return isPlainHttp(publicUrl)
    ? 'PUBLIC_URL is plain http: passwords cross the network unencrypted. Put a proxy with TLS in front (docs/operations/internet.md).'
    : undefined
}
