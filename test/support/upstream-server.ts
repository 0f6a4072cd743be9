import type { FormBrowser, FormResponse } from './form-browser.ts'
import { type IdentityServer, startIdentityServer } from './identity-server.ts'
import { beginSignIn, isCallback, openSignIn, redeemTokens, type Tokens } from './oidc-client.ts'
import { type UpstreamProfile, upstreamProfiles } from './upstream-profiles.ts'
import { startUpstreamProvider, type UpstreamProvider } from './upstream-provider.ts'

type Key = (typeof upstreamProfiles)[number]['key']

export type UpstreamServer = {
  server: IdentityServer
  upstream(key: Key): UpstreamProvider
  close(): Promise<void>
}

/** The embedded provider with upstream providers of these kinds. */
export async function startUpstreamServer(
  keys: readonly Key[],
  options: Parameters<typeof startIdentityServer>[0] & { settings?: Record<string, string> } = {},
): Promise<UpstreamServer> {
  let providers: UpstreamProvider[] = []
  const server = await startIdentityServer({
    ...options,
    settings: async (url) => {
      providers = await startUpstreams(keys, url)
      return { ...upstreamSettings(providers), ...options.settings }
    },
  })
  return {
    server,
    upstream: (key) => getUpstream(providers, key),
    async close() {
      await server.close()
      for (const provider of providers) await provider.close()
    },
  }
}

/** Providers that know the product at this address. */
export function startUpstreams(keys: readonly Key[], publicUrl: string): Promise<UpstreamProvider[]> {
  const profiles: readonly UpstreamProfile[] = upstreamProfiles
  return Promise.all(
    profiles
      .filter(({ key }) => keys.includes(key))
      .map((profile) =>
        startUpstreamProvider(profile, `${publicUrl}/Identity/Account/Upstream/${profile.key}/callback`),
      ),
  )
}

export function upstreamSettings(providers: readonly UpstreamProvider[]): Record<string, string> {
  const keys = providers.map(({ profile }) => profile.key).join(',')
  return Object.assign({ UPSTREAM_PROVIDERS: keys }, ...providers.map((provider) => provider.settings()))
}

function getUpstream(providers: readonly UpstreamProvider[], key: Key): UpstreamProvider {
  const found = providers.find(({ profile }) => profile.key === key)
  if (!found) throw new Error(`There is no provider ${key}.`)
  return found
}

/** The page at which a sign-in ends: the callback of the app, or one of our pages. */
export async function continueWith(browser: FormBrowser, page: FormResponse, name: string): Promise<FormResponse> {
  const path = new RegExp(`href="([^"]*)"[^>]*>Continue with ${name}<`).exec(page.text)?.[1]
  if (path === undefined) throw new Error(`There is no button for ${name} on this page (${page.status}):\n${page.text}`)
  return browser.follow(await browser.get(path), isCallback)
}

/** Signs in through an upstream provider in a browser that is not signed in. */
export async function signInWith(browser: FormBrowser, server: IdentityServer, name: string): Promise<Tokens> {
  const attempt = beginSignIn(server.url)
  const arrived = await continueWith(browser, await openSignIn(browser, attempt), name)
  if (!arrived.location) throw new Error(`The sign-in ended on this page (${arrived.status}):\n${arrived.text}`)
  return redeemTokens(server.url, arrived, attempt)
}

/** Starts a sign-in and returns the page of ours at which it ends. */
export async function failWith(browser: FormBrowser, server: IdentityServer, name: string): Promise<FormResponse> {
  return continueWith(browser, await openSignIn(browser, beginSignIn(server.url)), name)
}
