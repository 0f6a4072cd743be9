import { BlockList, isIP } from 'node:net'
import type { SessionUse } from '#server/identity/provider/provider-sessions.ts'

/** Several accounts were last used from one private address, which is the proxy's. */
export type SharedAddress = { address: string; accounts: number }

/** Fewer accounts on one private address can be one household. */
const minSharingAccounts = 5

const privateAddresses = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateAddresses.addSubnet(network, bits, 'ipv4')
privateAddresses.addAddress('::1', 'ipv6')
privateAddresses.addSubnet('fc00::', 7, 'ipv6')
privateAddresses.addSubnet('fe80::', 10, 'ipv6')

/** An address of a local network or of this machine. */
export function isPrivateAddress(address: string): boolean {
  const [plain = ''] = address.split('%', 1)
  return isIP(plain) !== 0 && privateAddresses.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}

/** Whether browsers on the internet can resolve the name of this origin. */
export function isPublicOrigin(publicUrl: string): boolean {
  const host = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return !isPrivateAddress(host)
  return host.includes('.') && !/\.(local|localhost|lan|home|internal|intranet|arpa|test)$/.test(host)
}

/**
 * If several accounts share one private address although the pool has a public name, it is the address of a proxy that does
 * not forward its clients' addresses. A company's own network has many private addresses.
 */
export function findSharedAddress(publicUrl: string, uses: readonly SessionUse[]): SharedAddress | undefined {
  const [first] = uses
  if (!first || !isPublicOrigin(publicUrl) || !isPrivateAddress(first.address)) return undefined
  if (uses.some(({ address }) => address !== first.address)) return undefined
  const accounts = new Set(uses.map(({ accountId }) => accountId)).size
  return accounts < minSharingAccounts ? undefined : { address: first.address, accounts }
}

/** Explains the fault and its remedy. */
export function describeSharedAddress({ address, accounts }: SharedAddress, trustedProxies: number): string {
  const setting =
    trustedProxies === 0
      ? 'set TRUST_PROXY to the number of proxies'
      : `check that TRUST_PROXY=${trustedProxies} is the number of proxies`
  return `${accounts} accounts use the address ${address}, which is probably the proxy's: all clients count as one address, and rate limits apply to them together. Let the proxy send X-Forwarded-For, and ${setting}.`
}
