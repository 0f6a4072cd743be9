import { contractVersion, contractVersionHeader } from '#contract/contract-version.ts'
import { feedImageOrigin } from '#contract/feed-images.ts'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { signInCallbackPath } from '#contract/identity-paths.ts'
import { dataPrefixes, identityPrefixes, isBelow } from '#contract/paths.ts'
import type { Config } from '#server/platform/settings/config.ts'
import { isLocalHost, isPlainHttp } from '#server/platform/settings/plain-http.ts'

/** The classes of responses that have their own security headers (docs/security.md, 4.1). */
export type ResponseKind = 'page' | 'asset' | 'sign-in-callback' | 'identity-page' | 'data'

export type SecurityHeaders = Readonly<Record<ResponseKind, Readonly<Record<string, string>>>>

const disabledFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
  'xr-spatial-tracking',
]

type Settings = Pick<Config, 'publicUrl' | 'http' | 'feed' | 'signIn'>

export function createSecurityHeaders(config: Settings, styleHashes: readonly string[] = []): SecurityHeaders {
  const { publicUrl, http, feed, signIn } = config
  const { hstsMaxAge } = http
  const { protocol, hostname } = new URL(publicUrl)
  // On localhost it would keep browsers from every other program of the person's machine.
  const isHttpsOnly = protocol === 'https:' && !isLocalHost(hostname) && hstsMaxAge !== null
  const provider = new URL(signIn.authority).origin
  // The app talks to the provider by fetch and in a hidden frame. The embedded provider is on this origin.
  const signInSources = provider === publicUrl ? "'self'" : `'self' ${provider}`
  const pagePolicy = [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styleHashes].join(' '),
    feed.images === 'direct' ? `img-src 'self' ${feedImageOrigin}` : "img-src 'self'",
    "font-src 'self'",
    `connect-src ${signInSources}`,
    `frame-src ${signInSources}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    // This policy admits the addresses of our two workers and nothing else.
    'trusted-types player-pool',
  ].join('; ')
  const identityPolicy = [
    "default-src 'none'",
    // These pages may run one script only, because people type passwords in them.
    `script-src ${publicUrl}${identityPaths.script}`,
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    // A form's response redirects through the provider to the app, all on this origin.
    "form-action 'self'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

  const everywhere = {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    // Not for subdomains: they may belong to others, and need no https.
    ...(isHttpsOnly && { 'Strict-Transport-Security': `max-age=${hstsMaxAge}` }),
  }
  // These two apply to documents only. They would be a tenth of every leaderboard refresh and half of a small script.
  const forDocuments = {
    // Over plain http, browsers ignore it with an error in the console.
    ...(!isPlainHttp(publicUrl) && { 'Cross-Origin-Opener-Policy': 'same-origin' }),
    // The wall display keeps the screen awake.
    'Permissions-Policy': [...disabledFeatures.map((feature) => `${feature}=()`), 'screen-wake-lock=(self)'].join(', '),
  }
  const uncached = { 'Cache-Control': 'no-store' }
  const nothing = { 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'", ...everywhere }
  const document = (policy: string) => ({ 'Content-Security-Policy': policy, ...everywhere, ...forDocuments })

  return {
    page: document(`${pagePolicy}; frame-ancestors 'none'`),
    asset: nothing,
    // The silent sign-in loads this page in a hidden frame of the app.
    'sign-in-callback': document(`${pagePolicy}; frame-ancestors 'self'`),
    'identity-page': { ...document(identityPolicy), ...uncached },
    data: { ...nothing, ...uncached, [contractVersionHeader]: contractVersion },
  }
}

export function toResponseKind(path: string): ResponseKind {
  if (path === signInCallbackPath) return 'sign-in-callback'
  if (isBelow(path, dataPrefixes)) return 'data'
  // The page that the service worker stores is among the assets.
  if (path.startsWith('/assets/') && !path.endsWith('.html')) return 'asset'
  if (isBelow(path, identityPrefixes)) return 'identity-page'
  return 'page'
}
