import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that systems give to outgoing connections (from 32768 on Linux, from 49152 elsewhere): a port of those
 * can be taken at any moment.
 */
const [firstPort, lastPort] = [20_000, 32_767]
const maxTries = 20

/**
 * For servers that must know their port before they listen. All others listen on port 0. Calls `start` with as many ports
 * as it has parameters, and again with others if it fails because another program listens on one of them.
 */
export async function startOnPort<Started>(start: (...ports: number[]) => Promise<Started>): Promise<Started> {
  for (let tries = 1; ; tries += 1) {
    const ports: number[] = []
    while (ports.length < start.length) ports.push(await claimPort())
    try {
      return await start(...ports)
    } catch (error) {
      if (tries === maxTries || !isPortInUse(error)) throw error
    }
  }
}

/**
 * A port that no other claim has until this process ends, so a server can restart on it. A UDP socket with the same number
 * is the claim: the server itself uses TCP.
 */
async function claimPort(): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = randomInt(firstPort, lastPort + 1)
    const claim = createSocket('udp4')
    try {
      const bound = once(claim, 'listening')
      claim.bind({ port, address: '127.0.0.1', exclusive: true })
      await bound
      claim.unref()
      return port
    } catch (error) {
      claim.close()
      if (tries === maxTries) throw error
    }
  }
}

/** Whether an error, or the output of another program, says that a port is in use. */
function isPortInUse(error: unknown): boolean {
  return /address already in use|Port \d+ of \S+ is in use/i.test(String(error))
}

/** Throws the error of `listen` if another program has the port. */
export async function assertPortIsFree(host: string, port: number): Promise<void> {
  const probe = createServer().listen(port, host)
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}
