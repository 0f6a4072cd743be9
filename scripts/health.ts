/**
 * `player-pool health`: whether the server with these settings can serve requests. For containers, which have no
 * other HTTP client.
 */
import { loadConfig } from '#server/platform/settings/config.ts'
import { toLocalUrl } from '#server/platform/start/listen-address.ts'
import { explainStartupError } from '#server/platform/start/startup-error.ts'

process.exitCode = 1
try {
  const url = `${toLocalUrl(loadConfig().listen)}/readyz`
  const response = await fetch(url, { signal: AbortSignal.timeout(4000) }).catch((error: Error) => error)
  if (response instanceof Error) console.error(`${url} did not respond: ${response.message}`)
  else console.log(`${url} responded with status ${response.status}`)
  if (response instanceof Response && response.ok) process.exitCode = 0
} catch (error) {
  console.error(explainStartupError(error) ?? error)
}
