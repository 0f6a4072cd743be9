import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { addMessages, createApp, createLog, readConfig } from '#built/harness.mjs'
import { api } from '#contract/paths.ts'
import { userNotifications } from '#contract/user-notification-contract.ts'
import { startOnPort } from '#demo/free-port.ts'
import { defaultPreferences } from '#domain/notifications/notification-preferences.ts'
import { poolEventKinds } from '#domain/notifications/pool-events.ts'
import { runAdminCommand } from '../support/admin-command.ts'
import { startChatReceiver, testAddresses } from '../support/chat-receiver.ts'
import { startPushService } from '../support/push-service.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { buildClock } from '../support/test-clock.ts'
import { openTestPool } from '../support/test-pool.ts'

const hour = 3_600_000
const start = new Date('2026-06-18T11:00:00Z')
const clock = buildClock(new Date(start.getTime() - 72 * hour))
const folder = mkdtempSync(join(tmpdir(), 'trial-restore-'))
const chat = await startChatReceiver()
const pushes = await startPushService(clock.now)
const sink = await startSmtpSink()
const pool = await openTestPool({
  dataFolder: folder,
  database: { kind: 'sqlite', file: join(folder, 'player-pool.db') },
  mail: { kind: 'smtp', url: sink.url, from: 'pool@example.org' },
  clock,
  start,
  startAt: 'scheduled',
  withoutScores: true,
})
afterAll(async () => {
  await Promise.all([pool.close(), chat.close(), pushes.close(), sink.close()])
  rmSync(folder, { recursive: true })
})

/** The settings of the pool, as its operator has them when they run an admin command. */
const settings = {
  DATA_DIR: folder,
  FEED_URL: pool.simulator.url,
  POOL_NAME: 'Old Mill',
  SMTP_URL: sink.url,
  MAIL_FROM: 'pool@example.org',
}
const countReceived = () => ({
  posts: chat.posts.length,
  pushes: pushes.received.length,
  emails: sink.emails.length,
})
const nothing = { posts: 0, pushes: 0, emails: 0 }

/** Somebody for each channel, and a queued message on each. */
async function addRecipients(): Promise<void> {
  const { newcomer, power } = pool.people
  const webhook = { url: testAddresses.slack, kinds: poolEventKinds }
  expect((await pool.send('POST', api.adminWebhooks(), power, webhook)).status).toBe(200)
  const { pushKey } = userNotifications.parse(await (await pool.call(api.notifications(), newcomer)).json())
  const device = { ...pushes.subscribe(pushKey), name: 'Firefox', timeZone: 'UTC' }
  expect((await pool.send('POST', api.notificationDevice(), newcomer, device)).status).toBe(200)
  for (const [person, channel] of [
    [newcomer, 'push'],
    [power, 'email'],
  ] as const) {
    const choices = { ...defaultPreferences, 'no-entry-24h': channel, 'no-entry-2h': channel }
    const body = { choices, quietHours: null, timeZone: 'UTC' }
    expect((await pool.send('PUT', api.notifications(), person, body)).status).toBe(200)
  }
  const payload = { title: 'Queued', lines: [], link: { text: '', url: '' }, subject: 'Queued', text: '', html: '' }
  const messages = [
    { channel: 'mail', recipient: 'ada@example.org' },
    { channel: 'webhook', recipient: '1' },
    { channel: 'push', recipient: '1' },
  ] as const
  const notBefore = new Date(clock.now().getTime() + hour)
  const queued = messages.map((message) => ({
    ...message,
    requestKey: `queued:${message.channel}`,
    payload,
    notBefore,
  }))
  expect(await addMessages(pool.app.database.db, queued, clock.now())).toBe(3)
}

/** Starts the trial, lets the clock reach the hours before the start, and stops it once nothing is waiting. */
async function runTrial(env: Record<string, string | undefined>, hoursBefore: readonly number[]) {
  const lines: string[] = []
  // Another program may have taken the port of the settings since.
  const app = await startOnPort(async (port) => {
    const starting = await createApp(readConfig({ ...env, PORT: String(port) }), {
      log: createLog('info', { write: (line) => void lines.push(line) }),
      clock,
      webFolder: join(folder, 'web'),
    })
    await starting.listen().catch(async (error: unknown) => {
      await starting.close()
      throw error
    })
    return starting
  })
  for (const hours of hoursBefore) {
    clock.set(new Date(start.getTime() - hours * hour))
    await app.poolEvents.check()
  }
  await expect
    .poll(async () => {
      clock.advance(2000)
      await app.outbox.deliverDue()
      const waiting = app.database.db.selectFrom('outbox').select('request_key')
      return waiting.where('next_attempt_at', 'is not', null).execute()
    })
    .toEqual([])
  const signInPage = await (await fetch(`http://127.0.0.1:${app.config.listen.port}/Identity/Account/Register`)).text()
  await app.close()
  return { lines, signInPage }
}

it('a trial restore sends nothing while the tournament goes on, and nothing of that once OUTBOUND is on', async () => {
  await addRecipients()
  const backup = join(folder, 'pool.backup')
  expect(await runAdminCommand(['backup', backup], settings)).toMatchObject({ code: 0 })

  const trial = join(folder, 'a trial')
  const restored = await runAdminCommand(['restore', backup, '--trial', trial], settings)
  expect(restored).toMatchObject({ code: 0, err: '' })
  expect(restored.out).toContain('will not be sent: 3')
  expect(restored.out).toContain(`. '${join(trial, '.env')}'`)
  const own = parseEnv(readFileSync(join(trial, '.env'), 'utf8'))
  expect(own).toMatchObject({
    OUTBOUND: 'off',
    PUBLIC_URL: `http://localhost:${own['PORT']}`,
    DATA_DIR: trial,
    DATABASE_URL: `sqlite:${join(trial, 'player-pool.db')}`,
    BACKUP_DIR: join(trial, 'backups'),
  })
  expect(await runAdminCommand(['restore', backup, '--trial', trial], settings)).toMatchObject({ code: 1 })

  // The environment of the pool is still there, and the settings of the trial go before it.
  const { lines, signInPage } = await runTrial({ ...settings, ...own }, [72, 24, 23.5])
  expect(countReceived()).toEqual(nothing)
  const unsent = lines.map((line) => JSON.parse(line)).filter(({ msg }) => /not sent/.test(msg))
  expect(new Set(unsent.map(({ channel, title }) => `${channel}: ${title.split(':')[0]}`))).toEqual(
    new Set(['webhook: Entries are open', 'webhook: Less than 24 hours left to enter', 'push: No entry yet']),
  )
  expect(lines.join()).not.toMatch(/newcomer|power@/)
  const emails = readdirSync(join(trial, 'outbox')).map((name) => readFileSync(join(trial, 'outbox', name), 'utf8'))
  expect(emails.join()).toContain('To: power@example.com')
  expect(signInPage).toContain('Nothing is sent from here')

  // Only what happens from now on.
  const on = await runTrial({ ...settings, ...own, OUTBOUND: 'on' }, [])
  expect(on.signInPage).not.toContain('Nothing is sent from here')
  expect(countReceived()).toEqual(nothing)
  await runTrial({ ...settings, ...own, OUTBOUND: 'on' }, [2, 1.5])
  expect(countReceived()).toEqual({ posts: 1, pushes: 1, emails: 1 })
})
