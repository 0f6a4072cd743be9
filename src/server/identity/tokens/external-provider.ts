import type { JSONWebKeySet } from 'jose'
import * as z from 'zod'
import { getJson } from './limited-fetch.ts'

/** Requests to an external provider: discovery, keys and userinfo. */
export type ProviderDescription = { issuer: string; userinfoUrl: string | undefined; keys: JSONWebKeySet }

const discovery = z.object({
  issuer: z.string(),
  jwks_uri: z.url({ protocol: /^https?$/ }),
  userinfo_endpoint: z.url({ protocol: /^https?$/ }).optional(),
})
const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })

/** Throws if the provider does not respond in time or its response is invalid for this authority. */
export async function describeProvider(authority: string): Promise<ProviderDescription> {
  const found = discovery.parse(await getJson(`${authority}/.well-known/openid-configuration`))
  // Some issuers end in a slash. Any other difference would mean a provider that we do not trust.
  if (found.issuer !== authority && found.issuer !== `${authority}/`)
    throw new Error(`The provider at ${authority} reports the issuer ${found.issuer}.`)
  for (const url of [found.jwks_uri, found.userinfo_endpoint]) {
    if (url !== undefined && authority.startsWith('https:') && !url.startsWith('https:'))
      throw new Error(`The provider at ${authority} lists an endpoint without TLS.`)
  }
  const keys = keySet.parse(await getJson(found.jwks_uri))
  return { issuer: found.issuer, userinfoUrl: found.userinfo_endpoint, keys }
}

export function getUserInfo(url: string, token: string): Promise<unknown> {
  return getJson(url, { Authorization: `Bearer ${token}` })
}
