import { connect } from 'node:net'
import { entryNumbers } from '#domain/tournament/tournament.ts'
import type { BenchRow } from './bench-row.ts'
import { type ServedApp, startApp } from './child-process.ts'

const goalBytes = 5 * 1024
/** The time in the body differs from run to run, and compresses differently. */
const toleranceBytes = 32
const poolSizes = [10, 1000, 100_000]

/** The size of one refresh on the wire, at the busiest moment of a round, for pools of very different sizes. */
export async function measurePayload(): Promise<BenchRow[]> {
  const sizes: Size[] = []
  for (const entries of poolSizes) {
    const app = await startApp({ entrants: Math.ceil(entries / entryNumbers.length), hasStarted: true })
    sizes.push(await countBytes(app))
    await app.stop()
  }
  const smallest = sizes[0]?.body ?? 0
  return poolSizes.map((entries, index) => {
    const { head, body: bytes } = sizes[index] ?? { head: 0, body: 0 }
    return {
      name: `refresh payload: 156 golfers, ${entries.toLocaleString('en')} entries`,
      figure: `${bytes.toLocaleString('en')} bytes (plus ${head} of headers)`,
      value: bytes,
      baseline: smallest,
      ratio: bytes / smallest,
      goal: `at most ${goalBytes.toLocaleString('en')} bytes, the same for every pool size`,
      isMet: bytes <= goalBytes && Math.abs(bytes - smallest) < toleranceBytes,
    }
  })
}

type Size = { head: number; body: number }

function countBytes({ url, token, tournamentId }: ServedApp): Promise<Size> {
  const { hostname, port, host } = new URL(url)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `GET /api/leaderboard/${tournamentId} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n` +
          'Accept-Encoding: gzip, deflate, br\r\nConnection: close\r\n\r\n',
      )
    })
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('end', () => {
      const response = Buffer.concat(chunks)
      const head = response.indexOf('\r\n\r\n') + 4
      if (!response.toString('latin1', 0, 20).startsWith('HTTP/1.1 200'))
        reject(new Error('The server sent no leaderboard.'))
      resolve({ head, body: response.length - head })
    })
  })
}
