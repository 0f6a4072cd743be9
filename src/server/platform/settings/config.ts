import { join } from 'node:path'
import * as z from 'zod'
import { feedImageModes, feedImageOrigin } from '#contract/feed-images.ts'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { isTimeZone } from '#contract/values.ts'
import { OperatorError } from '#server/platform/start/operator-error.ts'
import { choice } from './choice.ts'
import { type EnvFile, type EnvironmentVariables, fileSettingsOf, readEnvFile, readSecretFiles } from './env-file.ts'
import { openUrl } from './open-url.ts'
import { isLocalHost } from './plain-http.ts'
import { toProviderGroupSettings } from './provider-group-settings.ts'
import { extraParams, readUpstreams, type UpstreamConfig } from './provider-settings.ts'
import { checkNames } from './setting-names.ts'
import { homepage, version } from './version.ts'

/** The settings, read once. `docs/operations/settings.md` lists their names, defaults and meaning. */

/**
 * `content`, the initial content of an in-memory database, and `limitFactor`, by which the time limits of requests to the
 * database server are multiplied, are for tests. They are never settings.
 */
export type DatabaseConfig =
  | { kind: 'sqlite'; file: string; content?: Buffer }
  | { kind: 'postgres'; url: string; limitFactor?: number }

export type MailConfig = { kind: 'smtp'; url: string; from: string } | { kind: 'files'; from: string }

export type Config = ReturnType<typeof toConfig>
export type SignInConfig = Config['signIn']
export type SignUpConfig = Config['signUp']
export type BrandingConfig = Config['branding']

const defaultFeedUrl = 'https://site.web.api.espn.com/apis/site/v2/sports/golf'

const httpUrl = openUrl.transform((url) => url.replace(/\/+$/, ''))
const matching = (pattern: RegExp, error: string) => z.string().regex(pattern, error)
/** Separated by spaces or commas. */
const list = z.string().transform((text) => text.split(/[\s,]+/).filter((item) => item !== ''))
const httpUrls = list.pipe(z.array(httpUrl).min(1, 'must be an http or https address'))
const origin = httpUrl.refine((url) => new URL(url).origin === url, 'must be an origin, without a path')

/** How a password is part of an address. */
export const encodingHint = 'write special characters of the password like %40 for @ and %2F for /'

const environment = z.object({
  PORT: z.coerce.number('must be a port number').int().min(0).max(65_535).default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z.string().min(1).default('data'),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP: z.coerce.number('must be a number of backups').int().min(0).max(1000).default(7),
  DATABASE_URL: matching(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, 'must be sqlite:FILE or postgres://…')
    .refine(
      (url) => !url.startsWith('postgres') || isDecodable(url),
      `must be postgres://USER:PASSWORD@HOST/DATABASE; ${encodingHint}`,
    )
    .optional(),
  FEED_URL: httpUrls.default([defaultFeedUrl]),
  FEED_USER_AGENT: matching(/^[ -~]{1,300}$/, 'must be at most 300 letters, digits and signs').optional(),
  FEED_INTERVAL_MS: z.coerce.number('must be a number of milliseconds, at least 250').int().min(250).default(60_000),
  FEED_IMAGES: choice(feedImageModes).default('proxy'),
  FEED_IMAGE_URL: httpUrl.default(feedImageOrigin),
  SCORES_URL: openUrl.refine((url) => url.includes('{event}'), 'must contain {event}').optional(),
  // An error about a header that cannot be sent would contain it.
  SCORES_TOKEN: matching(/^[!-~]+$/, 'must be letters, digits and signs, without spaces').optional(),
  SCORES_ALERT_MINUTES: z.coerce.number('must be a number of minutes').int().min(1).max(1440).default(5),
  RANKING_URL: openUrl.optional(),
  UPDATE_URL: openUrl.refine((url) => url.startsWith('https:'), 'must be an https address').optional(),
  POOL_NAME: z
    .string()
    .transform((name) => name.normalize('NFC').trim().replace(/\s+/g, ' '))
    .refine((name) => name.length <= 40, 'must have at most 40 characters')
    .refine((name) => !/[\p{C}]/u.test(name), 'must not contain control characters')
    .default('Player Pool'),
  POOL_LOGO: z.string().min(1).optional(),
  POOL_ICON: z.string().min(1).optional(),
  POOL_ACCENT: matching(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a colour such as #6b3fa0')
    .transform((colour) => (colour.length === 4 ? colour.replaceAll(/[0-9a-f]/gi, '$&$&') : colour).toLowerCase())
    .optional(),
  POOL_RULES: z.string().min(1).optional(),
  POOL_TIME_ZONE: z.string().refine(isTimeZone, 'must be a time zone such as America/New_York').default('UTC'),
  PREVIEW_NAMES: choice(['on', 'off']).default('off'),
  OIDC_AUTHORITY: httpUrl.optional(),
  OIDC_CLIENT_ID: z.string().min(1).default('golf'),
  OIDC_SCOPE: z.string().min(1).default('golfAPI openid profile email'),
  OIDC_AUDIENCE: z.string().min(1).default('golfAPI'),
  OIDC_EXTRA_PARAMS: extraParams.default({}),
  OIDC_ADMIN_GROUP: z.string().optional(),
  OIDC_POWER_GROUP: z.string().optional(),
  OIDC_GROUPS_CLAIM: z.string().default('groups'),
  OIDC_REGISTER_URL: httpUrl.optional(),
  OIDC_ACCOUNT_URL: httpUrl.optional(),
  SMTP_URL: matching(/^smtps?:\/\/.+$/, 'must be smtp://… or smtps://…')
    .refine((url) => !/^smtps?:/.test(url) || isMailServer(url), `must be smtps://USER:PASSWORD@HOST; ${encodingHint}`)
    .optional(),
  MAIL_FROM: z.email('must be an email address').optional(),
  OUTBOUND: choice(['on', 'off']).default('on'),
  PASSWORD_PEPPER: z.string().min(32, 'must be at least 32 characters long').optional(),
  SIGN_UP: choice(['open', 'invite', 'closed']).default('invite'),
  SIGN_UP_DOMAINS: list
    .transform((domains) => domains.map((domain) => domain.toLowerCase()))
    .pipe(z.array(matching(/^([a-z0-9-]+\.)+[a-z0-9-]+$/, 'must be domains such as example.org, separated by commas')))
    .default([])
    .readonly(),
  REQUIRE_SECOND_FACTOR: choice(['off', 'organisers']).default('off'),
  TRUST_PROXY: z.coerce.number('must be a number of proxies').int().min(0).max(10).default(0),
  HSTS: matching(/^(off|\d{1,9})$/, 'must be off or a number of seconds')
    .transform((text) => (text === 'off' ? null : Number(text)))
    .default(86_400),
  RATE_LIMIT_FACTOR: z.coerce.number('must be a number').min(0).default(1),
  SERVICE_WORKER: choice(['on', 'off']).default('on'),
  METRICS_TOKEN: matching(/^[\w.~+/-]{16,}=*$/, 'must be at least 16 letters and digits').optional(),
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  LOG_FORMAT: choice(['json', 'text']).optional(),
})

export const settingNames = Object.keys(environment.shape)

function isDecodable(url: string): boolean {
  try {
    const { href, hash, pathname, search } = new URL(url)
    decodeURIComponent(href)
    // A slash, ? or # in the password ends the host, for which errors would then name a part of the password.
    return hash === '' && !(pathname + search).includes('@')
  } catch {
    return false
  }
}

function isMailServer(url: string): boolean {
  return isDecodable(url) && new URL(url).hostname !== ''
}

type Environment = z.output<typeof environment>

/** Finds what is wrong with the files that settings name, from their values. */
type FindFileFaults = (values: EnvironmentVariables) => string[]

/** The settings of this installation: in the environment or, if it does not have them, in the file `.env`. */
export function loadConfig(findFileFaults?: FindFileFaults): Config {
  return readConfig(process.env, readEnvFile('.env'), findFileFaults)
}

/** Throws one error that lists every invalid setting. Commands can do without the files that only the server reads. */
export function readConfig(
  env: EnvironmentVariables = process.env,
  { variables: file, fault }: EnvFile = { variables: {} },
  findFileFaults: FindFileFaults = () => [],
): Config {
  const { values, errors } = readSecretFiles({ ...file, ...env })
  const known = Object.fromEntries(settingNames.map((name) => [name, values[name]?.trim() ? values[name] : undefined]))
  const result = environment.safeParse(known)
  const { upstreams, names: upstreamNames, errors: upstreamErrors } = readUpstreams(values)
  const names = [...settingNames, ...upstreamNames].flatMap((name) => [name, ...fileSettingsOf(name)])
  const { errors: nameErrors, unknownNames } = checkNames(env, file, names)
  // Nothing is missing that the unreadable file may have.
  const together =
    fault === undefined ? [...listConflicts(known, upstreams), ...upstreamErrors, ...nameErrors] : [fault]
  const isUnread = (error: string) => errors.some((unread) => unread.startsWith(error.replace(/:.*/s, '_FILE:')))
  const found = [
    ...errors,
    ...(result.error?.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`) ?? []),
    ...together.filter((error) => !isUnread(error)),
    ...findFileFaults(known),
  ]
  if (!result.success || found.length > 0) {
    throw new OperatorError(`The configuration is invalid:\n${found.map((error) => `  ${error}`).join('\n')}`)
  }
  return toConfig(result.data, upstreams, unknownNames)
}

/** Settings that are valid individually but not together. */
function listConflicts(env: EnvironmentVariables, upstreams: readonly UpstreamConfig[]): string[] {
  const errors: string[] = []
  const { HOST = 'localhost' } = env
  if (env['SMTP_URL'] && !env['MAIL_FROM']) errors.push('MAIL_FROM: must be set together with SMTP_URL')
  if (!env['PUBLIC_URL'] && !isLocalHost(HOST)) errors.push(`PUBLIC_URL: must be set when HOST is ${HOST}`)
  if (env['OIDC_AUTHORITY'] && env['REQUIRE_SECOND_FACTOR'] === 'organisers')
    errors.push('REQUIRE_SECOND_FACTOR: applies only to the embedded provider: require it at OIDC_AUTHORITY instead')
  if (env['OIDC_AUTHORITY'] && upstreams.length > 0)
    errors.push('UPSTREAM_PROVIDERS: applies only to the embedded provider: unset it or OIDC_AUTHORITY')
  for (const name of ['SIGN_UP', 'SIGN_UP_DOMAINS']) {
    if (env[name] && env['OIDC_AUTHORITY'])
      errors.push(`${name}: applies only to the embedded provider: OIDC_AUTHORITY decides who can register`)
  }
  for (const name of settingNames.filter((name) => name.startsWith('OIDC_'))) {
    if (env[name] && !env['OIDC_AUTHORITY'])
      errors.push(`${name}: applies only to an external provider: set OIDC_AUTHORITY as well`)
  }
  if (env['SCORES_TOKEN'] && !env['SCORES_URL'])
    errors.push('SCORES_TOKEN: is sent to SCORES_URL only: set SCORES_URL as well')
  return errors
}

function toConfig(set: Environment, upstreams: readonly UpstreamConfig[], unknownNames: readonly string[]) {
  const publicUrl = set.PUBLIC_URL ?? `http://localhost:${set.PORT}`
  return Object.freeze({
    listen: { host: set.HOST, port: set.PORT },
    /** The origin that browsers use. Redirects, emails and the sign-in use it, never a request's Host header. */
    publicUrl,
    /** Whether the operator has set it; otherwise it follows from PORT. */
    isPublicUrlSet: set.PUBLIC_URL !== undefined,
    /** Folder of the SQLite database, the email outbox and the pepper file. */
    dataFolder: set.DATA_DIR,
    database: toDatabase(set.DATABASE_URL ?? `sqlite:${join(set.DATA_DIR, 'player-pool.db')}`),
    /** The folder of automatic backups, and the number of nightly ones that are kept; 0 turns them off. */
    backup: { folder: set.BACKUP_DIR ?? join(set.DATA_DIR, 'backups'), keep: set.BACKUP_KEEP },
    feed: {
      /** The addresses of the feed, in the order in which they are asked. */
      addresses: set.FEED_URL,
      /** Says who asks: the feed refuses clients that do not (docs/operations/settings.md). */
      userAgent: set.FEED_USER_AGENT ?? `player-pool/${version} (+${homepage ?? publicUrl})`,
      intervalMs: set.FEED_INTERVAL_MS,
      /** The time limit of a whole response with scores. */
      timeoutMs: 3000,
      /** How browsers get the pictures of golfers and flags. */
      images: set.FEED_IMAGES,
      imageUrl: set.FEED_IMAGE_URL,
      /** The address of the scores in the pool's own shape, with `{event}`; null: they come from the feed. */
      scoresUrl: set.SCORES_URL ?? null,
      scoresToken: set.SCORES_TOKEN ?? null,
      /** During play, organisers are told after this time without new scores. */
      alertMinutes: set.SCORES_ALERT_MINUTES,
    },
    /** The address of a world ranking; null without one. */
    rankingUrl: set.RANKING_URL ?? null,
    /** The address that names the newest release; null: nobody is asked, as with OUTBOUND=off. */
    updateUrl: set.OUTBOUND === 'off' ? null : (set.UPDATE_URL ?? null),
    branding: {
      name: set.POOL_NAME,
      logoFile: set.POOL_LOGO ?? null,
      iconFile: set.POOL_ICON ?? null,
      /** #rrggbb in lower case. */
      accent: set.POOL_ACCENT ?? null,
      rulesFile: set.POOL_RULES ?? null,
      /** Whether link previews, which are public, name the winners. */
      hasPublicNames: set.PREVIEW_NAMES === 'on',
    },
    /** The time zone of times in emails about a tournament, because the recipients' zones are unknown. */
    timeZone: set.POOL_TIME_ZONE,
    signIn: toSignIn(set, publicUrl),
    /** The upstream providers with which people can sign in to the embedded provider. */
    upstreams,
    mail: toMail(set, publicUrl),
    /** `off`: nothing is sent to anybody. Messages count as sent, so that switching it on later sends no old ones. */
    outbound: set.OUTBOUND,
    /** The addresses with which people can create an account at the embedded provider (docs/security.md, 20). */
    signUp: { mode: set.SIGN_UP, domains: set.SIGN_UP_DOMAINS },
    /** The people who must have a second factor at the embedded provider. */
    requireSecondFactor: set.REQUIRE_SECOND_FACTOR,
    /** Goes into every password hash and stays out of the database. Null: see `sign-in/accounts/pepper.ts`. */
    passwordPepper: set.PASSWORD_PEPPER ?? null,
    /** `hstsMaxAge`: in seconds; null: the server does not send Strict-Transport-Security. */
    http: { trustedProxies: set.TRUST_PROXY, hstsMaxAge: set.HSTS, rateLimitFactor: set.RATE_LIMIT_FACTOR },
    /** `off` removes the service worker from browsers that have it. */
    serviceWorker: set.SERVICE_WORKER,
    /** The bearer token for `/metrics`; null: no access. */
    metricsToken: set.METRICS_TOKEN ?? null,
    logLevel: set.LOG_LEVEL,
    /** Null: as text where standard output is a terminal, otherwise as JSON. */
    logFormat: set.LOG_FORMAT ?? null,
    /** Names in the file `.env` that have no effect. */
    unknownNames,
  })
}

function toDatabase(url: string): DatabaseConfig {
  if (url.startsWith('sqlite:')) return { kind: 'sqlite', file: url.slice('sqlite:'.length) }
  if (url.includes('uselibpqcompat=true')) return { kind: 'postgres', url }
  // The library verifies with each of these, and prints a long warning that another version will not.
  return { kind: 'postgres', url: url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full') }
}

function toMail(set: Environment, publicUrl: string): MailConfig {
  const from = set.MAIL_FROM ?? `player-pool@${new URL(publicUrl).hostname}`
  return set.SMTP_URL ? { kind: 'smtp', url: set.SMTP_URL, from } : { kind: 'files', from }
}

/** The provider that signs people in: the embedded one or an external one. */
function toSignIn(set: Environment, publicUrl: string) {
  /** The issuer, without a trailing slash. */
  const authority = set.OIDC_AUTHORITY ?? publicUrl
  return {
    provider: set.OIDC_AUTHORITY ? ('external' as const) : ('embedded' as const),
    authority,
    clientId: set.OIDC_CLIENT_ID,
    scope: set.OIDC_SCOPE,
    /** The audience that an access token must have. */
    audience: set.OIDC_AUDIENCE,
    /** Additional parameters of the browser app's authorization requests. */
    extraParams: set.OIDC_EXTRA_PARAMS,
    /** The groups of an external provider that give roles; null: none. */
    groups: toProviderGroupSettings(set.OIDC_GROUPS_CLAIM, set.OIDC_ADMIN_GROUP, set.OIDC_POWER_GROUP),
    registerUrl: set.OIDC_REGISTER_URL ?? `${authority}${identityPaths.register}`,
    accountUrl: set.OIDC_ACCOUNT_URL ?? `${authority}${identityPaths.manage}`,
  }
}
