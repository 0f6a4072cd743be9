import { once } from 'node:events'
import { connect } from 'node:tls'
import { signInCallbackPath } from '#contract/identity-paths.ts'
import { api, routePaths } from '#contract/paths.ts'
import { checkMailServer, findOutboxFault } from '#server/delivery/mail/mailer.ts'
import { createDocumentSource } from '#server/feed/document-source.ts'
import { createEspnClients, type EspnClient } from '#server/feed/espn-client.ts'
import { parseLeaderboard } from '#server/feed/espn-leaderboard.ts'
import { describeFault, toFaultKind } from '#server/feed/source-status.ts'
import { createLog } from '#server/platform/log/log.ts'
import type { Config } from '#server/platform/settings/config.ts'
import { findListenFault, toLocalUrl } from '#server/platform/start/listen-address.ts'
import { describeProvider } from '#server/sign-in/tokens/external-provider.ts'
import { createDiscovery } from '#server/sign-in/upstream/upstream-discovery.ts'
import { describeError, note, ok, wrong } from './finding.ts'

type ServerAddress = { publicUrl: string } | undefined

const feedDeadlineMs = 10_000
const pageDeadlineMs = 10_000
const dayMs = 24 * 60 * 60 * 1000

/** Checks each address of the feed, also those that are not in use. */
export async function checkFeed({ feed: { addresses, userAgent, scoresUrl } }: Config) {
  const openClient = createEspnClients({ now: () => new Date(), userAgent, deadlineMs: feedDeadlineMs })
  const found = await Promise.all(addresses.map((address) => checkFeedAddress(address, openClient(address))))
  // The scores come from elsewhere.
  return scoresUrl === null ? found : found.map(({ state, text }) => (state === 'wrong' ? note(text) : ok(text)))
}

/** The document at SCORES_URL. `event`: its id; undefined if there is none to ask for. */
export async function checkScoreDocument({ feed }: Config, event: string | undefined) {
  const { scoresUrl: url, scoresToken: token, userAgent } = feed
  if (url === null) return []
  if (event === undefined) return note('SCORES_URL: there is no tournament to ask for. Run: doctor EVENT_ID')
  try {
    const source = createDocumentSource({ url, token, userAgent, now: () => new Date() })
    const { summary, golfers } = await source.findEvent(event)
    return ok(`SCORES_URL responds with ${summary.name} and ${golfers.length} golfers`)
  } catch (error) {
    return wrong(describeFault({ kind: 'document', reason: `${describeError(error)}.` }))
  }
}

async function checkFeedAddress(address: string, client: EspnClient) {
  try {
    const { body } = await client.getCurrentLeaderboard()
    const [event] = listEvents(body)
    if (!event) return wrong(`${address} responds, but without an event. Check FEED_URL.`)
    const { name } = parseLeaderboard(body, event)
    return ok(`${address} responds with ${name || `event ${event}`}`)
  } catch (error) {
    return wrong(`${address}: ${describeFault({ kind: toFaultKind(error), reason: `${describeError(error)}.` })}`)
  }
}

function listEvents(body: unknown): string[] {
  const { events } = (body ?? {}) as { events?: unknown }
  return Array.isArray(events) ? events.flatMap((event) => (typeof event?.id === 'string' ? [event.id] : [])) : []
}

export async function checkMail(config: Config) {
  const { mail, outbound, dataFolder } = config
  // The checks of the start say where emails go, and whether they can be written there.
  if (outbound === 'off' || findOutboxFault(config) !== undefined) return []
  if (mail.kind === 'files')
    return note(
      `SMTP_URL is not set: emails are written to ${dataFolder}/outbox, and nobody can reset a password by email`,
    )
  try {
    await checkMailServer(mail)
    return ok('the mail server accepts the credentials; "test-mail ADDRESS" sends an email')
  } catch (error) {
    return wrong(`${describeError(error)}. Check SMTP_URL.`)
  }
}

export async function checkProvider(config: Config) {
  const { signIn, upstreams } = config
  if (signIn.provider === 'embedded') {
    const found = await Promise.all(upstreams.map(checkUpstream))
    return [ok('embedded'), ...found]
  }
  try {
    const { issuer } = await describeProvider(signIn.authority)
    return [ok(`${issuer} serves its configuration and keys`), await checkTokens(config)]
  } catch (error) {
    return wrong(`${describeError(error)}. Check OIDC_AUTHORITY (${signIn.authority}).`)
  }
}

/** The other reasons need a signature of the provider. */
const inventedTokens = new Set(['not-a-jwt', 'algorithm', 'key'])

/** Asks the running server how it judged real access tokens, because nobody can sign in here to get one. */
async function checkTokens({ publicUrl, metricsToken, signIn }: Config) {
  const untried = `Whether its access tokens have the audience ${signIn.audience} and can be verified is known only once someone signs in: the log then says why one is refused.`
  if (metricsToken === null) return note(`${untried} With METRICS_TOKEN, this command reports it.`)
  const headers = { Authorization: `Bearer ${metricsToken}` }
  const signal = AbortSignal.timeout(pageDeadlineMs)
  const response = await fetch(publicUrl + routePaths.metrics, { headers, signal }).catch(() => undefined)
  if (!response?.ok) return note(`${untried} The running server could not be asked.`)
  const refused = [
    ...(await response.text()).matchAll(/^player_pool_refused_tokens_total\{reason="([\w-]+)"\} (\d+)$/gm),
  ]
  if (refused.length === 0) return note(`${untried} Since its start, the running server has refused none.`)
  const counts = refused.map(([, reason, count]) => `${count} (${reason})`).join(', ')
  const finding = `Since its start, the running server has refused access tokens: ${counts}. Its log says what to change.`
  const isCertain = refused.some(([, reason = '']) => !inventedTokens.has(reason))
  return isCertain ? wrong(finding) : note(`${finding} They may be a stranger's inventions.`)
}

async function checkUpstream(upstream: Config['upstreams'][number]) {
  try {
    // Without a log, which would repeat this finding.
    await createDiscovery(upstream, { now: () => new Date() }, createLog('silent'))()
    return ok(`${upstream.name}: loaded the discovery document of ${upstream.issuer}`)
  } catch (error) {
    return wrong(
      `${upstream.name}: ${describeError(error)}. Check the issuer of "${upstream.key}" in UPSTREAM_PROVIDERS.`,
    )
  }
}

/** Whether the server could listen, unless it does already: with these settings, or with the address of its last start. */
export async function checkPort({ listen, publicUrl }: Config, findServerAddress: () => Promise<ServerAddress>) {
  const fault = listen.port === 0 ? undefined : await findListenFault(listen)
  if (fault === undefined) return []
  const answer = await requestConfiguration(toLocalUrl(listen)).catch(() => undefined)
  const started = await findServerAddress().catch(() => undefined)
  const isOwn = [publicUrl, started?.publicUrl].some(
    (address) => answer?.callback === `${address}${signInCallbackPath}`,
  )
  return isOwn ? [] : wrong(fault)
}

/** Requests the pool through its public URL, as a browser does. */
export async function checkPublicAddress({ publicUrl, listen, http }: Config) {
  const answer = await requestConfiguration(publicUrl).catch((error: unknown) => describeError(error))
  if (typeof answer === 'string')
    return wrong(
      `${publicUrl} cannot be reached from this machine: ${answer}. Is the server running? Check PUBLIC_URL, the DNS record, the proxy and its certificate.`,
    )
  const { response, callback } = answer
  if (callback !== `${publicUrl}${signInCallbackPath}`)
    return wrong(
      `${publicUrl} responds with status ${response.status}, but is not this pool. Check PUBLIC_URL and where the proxy forwards requests.`,
    )
  return [
    ok(`${publicUrl} reaches this pool`),
    ...(publicUrl.startsWith('https:') ? [await checkCertificate(publicUrl)] : []),
    checkProxy(publicUrl, listen, http.trustedProxies, response),
  ]
}

/** Programs renew a certificate when a third of its time is left, some of a few days only. */
export async function checkCertificate(publicUrl: string) {
  const { hostname, port } = new URL(publicUrl)
  // The request before this has verified it.
  const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname, rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(pageDeadlineMs) })
    const { valid_from: start, valid_to: end } = socket.getPeerCertificate()
    const leftMs = Date.parse(end) - Date.now()
    const days = Math.floor(leftMs / dayMs)
    return leftMs < Math.min(14 * dayMs, (Date.parse(end) - Date.parse(start)) / 6)
      ? wrong(`its certificate ends in ${days} days: check why the proxy has not renewed it`)
      : ok(`its certificate is valid for ${days} more days`)
  } finally {
    socket.destroy()
  }
}

/** This server sends no Server header, so a response with one comes from a proxy. */
function checkProxy(publicUrl: string, listen: Config['listen'], trustedProxies: number, { headers }: Response) {
  const proxy = headers.get('server') ?? headers.get('via')
  const { protocol, port } = new URL(publicUrl)
  const isDirect = protocol === 'http:' && Number(port || 80) === listen.port
  if (trustedProxies === 0 && (proxy !== null || protocol === 'https:'))
    return wrong(
      `There is a proxy (${proxy ?? 'for https'}), but TRUST_PROXY is 0: all clients count as one address. Let it send X-Forwarded-For, and set TRUST_PROXY to the number of proxies.`,
    )
  if (trustedProxies > 0 && proxy === null && isDirect)
    return wrong(
      `TRUST_PROXY is ${trustedProxies}, but ${publicUrl} seems to be this server itself: anyone could send a false X-Forwarded-For. Set TRUST_PROXY=0.`,
    )
  return ok(trustedProxies === 0 ? 'there is no proxy' : `there is a proxy, and TRUST_PROXY=${trustedProxies}`)
}

async function requestConfiguration(publicUrl: string) {
  const response = await fetch(publicUrl + api.clientConfiguration(), {
    redirect: 'manual',
    signal: AbortSignal.timeout(pageDeadlineMs),
  })
  const body: unknown = await response.json().catch(() => undefined)
  const callback = typeof body === 'object' && body !== null && 'redirect_uri' in body ? body.redirect_uri : undefined
  return { response, callback }
}
