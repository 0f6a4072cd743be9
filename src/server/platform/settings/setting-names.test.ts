import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

function errorsOf(env: Record<string, string>, file: Record<string, string> = {}): string[] {
  try {
    readConfig(env, { variables: file })
  } catch (error) {
    return String(error instanceof Error && error.message)
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
  }
  return []
}

describe('a mistyped setting', () => {
  it.each([
    ['SMPT_URL', 'SMTP_URL'],
    ['SIGNUP', 'SIGN_UP'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['SMTP_URL_FIEL', 'SMTP_URL_FILE'],
    ['METRICS_TOKENS', 'METRICS_TOKEN'],
    ['POOL_RULE', 'POOL_RULES'],
    ['FEED_ADDRESS', 'FEED_IMAGES'],
    ['SMTP_PASSWORD', 'SMTP_URL'],
    ['OIDC_SCOPES', 'OIDC_SCOPE'],
    ['LOG_FORMATS', 'LOG_FORMAT'],
  ])('%s stops the start, which names %s', (name, nearest) => {
    const error = `${name}: is not a setting; the nearest is ${nearest}`
    expect(errorsOf({ [name]: 'x' })).toEqual([error])
    expect(errorsOf({}, { [name]: 'x' })).toEqual([error])
  })

  it('with a short name stops it only in .env, because the environment has names of other programs', () => {
    expect(errorsOf({}, { PROT: '3000' })).toEqual(['PROT: is not a setting; the nearest is PORT'])
    expect(errorsOf({ PROT: '3000', HOSTS: 'x', DATADIR: '' })).toEqual([])
  })

  it('for the secret of a provider is answered with the settings that have one', () => {
    const said =
      'is not a setting, because browsers sign in at OIDC_AUTHORITY without a secret. For a provider with one, set UPSTREAM_PROVIDERS ' +
      'to its name, such as google, and UPSTREAM_GOOGLE_ISSUER, UPSTREAM_GOOGLE_CLIENT_ID and UPSTREAM_GOOGLE_CLIENT_SECRET'
    const OIDC_AUTHORITY = 'https://login.example.org'
    expect(errorsOf({ OIDC_AUTHORITY, OIDC_CLIENT_SECRET: 'open-sesame' })).toEqual([`OIDC_CLIENT_SECRET: ${said}`])
    expect(errorsOf({}, { OIDC_CLIENT_SECRET_FILE: '/run/secrets/oidc' })).toEqual([`OIDC_CLIENT_SECRET_FILE: ${said}`])
  })

  it('is compared with those of the listed providers', () => {
    const google = {
      UPSTREAM_PROVIDERS: 'google',
      UPSTREAM_GOOGLE_ISSUER: 'https://accounts.google.com',
      UPSTREAM_GOOGLE_CLIENT_ID: 'a',
      UPSTREAM_GOOGLE_CLIENT_SECRET: 'b',
    }
    expect(errorsOf({ ...google, UPSTREAM_GOGLE_NAME: 'x' })).toEqual([
      'UPSTREAM_GOGLE_NAME: is not a setting of a provider in UPSTREAM_PROVIDERS; the nearest is UPSTREAM_GOOGLE_NAME',
    ])
  })
})

/** Variables that shells, services, containers, hosts and tools set, and none of which is meant for Player Pool. */
const ordinary = `
  BROWSER COLORTERM DESKTOP_SESSION DISPLAY EDITOR GROUPS HISTFILE HOME HOST HOSTNAME HOSTTYPE IFS LANG LANGUAGE LC_ALL
  LESSOPEN LINES LOGNAME LS_COLORS MACHTYPE MAIL MAILCHECK MAILTO MANPATH OLDPWD OSTYPE PAGER PASSWORD_STORE_DIR PATH PS1 PWD
  SHELL SHLVL TERM TERM_PROGRAM TMPDIR TZ UID USER VISUAL WINDOWID XAUTHORITY XDG_DATA_DIRS XDG_RUNTIME_DIR _
  DBUS_SESSION_BUS_ADDRESS GPG_AGENT_INFO GPG_TTY SSH_AGENT_PID SSH_AUTH_SOCK SSH_CLIENT SSH_CONNECTION SSH_TTY SUDO_UID SUDO_USER
  CREDENTIALS_DIRECTORY INVOCATION_ID JOURNAL_STREAM LISTEN_FDS LISTEN_PID MAINPID MEMORY_PRESSURE_WATCH NOTIFY_SOCKET
  RUNTIME_DIRECTORY SERVICE_RESULT STATE_DIRECTORY SYSTEMD_EXEC_PID WATCHDOG_USEC container
  DOCKER_HOST COMPOSE_PROJECT_NAME CI GITHUB_ACTIONS GITHUB_TOKEN RUNNER_TEMP DYNO FLY_APP_NAME RENDER RAILWAY_SERVICE_NAME
  NODE NODE_ENV NODE_OPTIONS NODE_EXTRA_CA_CERTS NODE_PATH INIT_CWD npm_config_cache npm_config_user_agent npm_lifecycle_event
  npm_package_name COLOR FORCE_COLOR NO_COLOR DEBUG HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy ALL_PROXY JAVA_DIR JAVA_HOME
  PGDATA PGHOST PGPASSWORD PGPORT PGSSLROOTCERT POSTGRES_DB POSTGRES_PASSWORD POSTGRES_USER REDIS_URL BASE_URL HTTP_URL FTP_URL
  DATABASE_PRIVATE_URL POOL_DOMAIN POOL_ADDRESS FEED_CAPTURES TEST_ROUNDS TEST_SEED LOG_NAMESPACE LOGLEVELS
  APPDATA COMPUTERNAME ComSpec HOMEDRIVE HOMEPATH LOCALAPPDATA LOGONSERVER NUMBER_OF_PROCESSORS OS PATHEXT PUBLIC TEMP USERDOMAIN
  KUBERNETES_PORT KUBERNETES_SERVICE_HOST POOL_SERVICE_HOST POOL_SERVICE_PORT POOL_SERVICE_PORT_HTTP POOL_PORT_80_TCP
  POOL_PORT_80_TCP_ADDR FEED_PORT_80_TCP_PROTO SMTP_SERVICE_HOST SMTP_PORT_25_TCP_PORT BACKUP_SERVICE_HOST OIDC_SERVICE_PORT
`
  .trim()
  .split(/\s+/)

it('the names of ordinary environments stop no start', () => {
  const values = Object.fromEntries(ordinary.map((name) => [name, 'x']))
  const services = {
    POOL_PORT: 'tcp://10.0.0.1:80',
    SMTP_PORT: 'tcp://10.0.0.2:25',
    PUBLIC_URL: 'http://localhost:8080',
  }
  expect(errorsOf({ ...values, ...services })).toEqual([])
  expect(errorsOf({ SMTP_PORT: '25' })).toEqual(['SMTP_PORT: is not a setting; the nearest is SMTP_URL'])
})

it('any other name is reported if it is in .env', () => {
  const file = {
    NODE_EXTRA_CA_CERTS: 'ca.pem',
    POSTGRES_PASSWORD: 'x',
    POOL_DOMAIN: 'pool.example.org',
    COLOUR: '',
    PORT: '1',
  }
  expect(readConfig({ PATH: '/bin' }, { variables: file }).unknownNames).toEqual(['NODE_EXTRA_CA_CERTS'])
})
