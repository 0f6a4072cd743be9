/** The push services of Chrome and Edge on Android and desktop, Firefox, Safari, and Edge on Windows. */
const hosts = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com'] as const
const domains = ['.push.apple.com', '.notify.windows.com'] as const
const maxLength = 1024

/**
 * Whether this is the address of a known push service. Everything else is refused, so that nobody can make the server
 * send requests to addresses of their choice (docs/security.md, 23.1).
 */
export function isPushEndpoint(endpoint: string): boolean {
  if (endpoint.length > maxLength || !URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password, hash } = new URL(endpoint)
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '' || hash !== '') return false
  return hosts.some((host) => host === hostname) || domains.some((domain) => hostname.endsWith(domain))
}
