import type { JSONWebKeySet } from 'jose'
import * as z from 'zod'
import { isSameIssuer } from '#server/provider-settings.ts'
import { getJson } from './limited-fetch.ts'

/** Requests to other OpenID providers: discovery, keys and userinfo. */
export type ProviderDescription = { issuer: string; userinfoUrl: string | undefined; keys: JSONWebKeySet }

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
