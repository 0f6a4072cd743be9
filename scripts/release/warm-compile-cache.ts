import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * Starts and stops the release once, to fill its compile cache: the folder may be read-only in production, and restarts
 * during an upgrade are a second faster.
 */
export async function warmCompileCache(folder: string): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'player-pool-release-'))
  const child = spawn(resolve(folder, 'player-pool'), {
    cwd: data,
    env: { PATH: process.env['PATH'], PORT: '0', FEED_URL: 'http://127.0.0.1:9' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let isStopping = false
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (isStopping || !output.includes('Player Pool is ready')) return
      isStopping = child.kill('SIGTERM')
    })
  }
  const [code] = await once(child, 'close')
  rmSync(data, { recursive: true })
  if (code !== 0) throw new Error(`The release did not start:\n${output}`)
}
