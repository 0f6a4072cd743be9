import * as z from 'zod'
import { choice } from './choice.ts'
import type { EnvironmentVariables } from './env-file.ts'
import { openUrl } from './open-url.ts'
import { toProviderGroupSettings } from './provider-group-settings.ts'

/** The settings of upstream providers and of extra authorize parameters, read from the environment by `readConfig`. */

export type UpstreamConfig = ReturnType<typeof toUpstream>

/** The library or the product sets these; another value would break the sign-in or its protection. */
const reservedParams = new Set([
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'request',
  'request_uri',
])

/** `audience=https://pool.example.org&prompt=select_account`. */
export const extraParams = z
  .string()
  .transform((text) => [...new URLSearchParams(text)])
  .refine(
    (pairs) => pairs.every(([name, value]) => /^[\w.-]+$/.test(name) && value !== ''),
    'must be name=value, or several of them joined by &',
  )
  .refine(
    (pairs) => pairs.every(([name]) => !reservedParams.has(name)),
    'must not contain a parameter of the sign-in itself, such as scope or redirect_uri',
  )
  .transform((pairs): Readonly<Record<string, string>> => Object.fromEntries(pairs))

const keyPattern = /^[a-z][a-z0-9]{0,19}$/
const missing = 'must be set'
const text = z.string(missing).trim().min(1, missing)

const issuer = text
  .pipe(openUrl)
  .refine((url) => !/[?#]/.test(url), 'must have no query')
  .refine((url) => !url.includes('/.well-known/'), 'must be the issuer, without /.well-known/openid-configuration')
  .refine(
    (url) => !/^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)\b/i.test(url),
    'must name one tenant: https://login.microsoftonline.com/TENANT_ID/v2.0',
  )

const upstream = z.object({
  ISSUER: issuer,
  CLIENT_ID: text,
  CLIENT_SECRET: text,
  NAME: z
    .string()
    .trim()
    .regex(/^[^\p{C}]{1,40}$/u, 'must have 1 to 40 characters')
    .optional(),
  SCOPE: z
    .string()
    .trim()
    .refine((scope) => scope.split(/\s+/).includes('openid'), 'must contain openid')
    .default('openid profile email'),
  TRUST_EMAIL: choice(['on', 'off']).default('off'),
  EXTRA_PARAMS: extraParams.default({}),
  ADMIN_GROUP: z.string().optional(),
  POWER_GROUP: z.string().optional(),
  GROUPS_CLAIM: z.string().default('groups'),
})

/** Reads `UPSTREAM_PROVIDERS` and the `UPSTREAM_…` settings that belong to it, with their names and all errors. */
export function readUpstreams(env: EnvironmentVariables) {
  const keys = (env['UPSTREAM_PROVIDERS'] ?? '').split(/[\s,]+/).filter((key) => key !== '')
  const errors = listKeyErrors(keys)
  // Without the list, any of them may belong to a provider.
  if (errors.length > 0)
    return { upstreams: [], names: Object.keys(env).filter((name) => name.startsWith('UPSTREAM_')), errors }
  const upstreams: UpstreamConfig[] = []
  for (const key of keys) {
    const result = upstream.safeParse(readSettings(env, key))
    if (result.success) upstreams.push(toUpstream(key, result.data))
    else errors.push(...result.error.issues.map(({ path, message }) => `${prefixOf(key)}${path.join('.')}: ${message}`))
  }
  const names = ['UPSTREAM_PROVIDERS', ...keys.flatMap(upstreamSettingNames)]
  return { upstreams, names, errors: [...errors, ...listSharedIssuers(upstreams)] }
}

function listKeyErrors(keys: readonly string[]): string[] {
  const errors = keys
    .filter((key) => !keyPattern.test(key))
    .map((key) => `UPSTREAM_PROVIDERS: ${key} must be lower-case letters and digits, at most 20`)
  const repeated = keys.filter((key, index) => keys.indexOf(key) !== index)
  return [...errors, ...repeated.map((key) => `UPSTREAM_PROVIDERS: ${key} is listed twice`)]
}

/** The names of one provider's settings. */
export function upstreamSettingNames(key: string): string[] {
  return Object.keys(upstream.shape).map((name) => prefixOf(key) + name)
}

function readSettings(env: EnvironmentVariables, key: string): EnvironmentVariables {
  return Object.fromEntries(
    Object.keys(upstream.shape).map((name) => {
      const value = env[prefixOf(key) + name]
      return [name, value?.trim() ? value : undefined]
    }),
  )
}

/** Two settings for one issuer would make it unclear which of them an account is connected to. */
function listSharedIssuers(upstreams: readonly UpstreamConfig[]): string[] {
  return upstreams
    .filter((upstream, index) => upstreams.slice(0, index).some((other) => isSameIssuer(upstream.issuer, other.issuer)))
    .map(({ key }) => `${prefixOf(key)}ISSUER: belongs to another provider as well`)
}

/** Providers differ in whether their issuer ends in a slash. */
export function isSameIssuer(issuer: string, other: string): boolean {
  return issuer.replace(/\/+$/, '') === other.replace(/\/+$/, '')
}

/** An OpenID provider at which people can sign in to the embedded provider (docs/security.md, 21). */
function toUpstream(key: string, set: z.output<typeof upstream>) {
  return {
    /** The provider's name in the settings and in addresses: `google`. */
    key,
    /** The provider's name on buttons: "Google". */
    name: set.NAME ?? key.charAt(0).toUpperCase() + key.slice(1),
    /** As configured; a trailing slash makes no difference. */
    issuer: set.ISSUER,
    clientId: set.CLIENT_ID,
    clientSecret: set.CLIENT_SECRET,
    scope: set.SCOPE,
    /** Whether the provider's addresses count as verified without an `email_verified` claim. */
    trustsEmail: set.TRUST_EMAIL === 'on',
    /** Sent with each authorization request. */
    extraParams: set.EXTRA_PARAMS,
    /** The provider groups that give roles; null: none. */
    groups: toProviderGroupSettings(set.GROUPS_CLAIM, set.ADMIN_GROUP, set.POWER_GROUP),
  }
}

function prefixOf(key: string): string {
  return `UPSTREAM_${key.toUpperCase()}_`
}
