import { connect } from 'node:net'
import type { BenchRow } from './bench-row.ts'
import { type ServedApp, startChild } from './child-process.ts'

const goalBytes = 5 * 1024
const poolSizes = [10, 1000, 100_000]

/** What one refresh brings over the wire, headers included, with pools of very different sizes. */
export async function measureWire(): Promise<BenchRow[]> {
  const sizes: number[] = []
  for (const entries of poolSizes) {
    const { first: app, stop } = await startChild<ServedApp>('./served-app.ts', String(entries))
    sizes.push(await countBytes(app))
    await stop()
  }
  const [smallest = 0] = sizes
  return poolSizes.map((entries, at) => {
    const bytes = sizes[at] ?? 0
    return {
      name: `one refresh of 156 golfers, ${entries.toLocaleString('en')} entries`,
      figure: `${bytes.toLocaleString('en')} bytes on the wire`,
      value: bytes,
      baseline: smallest,
      ratio: smallest / bytes,
      goal: `at most ${goalBytes.toLocaleString('en')} bytes, the same for all`,
      met: bytes <= goalBytes && bytes === smallest,
    }
  })
}

function countBytes({ url, token, tournamentId }: ServedApp): Promise<number> {
  const { hostname, port, host } = new URL(url)
  return new Promise((resolve, reject) => {
    let bytes = 0
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `GET /api/leaderboard/${tournamentId} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n` +
          'Accept-Encoding: gzip, deflate, br\r\nConnection: close\r\n\r\n',
      )
    })
    socket.on('data', (chunk) => {
      if (bytes === 0 && !chunk.toString('latin1').startsWith('HTTP/1.1 200'))
        reject(new Error('no leaderboard'))
      bytes += chunk.length
    })
    socket.on('end', () => resolve(bytes)).on('error', reject)
  })
}
