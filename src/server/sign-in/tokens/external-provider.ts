import type { JSONWebKeySet } from 'jose'
import * as z from 'zod'
import { readLimitedBody } from '#server/platform/http-client/limited-body.ts'
import { isSameIssuer } from '#server/platform/settings/provider-settings.ts'

/**
 * Requests to other OpenID providers, for discovery, keys and userinfo: bounded in time and size, and without redirects
 * (docs/security.md, 1.7).
 */

export type ProviderDescription = { issuer: string; userinfoUrl: string | undefined; keys: JSONWebKeySet }

const deadlineMs = 5000
const maxBodyBytes = 512 * 1024

export const endpoint = z.url({ protocol: /^https?$/ })
/** The part of a discovery document that every use needs. */
export const discovery = z.object({
  issuer: z.string(),
  jwks_uri: endpoint,
  userinfo_endpoint: endpoint.exactOptional(),
})
const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })

/** Throws if the provider does not respond in time or its response is invalid for this issuer. */
export async function readDiscovery<Document extends z.output<typeof discovery>>(
  issuer: string,
  schema: z.ZodType<Document>,
): Promise<Document> {
  const url = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`
  const { data: found } = schema.safeParse(await getJson(url))
  if (!found) throw new Error(`${url} is not the description of an OpenID provider`)
  // Entra's addresses for all tenants: any organisation's administrator could invent people and addresses.
  if (found.issuer.includes('{tenantid}'))
    throw new Error(`${issuer} is for all tenants; use https://login.microsoftonline.com/TENANT_ID/v2.0`)
  // Any difference but a slash at the end would mean a provider that we do not trust.
  if (!isSameIssuer(found.issuer, issuer)) throw new Error(`${issuer} reports the issuer ${found.issuer}`)
  const isPlain = (value: unknown) => typeof value === 'string' && value.startsWith('http:')
  if (issuer.startsWith('https:') && Object.values(found).some(isPlain))
    throw new Error(`${issuer} lists an endpoint without TLS`)
  return found
}

export async function describeProvider(authority: string): Promise<ProviderDescription> {
  const { issuer, jwks_uri, userinfo_endpoint: userinfoUrl } = await readDiscovery(authority, discovery)
  return { issuer, userinfoUrl, keys: keySet.parse(await getJson(jwks_uri)) }
}

/** Rejects if the whole response, with its body, has not arrived in time. Redirects are returned, not followed. */
export async function limitedFetch(
  url: string,
  init: Pick<RequestInit, 'method' | 'headers' | 'body'> = {},
): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(deadlineMs) })
  const { bytes, isWhole } = await readLimitedBody(response, maxBodyBytes)
  if (!isWhole) throw new Error(`The response from ${url} is too large.`)
  const { status, statusText, headers } = response
  return new Response(bytes.length === 0 ? null : bytes, { status, statusText, headers })
}

/** Repeating the request would not help. */
export class RefusedByEndpoint extends Error {}

export async function getJson(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await limitedFetch(url, { headers: { Accept: 'application/json', ...headers } })
  const { status } = response
  if (status >= 300 && status < 500 && status !== 429) throw new RefusedByEndpoint(`${url} returned status ${status}.`)
  if (!response.ok) throw new Error(`${url} returned status ${status}.`)
  return response.json().catch(() => {
    throw new RefusedByEndpoint(`${url} did not return JSON.`)
  })
}
