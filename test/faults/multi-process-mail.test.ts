import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendAuditMailResponse } from '#contract/admin-contract.ts'
import { api } from '#contract/paths.ts'
import { findFreePort } from '#demo/free-port.ts'
import { addPool } from '#demo/pool-harness.ts'
import { type DatabaseConfig, readConfig } from '#server/config.ts'
import { createSystemClock } from '#server/db/clock.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { loadSecrets } from '#server/identity/provider/secrets-store.ts'
import { type Simulator, startSimulator } from '#simulator/simulator-server.ts'
import { type ParsedMail, parseMail } from '../support/mail-parser.ts'
import { countWaitingMessages } from '../support/outbox-rows.ts'
import { runScript, type ServerProcess, spawnScript } from '../support/server-process.ts'
import { getSigningKey } from '../support/signing-key.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { databaseKinds } from '../support/test-database.ts'
import { addPerson, type Person } from '../support/test-pool.ts'

const nextHour = () => new Date(Date.now() + 3_600_000).toISOString()

/** Two server processes on one database, and a mail server in a third one: this. */
describe.each(databaseKinds())('two processes that share a database, on $name,', (kind) => {
  let folder: string
  let simulator: Simulator
  let database: Database
  let removeDatabase: () => Promise<void>
  let smtp: Awaited<ReturnType<typeof startSmtpSink>>
  let running: ServerProcess[]
  let urls: string[]
  let people: Record<'admin' | 'other' | 'third' | 'player' | 'rival', Person>

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'player-pool-mail-'))
    running = []
    simulator = await startSimulator({ seed: 'mail', startAt: 'scheduled' })
    const ports = [await findFreePort(), await findFreePort()].map(String)
    urls = ports.map((port) => `http://127.0.0.1:${port}`)
    const settings = {
      PUBLIC_URL: `http://localhost:${ports[0]}`,
      FEED_URL: simulator.url,
      MAIL_FROM: 'pool@example.org',
      RATE_LIMIT_FACTOR: '0',
    }
    const created = await createDatabase()
    removeDatabase = created.remove
    database = openDatabase(created.config)
    await prepare(settings)
    smtp = await startSmtpSink()
    const servers = ports.map((port) =>
      start(`server-${port}`, { ...settings, PORT: port, DATABASE_URL: created.url, SMTP_URL: smtp.url }),
    )
    await Promise.all(servers.map(({ ready }) => ready))
  })
  afterAll(async () => {
    for (const { signal, ended } of running) {
      signal('SIGKILL')
      await ended
    }
    await database.close()
    await removeDatabase()
    await simulator.close()
    await smtp.close()
    rmSync(folder, { recursive: true })
  })
  beforeEach(async () => {
    smtp.mails.length = 0
    await database.db.updateTable('tournaments').set({ start: nextHour() }).execute()
  })

  /** A database that other processes can open. */
  async function createDatabase(): Promise<{ config: DatabaseConfig; url: string; remove(): Promise<void> }> {
    const { config, remove } = await kind.create()
    if (config.kind === 'postgres') return { config, url: config.url, remove }
    await remove()
    const file = join(folder, 'pool.db')
    return { config: { kind: 'sqlite', file }, url: `sqlite:${file}`, remove: async () => {} }
  }

  async function prepare(settings: Record<string, string>): Promise<void> {
    await migrate(database)
    const clock = createSystemClock(database.kind)
    const app = {
      database,
      config: readConfig(settings),
      secrets: await loadSecrets(database.db, clock, getSigningKey),
    }
    people = {
      admin: await addPerson(app, 'admin', 'admin'),
      other: await addPerson(app, 'other', 'admin'),
      third: await addPerson(app, 'third', 'admin'),
      player: await addPerson(app, 'player'),
      rival: await addPerson(app, 'rival'),
    }
    await addPool(
      { database },
      {
        espnId: simulator.eventId,
        name: 'Open\r\nBcc: evil@example.net',
        start: new Date(nextHour()),
        favourites: simulator.listGolfers(),
        entrantIds: [people.player.userId, people.rival.userId],
      },
    )
    const name = '=Ada, "the <b>ace</b>"\r\nBcc: evil@example.net'
    await database.db.updateTable('users').set({ name }).where('id', '=', people.rival.userId).execute()
  }

  function start(name: string, settings: Record<string, string>): ServerProcess {
    mkdirSync(join(folder, name))
    const started = spawnScript('dist/server/main.mjs', { folder: join(folder, name), settings })
    running.push(started)
    return started
  }

  /** Sends the same request to both processes, ten times each, concurrently. */
  function requestBoth(path: string, person: Person): Promise<Response[]> {
    const headers = { authorization: `Bearer ${person.token}` }
    const calls = Array.from({ length: 10 }, () => urls.map((url) => fetch(url + path, { headers })))
    return Promise.all(calls.flat())
  }

  async function requestAudit(person: Person): Promise<void> {
    const answers = await requestBoth(api.adminSendAuditMail(), person)
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const bodies = await Promise.all(
      answers.map(async (response) => sendAuditMailResponse.parse(await response.json())),
    )
    expect(bodies).toEqual(Array(20).fill({ recipients: 3 }))
  }

  /** The mails that the mail server received, once there are `count`. */
  async function receive(count: number): Promise<{ to: string[]; mail: ParsedMail }[]> {
    await expect.poll(() => smtp.mails).toHaveLength(count)
    return Promise.all(smtp.mails.map(async ({ to, data }) => ({ to, mail: await parseMail(data) })))
  }

  /** Waits until the outbox is empty. */
  async function waitForEmptyOutbox(): Promise<void> {
    await expect.poll(() => countWaitingMessages(database.db)).toBe(0)
  }

  const checkAudit = (...files: string[]) => runScript('dist/server/check-audit.mjs', files)

  function saveAttachment(name: string, mail: ParsedMail | undefined): string {
    const file = join(folder, name)
    writeFileSync(file, mail?.attachments[0]?.bytes ?? '')
    return file
  }

  it('send one audit email for twenty requests, and its digests match after the start', async () => {
    await requestAudit(people.admin)
    const before = await receive(3)
    expect(before.map(({ to }) => to).toSorted()).toEqual([
      ['admin@example.com'],
      ['other@example.com'],
      ['third@example.com'],
    ])
    for (const { to, mail } of before) {
      expect(mail.recipients).toEqual(to)
      expect(mail.headers).not.toContain('bcc')
      expect(mail.html).not.toContain('<b>')
    }
    const started = new Date(Date.now() - 1).toISOString()
    await database.db.updateTable('tournaments').set({ start: started }).execute()
    await requestAudit(people.other)
    await waitForEmptyOutbox()
    const after = (await receive(6)).slice(3)
    const earlier = saveAttachment('earlier.csv', before[0]?.mail)
    const later = saveAttachment('later.csv', after[0]?.mail)
    expect(await checkAudit(earlier, later)).toEqual({
      code: 0,
      err: '',
      out: '2 unchanged, each with content that matches its digest.\nNo problems found.\n',
    })

    await database.db.updateTable('entries').set({ tiebreaker_2: 'later' }).execute()
    await requestAudit(people.third)
    await waitForEmptyOutbox()
    const tampered = saveAttachment('tampered.csv', (await receive(9))[6]?.mail)
    const found = await checkAudit(earlier, tampered)
    expect(found.code).toBe(1)
    expect(found.out.match(/^WRONG {2}Entry record \d of .* has different content/gm)).toHaveLength(2)
    // What the script says of wrong arguments does not depend on the database.
    if (kind.name !== 'SQLite') return
    expect(await checkAudit(later, earlier)).toMatchObject({ code: 2, out: '' })
    expect(await checkAudit(later)).toMatchObject({ code: 2, err: expect.stringContaining('Usage:') })
    expect(await checkAudit(later, join(folder, 'none.csv'))).toMatchObject({ code: 2 })
  })
})
