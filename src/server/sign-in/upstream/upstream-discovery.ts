import { LRUCache } from 'lru-cache'
import {
  allowInsecureRequests,
  type ClientMetadata,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  clockTolerance,
  customFetch,
  enableNonRepudiationChecks,
} from 'openid-client'
import * as z from 'zod'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { UpstreamConfig } from '#server/platform/settings/provider-settings.ts'
import { discovery, endpoint, limitedFetch, readDiscovery } from '#server/sign-in/tokens/external-provider.ts'
import { toUpstreamError, UpstreamError } from './upstream-error.ts'

const requestSeconds = 5
const refreshAfterMs = 60 * 60_000
/** The cooldown after a failed request. */
const retryAfterMs = 5000
const clockToleranceSeconds = 30

/** Signatures with the client secret (HS256) and none at all are never accepted (docs/security.md, 21.2). */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

const metadata = discovery.extend({
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  id_token_signing_alg_values_supported: z.array(z.string()).default(['RS256']),
  token_endpoint_auth_methods_supported: z.array(z.string()).exactOptional(),
  authorization_response_iss_parameter_supported: z.boolean().exactOptional(),
})

type Metadata = z.output<typeof metadata>

/**
 * The client of an upstream provider, created from its discovery document at the first sign-in. It is refreshed hourly; while
 * that fails, the last one is used. Throws an `UpstreamError` if there is none.
 */
export function createDiscovery(config: UpstreamConfig, clock: Pick<Clock, 'now'>, log: Log) {
  const cache = new LRUCache<string, { client: Configuration } | { error: UpstreamError }>({
    max: 1,
    ttl: refreshAfterMs,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
    async fetchMethod(_key, last, { options }) {
      try {
        return { client: toClient(config, await discover(config)) }
      } catch (error) {
        const { message } = toUpstreamError(error)
        log.warn({ upstream: config.key, issuer: config.issuer, reason: message }, 'a sign-in provider failed')
        options.ttl = retryAfterMs
        return last && 'client' in last ? last : { error: new UpstreamError('unreachable', message) }
      }
    },
  })

  return async function getClient(): Promise<Configuration> {
    const found = await cache.forceFetch(config.key)
    if ('error' in found) throw found.error
    return found.client
  }
}

async function discover({ issuer }: UpstreamConfig): Promise<Metadata> {
  const found = await readDiscovery(issuer, metadata)
  const supported = found.id_token_signing_alg_values_supported.filter((algorithm) => algorithms.includes(algorithm))
  if (supported.length === 0)
    throw new Error(`${issuer} signs ID tokens with the client secret only; choose a signing key there`)
  return { ...found, id_token_signing_alg_values_supported: supported }
}

function toClient({ issuer, clientId, clientSecret }: UpstreamConfig, found: Metadata): Configuration {
  const methods = found.token_endpoint_auth_methods_supported
  // Without a list, the standard says Basic. With both, Post avoids the differences in how Basic is encoded.
  const authenticate = methods?.includes('client_secret_post')
    ? ClientSecretPost(clientSecret)
    : ClientSecretBasic(clientSecret)
  const client: ClientMetadata = { client_id: clientId, [clockTolerance]: clockToleranceSeconds }
  const configuration = new Configuration(found, clientId, client, authenticate)
  configuration.timeout = requestSeconds
  configuration[customFetch] = (url, { method, headers, body }) =>
    // The library sends forms only.
    limitedFetch(url, { method, headers, body: body instanceof URLSearchParams ? body : null })
  // Verifies the signature of ID tokens even though they come straight from the provider.
  enableNonRepudiationChecks(configuration)
  if (issuer.startsWith('http:')) allowInsecureRequests(configuration)
  return configuration
}
