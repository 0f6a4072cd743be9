/**
 * `player-pool health`: whether the server with these settings can serve requests. For containers, which have no
 * other HTTP client.
 */
import { type Config, loadConfig } from '#server/platform/settings/config.ts'
import { explainStartupError } from '#server/platform/start/startup-error.ts'

const unspecified: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

function toUrl({ host, port }: Config['listen']): string {
  const address = unspecified[host] ?? host
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}/readyz`
}

process.exitCode = 1
try {
  const url = toUrl(loadConfig().listen)
  const response = await fetch(url, { signal: AbortSignal.timeout(4000) }).catch((error: Error) => error)
  if (response instanceof Error) console.error(`${url} did not respond: ${response.message}`)
  else console.log(`${url} responded with status ${response.status}`)
  if (response instanceof Response && response.ok) process.exitCode = 0
} catch (error) {
  console.error(explainStartupError(error) ?? error)
}
