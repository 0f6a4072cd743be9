/**
 * `player-pool health`: whether the server with these settings can serve requests. For containers, which have no
 * other HTTP client.
 */
import { loadConfig } from '#server/config.ts'

const { host, port } = loadConfig().listen
const unspecified: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
const address = unspecified[host] ?? host
const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}/readyz`

try {
  const response = await fetch(url, { signal: AbortSignal.timeout(4000) })
  console.log(`${url} responded with status ${response.status}`)
  process.exitCode = response.ok ? 0 : 1
} catch (error) {
  console.error(`${url} did not respond: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
