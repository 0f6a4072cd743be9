import type { IncomingMessage } from 'node:http'
import type { Clock } from '../db/clock.ts'
import type { Log } from '../log.ts'
import {
  describeProxyFault,
  findSharedAddress,
  isPrivateAddress,
  type ProxyFault,
  type SessionUse,
} from './proxy-check.ts'

/** Warns the operator, at most once a day, if all clients seem to have the proxy's address (docs/security.md, 4.4). */
export type ProxyWatch = {
  /** Checks the headers of a request. */
  observe(request: Pick<IncomingMessage, 'headers' | 'socket'>): void
  /** After a sign-in: compares the addresses of the newest sessions, at most every ten minutes. */
  checkSessions(listUses: () => Promise<readonly SessionUse[]>): Promise<void>
}

const warnEveryMs = 24 * 60 * 60 * 1000
const checkEveryMs = 10 * 60 * 1000

export function createProxyWatch(options: {
  publicUrl: string
  trustedProxies: number
  clock: Pick<Clock, 'now'>
  log: Log
}): ProxyWatch {
  const { publicUrl, trustedProxies, clock, log } = options
  const isHttps = publicUrl.startsWith('https:')
  let warnAt = 0
  let checkAt = 0

  function warn(fault: ProxyFault): void {
    const now = clock.now().getTime()
    if (now < warnAt) return
    warnAt = now + warnEveryMs
    log.warn({ address: fault.address }, describeProxyFault(fault, trustedProxies))
  }

  return {
    observe({ headers, socket }) {
      if (trustedProxies > 0 || headers['x-forwarded-for'] === undefined) return
      const address = socket.remoteAddress ?? ''
      // A client can send the header too. With https there must be a proxy: this server speaks http only.
      if (isHttps || isPrivateAddress(address)) warn({ kind: 'ignored-header', address })
    },
    async checkSessions(listUses) {
      const now = clock.now().getTime()
      if (now < checkAt || now < warnAt) return
      checkAt = now + checkEveryMs
      const fault = findSharedAddress(publicUrl, await listUses())
      if (fault) warn(fault)
    },
  }
}
