import { signInCallbackPath } from '#contract/identity-paths.ts'
import { feedImageOrigins } from '#contract/image-origins.ts'
import { dataPrefixes, identityPrefixes, isBelow } from '#contract/paths.ts'

/** The headers that tell a browser what an answer may do (security rules 2.3), by the kind of answer. */
export type ResponseKind = 'page' | 'sign-in-callback' | 'identity-page' | 'data'

type Options = { publicUrl: string; authority: string }

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
  'publickey-credentials-get',
  'usb',
  'xr-spatial-tracking',
]

export function createSecurityHeaders({ publicUrl, authority }: Options): SecurityHeaders {
  const provider = new URL(authority).origin
  // The sign-in talks to the provider by fetch and by a hidden frame; ours is on this origin.
  const signInSources = provider === publicUrl ? "'self'" : `'self' ${provider}`
  const pagePolicy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: ${feedImageOrigins.join(' ')}`,
    "font-src 'self'",
    `connect-src ${signInSources}`,
    `frame-src ${signInSources}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    // The one policy of the app knows the address of its service worker, and nothing else becomes code.
    'trusted-types player-pool',
  ].join('; ')
  const identityPolicy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    // A form's answer may lead back through the provider to the app, all on this origin.
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

  const everywhere = {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(publicUrl.startsWith('https://') && {
      'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    }),
  }
  // These two speak to documents only, and would be a tenth of every refresh of the leaderboard.
  const forDocuments = {
    'Cross-Origin-Opener-Policy': 'same-origin',
    // The board on a wall may keep its screen awake.
    'Permissions-Policy': [
      ...disabledFeatures.map((feature) => `${feature}=()`),
      'screen-wake-lock=(self)',
    ].join(', '),
  }
  const document = (policy: string) => ({ 'Content-Security-Policy': policy, ...everywhere, ...forDocuments })

  return {
    page: document(`${pagePolicy}; frame-ancestors 'none'`),
    // The silent sign-in shows this one page in a hidden frame of our own.
    'sign-in-callback': document(`${pagePolicy}; frame-ancestors 'self'`),
    'identity-page': document(identityPolicy),
    data: { 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'", ...everywhere },
  }
}

export function toResponseKind(path: string): ResponseKind {
  if (path === signInCallbackPath) return 'sign-in-callback'
  if (isBelow(path, dataPrefixes)) return 'data'
  if (isBelow(path, identityPrefixes)) return 'identity-page'
  return 'page'
}
