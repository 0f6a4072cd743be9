import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  addTournament,
  checkCertificate,
  describeFinding,
  diagnose,
  migrate,
  openDatabase,
  saveNightlyBackup,
  saveSourceStatus,
  sendTestMail,
  setRole,
} from '#built/harness.mjs'
import { signInCallbackPath } from '#contract/identity-paths.ts'
import type { Config } from '#server/platform/settings/config.ts'
import { addUser } from '../support/add-user.ts'
import { buildScoredGolfer, buildScores } from '../support/build-scores.ts'
import { startDocumentServer } from '../support/document-server.ts'
import { startExternalProvider } from '../support/external-provider.ts'
import { lacks, requireProgram } from '../support/optional-programs.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { databaseKinds, openTestDatabase } from '../support/test-database.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

const folder = mkdtempSync(join(tmpdir(), 'doctor-'))
const backup = { file: '/backups/nightly-2026-04-09.backup', bytes: 21_400, users: 60 }
let pool: TestPool
/** The settings of a healthy installation whose server is running. */
let healthy: Config
beforeAll(async () => {
  pool = await openTestPool({ withoutScores: true })
  const dataFolder = join(folder, 'data')
  healthy = { ...pool.app.config, dataFolder, database: { kind: 'sqlite', file: join(dataFolder, 'pool.db') } }
  const database = openDatabase(healthy.database)
  await migrate(database)
  await setRole(database.db, await addUser(database.db), 'admin', true)
  await saveNightlyBackup(database.db, { ...backup, made_at: new Date().toISOString(), failure: null })
  await database.close()
})
afterAll(async () => {
  await pool.close()
  rmSync(folder, { recursive: true })
})

async function diagnoseLines(changed: Partial<Config>): Promise<string[]> {
  return (await diagnose(() => ({ ...healthy, ...changed }))).map(describeFinding)
}

async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((done) => server.on('listening', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => new Promise((done) => server.close(done)) }
}

it('the doctor finds nothing wrong with a healthy installation', async () => {
  const sink = await startSmtpSink()
  const mail = { kind: 'smtp', url: sink.url, from: 'pool@example.org' } as const
  const lines = await diagnoseLines({ mail })
  expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([])
  const subjects = lines.map((line) => line.split(/ +/)[1])
  expect(new Set(subjects)).toEqual(
    new Set(['settings', 'database', 'clock', 'feed', 'mail', 'provider', 'address', 'backup', 'files']),
  )
  expect(sink.emails).toEqual([])

  expect(
    await sendTestMail(mail, folder, {
      address: 'ada@example.org',
      publicUrl: 'https://pool.example.org',
      name: 'Player Pool',
      accent: null,
    }),
  ).toEqual({
    answer: expect.stringMatching(/^250 /),
  })
  expect(sink.emails.map(({ to }) => to)).toEqual([['ada@example.org']])
  sink.refuseWith(550, 'No such mailbox here')
  await expect(
    sendTestMail(mail, folder, { address: 'ben@example.org', publicUrl: '', name: 'Player Pool', accent: null }),
  ).rejects.toThrow('No such mailbox here')
  await sink.close()
})

it('the doctor names the last nightly backup, and why there is no newer one', async () => {
  const find = async (changed: Partial<Config> = {}) =>
    (await diagnoseLines(changed)).find((line) => line.includes('  backup  '))
  expect(await find()).toBe(
    'ok     backup    the last nightly backup is 0 hours old: /backups/nightly-2026-04-09.backup, 22 KB, 60 users',
  )
  expect(await find({ backup: { folder: '', keep: 0 } })).toMatch(/^note .*BACKUP_KEEP is 0/)
  const database = openDatabase(healthy.database)
  await saveNightlyBackup(database.db, { failure: 'no space left' })
  expect(await find()).toMatch(/^WRONG .* 0 hours old.* It failed since: no space left\. Check BACKUP_DIR/)
  const made_at = new Date(Date.now() - 51 * 3_600_000).toISOString()
  await saveNightlyBackup(database.db, { made_at, failure: null })
  expect(await find()).toMatch(/^WRONG .* is 51 hours old/)
  await database.close()
})

it('the doctor says which address of the feed the server uses, and why it has no scores', async () => {
  const database = openDatabase(healthy.database)
  const now = new Date('2026-06-04T16:10:00.000Z')
  const questions = ['Winning score?', 'Drive?'] as const
  const tournament = { espnId: '4018', name: 'Links Open', active: true, tiebreakers: questions, players: [] }
  const tournamentId = await addTournament(database.db, { ...tournament, start: now.toISOString() }, now)
  const [url = ''] = healthy.feed.addresses
  await saveSourceStatus(database.db, {
    address: { url, since: now.toISOString(), reason: 'It responds again.' },
    fault: { tournamentId, kind: 'throttled', reason: 'It was asked too often.', since: now.toISOString() },
  })
  const lines = await diagnoseLines({ feed: { ...healthy.feed, addresses: [url, `${url}/nowhere`] } })
  expect(lines.filter((line) => / feed /.test(line))).toEqual([
    expect.stringMatching(/^ok {5}feed .*responds with /),
    expect.stringMatching(
      /^WRONG {2}feed .*\/nowhere: The sports feed has nothing at this address \(status 404\)\. Check FEED_URL/,
    ),
    `note   feed      ${url} is in use since 2026-06-04T16:10:00.000Z. It responds again.`,
    expect.stringMatching(
      /^WRONG {2}feed +since 2026-06-04T16:10:00\.000Z: It was asked too often\. Raise FEED_INTERVAL_MS/,
    ),
  ])
  await saveSourceStatus(database.db, { address: null, fault: null })
  await database.close()
})

it('the doctor says what to do about every problem', async () => {
  const nobody = await serve((_request, response) => response.end('hello'))
  const dataFolder = join(folder, 'open data')
  mkdirSync(dataFolder)
  chmodSync(dataFolder, 0o755)
  writeFileSync(join(dataFolder, 'pepper'), '')
  chmodSync(join(dataFolder, 'pepper'), 0o640)
  const database = { kind: 'postgres', url: 'postgres://127.0.0.1:9/pool' } as const
  const lines = await diagnoseLines({
    dataFolder,
    database,
    feed: { ...healthy.feed, addresses: [nobody.url] },
    mail: { kind: 'smtp', url: 'smtp://127.0.0.1:9', from: 'pool@example.org' },
    signIn: { ...healthy.signIn, provider: 'external', authority: nobody.url },
    publicUrl: nobody.url,
  })
  await nobody.close()
  const signUp = { mode: 'invite', domains: ['example.org'] } as const
  lines.push(...(await diagnoseLines({ signUp, database, unknownNames: ['POSTGRES_DB'], outbound: 'off' })))
  for (const text of [
    /^WRONG {2}settings .*SIGN_UP_DOMAINS/,
    /^note {3}settings .*POSTGRES_DB in \.env is not a setting/,
    /^WRONG {2}database .*DATABASE_URL/,
    /^WRONG {2}clock .*the database does not respond/,
    /^WRONG {2}feed .*Check FEED_URL/,
    /^WRONG {2}mail .*Check SMTP_URL/,
    /^note {3}mail .*OUTBOUND is off, so nothing is sent from here/,
    /^WRONG {2}provider .*Check OIDC_AUTHORITY/,
    /^WRONG {2}address .*is not this pool/,
    /^WRONG {2}files .*chmod 700 .*open data/,
    /^WRONG {2}files .*chmod 600 .*pepper/,
  ])
    expect(lines).toContainEqual(expect.stringMatching(text))
  expect(lines.filter((line) => line.includes('..'))).toEqual([])
  const invalid = await diagnose(() => {
    throw new Error('PORT: must be a port number')
  })
  expect(invalid.map(describeFinding)).toEqual(['WRONG  settings  PORT: must be a port number'])
})

it('asks SCORES_URL for the event of the active tournament or another one, and then needs no feed for scores', async () => {
  const database = openDatabase(healthy.database)
  await database.db.deleteFrom('tournaments').execute()
  const source = await startDocumentServer()
  const feed = { ...healthy.feed, addresses: ['http://127.0.0.1:9'], scoresUrl: source.url, scoresToken: 'a-secret' }
  const find = async (event?: string) =>
    (await diagnose(() => ({ ...healthy, feed }), event)).map(describeFinding).filter((line) => / feed /.test(line))
  expect(await find()).toEqual([
    expect.stringMatching(/^note .*127\.0\.0\.1:9: The sports feed could not be reached/),
    expect.stringMatching(/^note .*SCORES_URL: there is no tournament to ask for/),
  ])
  source.serve(buildScores({ id: '4018' }, [buildScoredGolfer()]))
  expect(await find('4018')).toContainEqual('ok     feed      SCORES_URL responds with Spring Open and 1 golfers')
  source.serve(buildScores({ id: '4018' }, [buildScoredGolfer({ rounds: [12] })]))
  expect(await find('4018')).toContainEqual(
    expect.stringMatching(/^WRONG .*Row 1 \(Ann Arbor\): round 1 must be 50 to 120/),
  )
  source.answer((_, response) => response.writeHead(401).end())
  const tournament = { espnId: '4018', name: 'Spring Open', start: '2026-06-04T12:00:00.000Z', active: true } as const
  await addTournament(database.db, { ...tournament, tiebreakers: ['a', 'b'], players: [] }, new Date())
  const refused = await find()
  expect(refused).toContainEqual(expect.stringMatching(/^WRONG .*\(status 401\)\. Check SCORES_URL and SCORES_TOKEN/))
  expect(refused.join()).not.toMatch(/secret/)
  await database.db.deleteFrom('tournaments').execute()
  await database.close()
  await source.close()
})

it('reports the access tokens that the running server has refused, and says what only a sign-in can show', async () => {
  const provider = await startExternalProvider({ appOrigin: 'http://localhost:9' })
  const metricsToken = 'a-token-of-the-monitoring-program'
  const signIn = { ...healthy.signIn, provider: 'external', authority: provider.authority } as const
  const server = await openTestPool({ withoutScores: true, metricsToken, signIn })
  const { publicUrl } = server.app.config
  const find = async (changed: Partial<Config>) =>
    (await diagnoseLines({ signIn, publicUrl, ...changed })).filter((line) => / provider /.test(line))
  expect(await find({ metricsToken: null })).toEqual([
    expect.stringMatching(/^ok {5}provider .*serves its configuration and keys/),
    expect.stringMatching(/^note {3}provider .*audience golfAPI .*only once someone signs in.*METRICS_TOKEN/),
  ])
  expect((await find({ metricsToken }))[1]).toMatch(/^note .*has refused none/)
  expect((await find({ metricsToken: 'another-token-entirely' }))[1]).toMatch(/^note .*could not be asked/)
  expect((await server.call('/api/user', { userId: 0, token: 'opaque' })).status).toBe(401)
  expect((await find({ metricsToken }))[1]).toMatch(/^note .*refused access tokens: 1 \(not-a-jwt\).*stranger/)
  await server.close()
  await provider.close()
})

it.skipIf(lacks('the days left of a certificate', 'openssl'))('names the days left of the certificate', async () => {
  const [cert, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key]
  execFileSync(
    requireProgram('openssl'),
    ['req', '-x509', '-subj', '/CN=localhost', '-days', '60', ...newKey, '-out', cert],
    {
      stdio: 'ignore',
    },
  )
  const server = createTlsServer({ cert: readFileSync(cert), key: readFileSync(key) }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const check = () => checkCertificate(`https://localhost:${(server.address() as AddressInfo).port}`)
  const day = 24 * 60 * 60 * 1000
  try {
    expect(await check()).toEqual({ state: 'ok', text: 'its certificate is valid for 59 more days' })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 57 * day })
    expect(await check()).toEqual({ state: 'wrong', text: expect.stringContaining('its certificate ends in 2 days') })
  } finally {
    vi.useRealTimers()
    server.close()
  }
})

it.each([
  { trusted: 0, server: 'nginx', text: /^WRONG {2}address .*There is a proxy \(nginx\), but TRUST_PROXY is 0/ },
  { trusted: 1, server: 'nginx', text: /^ok {5}address .*there is a proxy/ },
  { trusted: 0, server: undefined, text: /^ok {5}address .*there is no proxy/ },
  { trusted: 1, server: undefined, text: /^WRONG {2}address .*Set TRUST_PROXY=0/ },
])('compares TRUST_PROXY=$trusted with what answers ($server)', async ({ trusted, server, text }) => {
  const front = await serve((request, response) => {
    if (server !== undefined) response.setHeader('Server', server)
    response.end(JSON.stringify({ redirect_uri: `http://${request.headers.host}${signInCallbackPath}` }))
  })
  const port = Number(new URL(front.url).port)
  const http = { ...healthy.http, trustedProxies: trusted }
  const lines = await diagnoseLines({ publicUrl: front.url, http, listen: { host: '127.0.0.1', port } })
  expect(lines).toContainEqual(expect.stringMatching(text))
  await front.close()
})

it.each(databaseKinds())('reports the version of the database on $name', async (kind) => {
  if (kind.name === 'SQLite') {
    const missing = await diagnoseLines({ database: { kind: 'sqlite', file: join(folder, 'none.db') } })
    expect(missing).toContainEqual(expect.stringMatching(/^note {3}database .*The first start creates it/))
    return
  }
  const { database, config, remove } = await openTestDatabase(kind)
  for (const [provider, text] of [
    ['embedded', 'For a link to create the first one, run: npm run admin -- setup-link'],
    ['external', 'Sign in once, then make yourself an admin: npm run admin -- grant EMAIL --admin'],
  ] as const)
    expect(
      await diagnoseLines({
        database: config,
        signIn: { ...healthy.signIn, provider, authority: 'http://127.0.0.1:9' },
      }),
    ).toContainEqual(`note   database  There is no admin yet. ${text}`)
  const unknown = await sql`insert into migrations (name) values ('999-last')`.execute(database.db)
  expect(unknown).toBeDefined()
  expect(await diagnoseLines({ database: config })).toContainEqual(
    expect.stringMatching(/^WRONG {2}database .*999-last/),
  )
  await sql`delete from migrations where name = '999-last'`.execute(database.db)
  await remove()
})
