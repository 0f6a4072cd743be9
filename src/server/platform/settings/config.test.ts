import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { readConfig, settingNames } from './config.ts'
import { upstreamSettingNames } from './provider-settings.ts'
import { version } from './version.ts'

/** The lines of the error, without its heading. */
function errorsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
  } catch (error) {
    const [heading, ...errors] = error instanceof Error ? error.message.split('\n') : []
    expect(heading).toBe('The configuration is invalid:')
    return errors.map((error) => error.trim())
  }
  return []
}

it('with OUTBOUND=off, nobody is asked for a newer version', () => {
  const UPDATE_URL = 'https://forge.example.org/releases/latest'
  expect(readConfig({ UPDATE_URL }).updateUrl).toBe(UPDATE_URL)
  expect(readConfig({ UPDATE_URL, OUTBOUND: 'off' }).updateUrl).toBeNull()
})

describe('without any settings', () => {
  it('everything is embedded', () => {
    expect(readConfig({})).toEqual({
      listen: { host: '127.0.0.1', port: 8080 },
      publicUrl: 'http://localhost:8080',
      isPublicUrlSet: false,
      dataFolder: 'data',
      database: { kind: 'sqlite', file: 'data/player-pool.db' },
      backup: { folder: 'data/backups', keep: 7 },
      feed: {
        scoresUrl: null,
        scoresToken: null,
        alertMinutes: 5,
        addresses: ['https://site.web.api.espn.com/apis/site/v2/sports/golf'],
        userAgent: `player-pool/${version} (+http://localhost:8080)`,
        timeoutMs: 3000,
        intervalMs: 60_000,
        images: 'proxy',
        imageUrl: 'https://a.espncdn.com',
      },
      rankingUrl: null,
      updateUrl: null,
      branding: {
        name: 'Player Pool',
        logoFile: null,
        iconFile: null,
        accent: null,
        rulesFile: null,
        hasPublicNames: false,
      },
      timeZone: 'UTC',
      signIn: {
        provider: 'embedded',
        authority: 'http://localhost:8080',
        clientId: 'golf',
        scope: 'golfAPI openid profile email',
        audience: 'golfAPI',
        extraParams: {},
        groups: null,
        registerUrl: 'http://localhost:8080/Identity/Account/Register',
        accountUrl: 'http://localhost:8080/Identity/Account/Manage',
      },
      upstreams: [],
      mail: { kind: 'files', from: 'player-pool@localhost' },
      signUp: { mode: 'invite', domains: [] },
      requireSecondFactor: 'off',
      passwordPepper: null,
      http: { trustedProxies: 0, hstsMaxAge: 86_400, rateLimitFactor: 1 },
      serviceWorker: 'on',
      outbound: 'on',
      metricsToken: null,
      logLevel: 'info',
      logFormat: null,
      unknownNames: [],
    })
  })

  it('or with empty ones, as an .env file leaves them, it is the same', () => {
    const empty = {
      PORT: '',
      PUBLIC_URL: ' ',
      DATABASE_URL: '',
      OIDC_AUTHORITY: '',
      SMTP_URL: '',
      LOG_LEVEL: '',
    }
    expect(readConfig(empty)).toEqual(readConfig({}))
  })
})

describe('the documentation', () => {
  type Row = { name: string; fallback: string; example: string }
  const page = readFileSync('docs/operations/settings.md', 'utf8')
  const rows = page
    .split('\n')
    .filter((line) => /^\| `[A-Z]/.test(line))
    .map((line): Row => {
      const cells = line.split('|').map((cell) => cell.trim().replace(/^`(.*)`( \*)?$/, '$1'))
      const [, name = '', , fallback = '', example = ''] = cells
      return { name: name.replace('{NAME}', 'GOOGLE'), fallback, example }
    })
  const names = [...settingNames, 'UPSTREAM_PROVIDERS', ...upstreamSettingNames('google')]
  const google = {
    UPSTREAM_PROVIDERS: 'google',
    UPSTREAM_GOOGLE_ISSUER: 'https://accounts.google.com',
    UPSTREAM_GOOGLE_CLIENT_ID: 'a',
    UPSTREAM_GOOGLE_CLIENT_SECRET: 'b',
  }

  it('lists every setting once', () => {
    expect(rows.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  })

  it('begins with six settings, and says which ones a person needs at home, on the internet and in a company', () => {
    const first = ['PUBLIC_URL', 'DATA_DIR', 'SMTP_URL', 'SIGN_UP', 'BACKUP_DIR', 'TRUST_PROXY']
    expect(rows.slice(0, 6).map(({ name }) => name)).toEqual(first)
    const needs = page.split('\n## ')[1]?.split('\n- ').slice(1) ?? []
    expect(needs.map((need) => /^\*\*(.+?)\*\*/.exec(need)?.[1])).toEqual([
      'At home',
      'On the internet',
      'In a company',
    ])
    for (const need of needs) {
      const named = [...need.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name)
      expect(named.length, need).toBeGreaterThan(0)
      expect(names).toEqual(expect.arrayContaining(named))
    }
  })

  it('has the defaults', () => {
    const defaults = rows.filter(({ fallback }) => fallback !== '').map(({ name, fallback }) => [name, fallback])
    expect(
      readConfig({ ...google, ...Object.fromEntries(defaults.filter(([name]) => !/^OIDC/.test(name ?? ''))) }),
    ).toEqual({ ...readConfig(google), isPublicUrlSet: true })
    const external = { OIDC_AUTHORITY: 'https://login.example.org' }
    expect(
      readConfig({ ...external, ...Object.fromEntries(defaults.filter(([name]) => /^OIDC/.test(name ?? ''))) }),
    ).toEqual(readConfig(external))
  })

  it('has valid examples', () => {
    for (const { name, example } of rows) {
      const errors = errorsOf({ ...google, [name]: example }).filter((error) => error.startsWith(`${name}: must`))
      expect(example === '' ? ['no example'] : errors, name).toEqual([])
    }
  })

  it('of .env.example lists every setting once, with its default or an example', () => {
    const lines = [...readFileSync('.env.example', 'utf8').matchAll(/^#([A-Z_]+)=(.*)$/gm)]
    expect(lines.map(([, name]) => name).toSorted()).toEqual(names.toSorted())
    for (const [, name, value] of lines) {
      const row = rows.find((one) => one.name === name)
      if (row?.fallback) expect(value, name).toBe(row.fallback)
    }
  })
})

describe('a setting', () => {
  it('of the branding is normalised', () => {
    const settings = {
      POOL_NAME: '  Old   Mill ',
      POOL_ACCENT: '#0Bf',
      POOL_LOGO: 'logo.png',
      POOL_ICON: 'icon.png',
      PREVIEW_NAMES: 'on',
    }
    const { branding } = readConfig(settings)
    expect(branding).toEqual({
      name: 'Old Mill',
      accent: '#00bbff',
      logoFile: 'logo.png',
      iconFile: 'icon.png',
      rulesFile: null,
      hasPublicNames: true,
    })
  })

  it.each([
    ['POOL_NAME', 'x'.repeat(41), 'must have at most 40 characters'],
    ['POOL_NAME', 'Old\u202eMill', 'must not contain control characters'],
    ['POOL_ACCENT', 'red; background: url(x)', 'must be a colour such as #6b3fa0'],
    ['POOL_ACCENT', '#12345', 'must be a colour such as #6b3fa0'],
    ['FEED_IMAGES', 'on', 'must be proxy, direct or off'],
    ['SCORES_URL', 'scores', 'must be an http or https address'],
    ['SCORES_URL', 'ftp://scores.example.org/{event}', 'must be an http or https address'],
    ['SCORES_URL', 'https://me:secret@scores.example.org/{event}', 'must not contain a user or password'],
    ['FEED_URL', 'https://me:secret@feed.example.org/golf', 'must not contain a user or password'],
    ['FEED_IMAGE_URL', 'https://me:secret@feed.example.org', 'must not contain a user or password'],
    ['OIDC_AUTHORITY', 'https://me:secret@login.example.org', 'must not contain a user or password'],
    ['SCORES_URL', 'https://scores.example.org/%7Bevent%7D', 'must contain {event}'],
    ['SCORES_TOKEN', 'two words', 'must be letters, digits and signs, without spaces'],
    ['SCORES_TOKEN', 'täglich', 'must be letters, digits and signs, without spaces'],
    ['SIGN_UP', 'opne', 'must be open, invite or closed'],
    ['SERVICE_WORKER', 'yes', 'must be on or off'],
  ])('%s=%s is refused', (name, value, reason) => {
    const others = name === 'SCORES_TOKEN' ? { SCORES_URL: 'https://scores.example.org/{event}' } : {}
    expect(errorsOf({ ...others, [name]: value })).toEqual([`${name}: ${reason}`])
  })

  it.each([
    ['sqlite:/var/lib/pool.db', { kind: 'sqlite', file: '/var/lib/pool.db' }],
    ['postgres://pool:secret@db/pool', { kind: 'postgres', url: 'postgres://pool:secret@db/pool' }],
    ['postgresql://db/pool', { kind: 'postgres', url: 'postgresql://db/pool' }],
    ['postgres://pool:a%40b%2Fc@db/pool', { kind: 'postgres', url: 'postgres://pool:a%40b%2Fc@db/pool' }],
  ])('DATABASE_URL=%s names one kind of database', (url, database) => {
    expect(readConfig({ DATABASE_URL: url }).database).toEqual(database)
  })

  it.each([
    ['postgres://db/pool?sslmode=require', 'postgres://db/pool?sslmode=verify-full'],
    [
      'postgres://db/pool?application_name=x&sslmode=prefer&y=1',
      'postgres://db/pool?application_name=x&sslmode=verify-full&y=1',
    ],
    ['postgres://db/pool?sslmode=no-verify', 'postgres://db/pool?sslmode=no-verify'],
    [
      'postgres://db/pool?uselibpqcompat=true&sslmode=require',
      'postgres://db/pool?uselibpqcompat=true&sslmode=require',
    ],
  ])('DATABASE_URL=%s says what the library does, which would warn of it', async (url, used) => {
    const { database } = readConfig({ DATABASE_URL: url })
    expect(database).toEqual({ kind: 'postgres', url: used })
  })

  it('OIDC_AUTHORITY selects an external provider and the default addresses of its pages', () => {
    const { signIn } = readConfig({
      OIDC_AUTHORITY: 'https://login.example.org/',
      OIDC_ACCOUNT_URL: 'https://me.example.org',
    })
    expect(signIn).toMatchObject({
      provider: 'external',
      authority: 'https://login.example.org',
      registerUrl: 'https://login.example.org/Identity/Account/Register',
      accountUrl: 'https://me.example.org',
    })
  })

  it('PUBLIC_URL is the origin of redirects, emails and the embedded provider, wherever the server listens', () => {
    const config = readConfig({ HOST: '0.0.0.0', PORT: '3000', PUBLIC_URL: 'https://pool.example.org/' })
    expect(config.publicUrl).toBe('https://pool.example.org')
    expect(config.signIn.authority).toBe('https://pool.example.org')
    expect(config.mail.from).toBe('player-pool@pool.example.org')
    expect(config.listen).toEqual({ host: '0.0.0.0', port: 3000 })
  })

  it('SMTP_URL sends email over SMTP', () => {
    const mail = { SMTP_URL: 'smtps://user:secret@mail.example.org', MAIL_FROM: 'pool@example.org' }
    expect(readConfig(mail).mail).toEqual({ kind: 'smtp', url: mail.SMTP_URL, from: mail.MAIL_FROM })
  })

  it('DATA_DIR holds everything that is stored, the database too unless it has its own address', () => {
    const { dataFolder, database } = readConfig({ DATA_DIR: '/var/lib/player-pool' })
    expect([dataFolder, database]).toEqual([
      '/var/lib/player-pool',
      { kind: 'sqlite', file: '/var/lib/player-pool/player-pool.db' },
    ])
    expect(readConfig({ DATA_DIR: '/data', DATABASE_URL: 'sqlite:/other.db' }).database).toEqual({
      kind: 'sqlite',
      file: '/other.db',
    })
  })

  it('FEED_URL has several addresses, and FEED_USER_AGENT replaces the name with the address of the pool', () => {
    const urls = ' https://feed.example.org/golf/, http://mirror.example.org\nhttps://third.example.org '
    expect(readConfig({ FEED_URL: urls, PUBLIC_URL: 'https://pool.example.org' }).feed).toMatchObject({
      addresses: ['https://feed.example.org/golf', 'http://mirror.example.org', 'https://third.example.org'],
      userAgent: `player-pool/${version} (+https://pool.example.org)`,
    })
    expect(readConfig({ FEED_USER_AGENT: 'Our club/2' }).feed.userAgent).toBe('Our club/2')
  })

  it('the feed is told the address of the project rather than that of the pool', async () => {
    vi.resetModules()
    vi.doMock('./version.ts', () => ({ version: '1.2.3', homepage: 'https://forge.example/owner/pool' }))
    const { readConfig: readReleased } = await import('./config.ts')
    vi.doUnmock('./version.ts')
    const agent = 'player-pool/1.2.3 (+https://forge.example/owner/pool)'
    expect(readReleased({ PUBLIC_URL: 'http://pool.lan' }).feed.userAgent).toBe(agent)
  })

  it('RATE_LIMIT_FACTOR can be 0', () => {
    expect(readConfig({ RATE_LIMIT_FACTOR: '0' }).http.rateLimitFactor).toBe(0)
    expect(readConfig({ RATE_LIMIT_FACTOR: '0.5' }).http.rateLimitFactor).toBe(0.5)
  })

  it.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost'])('HOST=%s needs no PUBLIC_URL', (host) => {
    expect(readConfig({ HOST: host }).publicUrl).toBe('http://localhost:8080')
  })

  it('that is unknown is ignored', () => {
    expect(readConfig({ HOME: '/root', PORTS: 'x' })).toEqual(readConfig({}))
  })

  it('cannot be changed afterwards', () => {
    expect(Object.isFrozen(readConfig({}))).toBe(true)
  })
})

describe('an invalid setting is reported by name:', () => {
  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PORT', '80.5'],
    ['PUBLIC_URL', 'https://pool.example.org/app'],
    ['PUBLIC_URL', 'pool.example.org'],
    ['DATABASE_URL', 'mysql://db/pool'],
    ['DATABASE_URL', 'sqlite:'],
    ['DATABASE_URL', 'pool.db'],
    ['DATABASE_URL', 'postgres://pool:100%zz@db/pool'],
    ['DATABASE_URL', 'postgres://pool@db:port/pool'],
    ['SMTP_URL', 'smtps://user:open@sesame/x@mail.example.org'],
    ['FEED_URL', 'ftp://feed.example.org'],
    ['FEED_URL', 'https://feed.example.org, mirror.example.org'],
    ['FEED_URL', ','],
    ['SCORES_ALERT_MINUTES', '0'],
    ['FEED_USER_AGENT', 'Pool\u00e9'],
    ['RANKING_URL', 'file:///etc/passwd'],
    ['UPDATE_URL', 'http://forge.example.org/releases/latest'],
    ['UPDATE_URL', 'https://me:secret@forge.example.org/'],
    ['RANKING_URL', 'https://me:secret@ranking.example.org'],
    ['FEED_INTERVAL_MS', '100'],
    ['OIDC_AUTHORITY', 'login.example.org'],
    ['SMTP_URL', 'mail.example.org'],
    ['SMTP_URL', 'smtp://::::'],
    ['SMTP_URL', 'smtps://user:secret@'],
    ['SMTP_URL', 'smtps://user:open#sesame@mail.example.org'],
    ['SMTP_URL', 'smtps://user:100%zz@mail.example.org'],
    ['SMTP_URL', 'smtp://mail.example.org:port'],
    ['MAIL_FROM', 'not an address'],
    ['PASSWORD_PEPPER', 'too short'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', 'true'],
    ['RATE_LIMIT_FACTOR', '-0.1'],
    ['HSTS', 'on'],
    ['METRICS_TOKEN', 'too short'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s', (name, value) => {
    const others = name === 'SMTP_URL' ? { MAIL_FROM: 'pool@example.org' } : {}
    expect(errorsOf({ ...others, [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name}: .`))])
  })

  it.each([
    ['MAIL_FROM', { SMTP_URL: 'smtp://mail.example.org' }],
    ['PUBLIC_URL', { HOST: '0.0.0.0' }],
    ['PUBLIC_URL', { HOST: 'pool.example.org' }],
    ['REQUIRE_SECOND_FACTOR', { OIDC_AUTHORITY: 'https://login.example.org', REQUIRE_SECOND_FACTOR: 'organisers' }],
    ['OIDC_REGISTER_URL', { OIDC_REGISTER_URL: 'https://login.example.org/register' }],
    ['OIDC_ACCOUNT_URL', { OIDC_ACCOUNT_URL: 'https://login.example.org/me' }],
    ['OIDC_SCOPE', { OIDC_SCOPE: 'openid' }],
    ['OIDC_AUDIENCE', { OIDC_AUDIENCE: 'pool' }],
  ])('%s, if it conflicts with another one', (name, env) => {
    expect(errorsOf(env)).toEqual([expect.stringMatching(new RegExp(`^${name}: .`))])
  })

  it('that needs another one, with both names', () => {
    expect(errorsOf({ OIDC_CLIENT_ID: 'pool', SCORES_TOKEN: 'secret' })).toEqual([
      'OIDC_CLIENT_ID: applies only to an external provider: set OIDC_AUTHORITY as well',
      'SCORES_TOKEN: is sent to SCORES_URL only: set SCORES_URL as well',
    ])
    expect(errorsOf({ SCORES_TOKEN: 'secret', SCORES_URL: 'https://scores.example.org/{event}' })).toEqual([])
  })

  it('all of them in one message', () => {
    const errors = errorsOf({
      PORT: 'eighty',
      HOST: '0.0.0.0',
      DATABASE_URL: 'mysql://db/pool',
      SMTP_URL: 'smtp://mail.example.org',
      OIDC_ACCOUNT_URL: 'https://login.example.org/me',
      LOG_LEVEL: 'loud',
    })
    const names = errors.map((error) => error.split(':', 1)[0])
    expect(names.toSorted()).toEqual([
      'DATABASE_URL',
      'LOG_LEVEL',
      'MAIL_FROM',
      'OIDC_ACCOUNT_URL',
      'PORT',
      'PUBLIC_URL',
    ])
  })

  it.each([
    'postgres://pool:open/sesame@db/pool',
    'postgres://pool:123/open-sesame@db/pool',
    'postgres://pool:1@open/sesame@db/pool',
    'postgres://pool:12?open&sesame@db/pool',
    'postgres://pool:open@sesame#x@db/pool',
  ])('with how to write it, if the password of %s has special characters', (url) => {
    expect(errorsOf({ DATABASE_URL: url })).toEqual([
      'DATABASE_URL: must be postgres://USER:PASSWORD@HOST/DATABASE; write special characters of the password like %40 for @ and %2F for /',
    ])
  })

  it('never with its value, which can be a secret', () => {
    const secret = 'smtp//user:open-sesame@mail'
    expect(errorsOf({ SMTP_URL: secret, DATABASE_URL: secret, PASSWORD_PEPPER: 'open-sesame' }).join()).not.toContain(
      'open-sesame',
    )
  })
})

describe('upstream providers', () => {
  const google = {
    UPSTREAM_GOOGLE_ISSUER: 'https://accounts.google.com',
    UPSTREAM_GOOGLE_CLIENT_ID: 'the-client',
    UPSTREAM_GOOGLE_CLIENT_SECRET: 'open-sesame',
  }
  const auth0 = {
    UPSTREAM_AUTH0_ISSUER: 'https://pool.eu.auth0.com/',
    UPSTREAM_AUTH0_CLIENT_ID: 'another',
    UPSTREAM_AUTH0_CLIENT_SECRET: 'also secret',
    UPSTREAM_AUTH0_NAME: 'The club',
    UPSTREAM_AUTH0_SCOPE: 'openid email',
    UPSTREAM_AUTH0_TRUST_EMAIL: 'on',
    UPSTREAM_AUTH0_EXTRA_PARAMS: 'prompt=select_account&audience=https://pool.example.org/api',
    UPSTREAM_AUTH0_ADMIN_GROUP: '/golf/admins',
    UPSTREAM_AUTH0_GROUPS_CLAIM: 'https://pool.example.org/groups',
  }

  it('are listed by name, each with its settings', () => {
    const { upstreams } = readConfig({ UPSTREAM_PROVIDERS: 'google, auth0', ...google, ...auth0 })
    expect(upstreams).toEqual([
      {
        key: 'google',
        name: 'Google',
        issuer: 'https://accounts.google.com',
        clientId: 'the-client',
        clientSecret: 'open-sesame',
        scope: 'openid profile email',
        trustsEmail: false,
        extraParams: {},
        groups: null,
      },
      {
        key: 'auth0',
        name: 'The club',
        issuer: 'https://pool.eu.auth0.com/',
        clientId: 'another',
        clientSecret: 'also secret',
        scope: 'openid email',
        trustsEmail: true,
        extraParams: { prompt: 'select_account', audience: 'https://pool.example.org/api' },
        groups: { claim: 'https://pool.example.org/groups', admin: '/golf/admins', power: undefined },
      },
    ])
  })

  it.each([
    ['UPSTREAM_PROVIDERS', { UPSTREAM_PROVIDERS: 'my-provider' }],
    ['UPSTREAM_PROVIDERS', { UPSTREAM_PROVIDERS: 'google,google', ...google }],
    ['UPSTREAM_PROVIDERS', { OIDC_AUTHORITY: 'https://login.example.org' }],
    ['UPSTREAM_GOOGLE_ISSUER', { UPSTREAM_GOOGLE_ISSUER: 'accounts.google.com' }],
    ['UPSTREAM_GOOGLE_ISSUER', { UPSTREAM_GOOGLE_ISSUER: ' ' }],
    ['UPSTREAM_GOOGLE_ISSUER', { UPSTREAM_GOOGLE_ISSUER: 'https://me:secret@accounts.google.com' }],
    ['UPSTREAM_GOOGLE_ISSUER', { UPSTREAM_GOOGLE_ISSUER: 'https://login.microsoftonline.com/common/v2.0' }],
    ['UPSTREAM_GOOGLE_ISSUER', { UPSTREAM_GOOGLE_ISSUER: 'https://a.example/.well-known/openid-configuration' }],
    ['UPSTREAM_GOOGLE_CLIENT_ID', { UPSTREAM_GOOGLE_CLIENT_ID: '' }],
    ['UPSTREAM_GOOGLE_CLIENT_SECRET', { UPSTREAM_GOOGLE_CLIENT_SECRET: '' }],
    ['UPSTREAM_GOOGLE_NAME', { UPSTREAM_GOOGLE_NAME: 'x'.repeat(41) }],
    ['UPSTREAM_GOOGLE_SCOPE', { UPSTREAM_GOOGLE_SCOPE: 'email' }],
    ['UPSTREAM_GOOGLE_TRUST_EMAIL', { UPSTREAM_GOOGLE_TRUST_EMAIL: 'yes' }],
    ['UPSTREAM_GOOGLE_EXTRA_PARAMS', { UPSTREAM_GOOGLE_EXTRA_PARAMS: 'redirect_uri=https://evil.example' }],
    ['UPSTREAM_GOOGLE_EXTRA_PARAMS', { UPSTREAM_GOOGLE_EXTRA_PARAMS: 'audience' }],
    ['UPSTREAM_GOGLE_NAME', { UPSTREAM_GOGLE_NAME: 'Google' }],
    [
      'UPSTREAM_OTHER_ISSUER',
      {
        UPSTREAM_PROVIDERS: 'google,other',
        UPSTREAM_OTHER_ISSUER: 'https://accounts.google.com/',
        UPSTREAM_OTHER_CLIENT_ID: 'a',
        UPSTREAM_OTHER_CLIENT_SECRET: 'b',
      },
    ],
    ['OIDC_EXTRA_PARAMS', { OIDC_EXTRA_PARAMS: 'audience=a' }],
    ['OIDC_ADMIN_GROUP', { OIDC_ADMIN_GROUP: 'admins' }],
    ['UPSTREAM_GOOGLE_POWER_GROUPS', { UPSTREAM_GOOGLE_POWER_GROUPS: 'admins' }],
  ])('%s is reported', (name, changes: Record<string, string>) => {
    const env = { UPSTREAM_PROVIDERS: 'google', ...google, ...changes }
    expect(errorsOf(env)).toEqual([expect.stringMatching(new RegExp(`^${name}: .`))])
  })

  it('are reported together with everything else, and never with a secret', () => {
    const errors = errorsOf({
      PORT: 'eighty',
      UPSTREAM_PROVIDERS: 'google,auth0',
      UPSTREAM_AUTH0_CLIENT_SECRET: 'open-sesame',
    })
    expect(errors.map((error) => error.split(':', 1)[0]).toSorted()).toEqual([
      'PORT',
      'UPSTREAM_AUTH0_CLIENT_ID',
      'UPSTREAM_AUTH0_ISSUER',
      'UPSTREAM_GOOGLE_CLIENT_ID',
      'UPSTREAM_GOOGLE_CLIENT_SECRET',
      'UPSTREAM_GOOGLE_ISSUER',
    ])
    expect(errors.join()).not.toContain('open-sesame')
  })
})
