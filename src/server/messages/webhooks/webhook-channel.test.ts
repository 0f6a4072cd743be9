import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import { poolEventKinds } from '#domain/notifications/pool-events.ts'
import { scorePool } from '#domain/standings/standings.ts'
import { createOutbox } from '#server/delivery/outbox/outbox.ts'
import { addMessages } from '#server/delivery/outbox/outbox-store.ts'
import { createLog } from '#server/platform/log/log.ts'
import { createVault } from '#server/platform/secrets/vault.ts'
import { addUserWithIdentity } from '#server/users/identity-store.ts'
import { setRole } from '#server/users/user-store.ts'
import { buildFieldOf } from '#test/support/build-field.ts'
import { buildEntry, buildTournament } from '#test/support/build-tournament.ts'
import { type ChatReceiver, startChatReceiver, testAddresses } from '#test/support/chat-receiver.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { createWebhookChannel } from './webhook-channel.ts'
import { createWebhookEditor } from './webhook-editor.ts'
import { createWebhookListener } from './webhook-listener.ts'
import { listWebhooks, toRecipient } from './webhook-store.ts'

const log = createLog('silent')
const publicUrl = 'https://pool.example.org'
const minute = 60_000

describe.each(databaseKinds())('on $name', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let chat: ChatReceiver
  const clock = buildClock()

  beforeEach(async () => {
    opened = await openTestDatabase(kind)
    chat = await startChatReceiver()
  })
  afterEach(async () => {
    await chat.close()
    await opened.remove()
  })

  function open({ key = 'key' } = {}) {
    const { db } = opened.database
    const common = { db, clock, vault: createVault(key, '', 'webhook'), publicUrl, name: 'Office Pool' }
    const channel = createWebhookChannel(common)
    const outbox = createOutbox({ db, channels: [channel], clock, log })
    const editor = createWebhookEditor({ ...common, outbox: { wake: () => {} }, timeZone: 'UTC' })
    return { outbox, editor }
  }
  const add = async (service: keyof typeof testAddresses) =>
    (await open().editor.add({ url: testAddresses[service], kinds: poolEventKinds }, await addOrganiser(service))).id
  async function addOrganiser(name: string): Promise<number> {
    const { db } = opened.database
    const profile = { name, email: `${name}@example.com`, emailVerified: true, asOf: new Date(0) }
    const { user } = await addUserWithIdentity(db, { issuer: 'test', subject: name }, profile, clock.now())
    await setRole(db, user.id, 'power', true)
    return user.id
  }
  const queue = (webhookId: number, title: string, expiresAt = new Date(clock.now().getTime() + 60 * minute)) =>
    addMessages(
      opened.database.db,
      [
        {
          channel: 'webhook',
          requestKey: title,
          recipient: toRecipient(webhookId),
          payload: { title, lines: ['line'], link: { text: 'Open', url: publicUrl } },
          expiresAt: expiresAt.toISOString(),
        },
      ],
      clock.now(),
    )
  const rows = () => opened.database.db.selectFrom('outbox').selectAll().orderBy('id').execute()
  const emails = async () => (await rows()).filter(({ channel }) => channel === 'mail')
  const readWebhook = async () => (await listWebhooks(opened.database.db))[0]

  test('each service gets its own form at its own address', async () => {
    for (const service of ['slack', 'discord', 'teams'] as const) await queue(await add(service), 'Hello')
    expect(await open().outbox.deliverDue()).toBe(3)
    const posts = chat.posts.toSorted((a, b) => a.host.localeCompare(b.host))
    expect(posts).toMatchObject([
      { host: 'discord.com', path: '/api/webhooks/123/discord-secret', body: { allowed_mentions: { parse: [] } } },
      { host: 'hooks.slack.com', path: '/services/T000/B000/slacksecret', body: { text: 'Hello' } },
      { host: 'prod-1.westeurope.logic.azure.com', body: { type: 'message' } },
    ])
    expect(posts[2]?.path).toContain('?sp=%2Frun&sig=teams-secret')
  })

  test('posts to one chat are two seconds apart; a pause that the service asks for applies to all of them', async () => {
    const id = await add('discord')
    for (const title of ['one', 'two', 'three']) await queue(id, title)
    const { outbox } = open()
    expect(await outbox.deliverDue()).toBe(1)
    clock.advance(1999)
    expect(await outbox.deliverDue()).toBe(0)
    clock.advance(1)
    chat.answerWith(() => ({ status: 429, text: '{"retry_after": 20}' }))
    expect(await outbox.deliverDue()).toBe(0)
    chat.answerWith(() => ({ status: 204, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '60' } }))
    clock.advance(19_999)
    expect(await outbox.deliverDue()).toBe(0)
    clock.advance(1)
    expect(await outbox.deliverDue()).toBe(1)
    clock.advance(59_999)
    expect(await outbox.deliverDue()).toBe(0)
    clock.advance(1)
    expect(await outbox.deliverDue()).toBe(1)
    expect(chat.posts).toHaveLength(3)
  })

  test('faults of the service are tried again until the post expires; the organiser sees since when', async () => {
    const id = await add('slack')
    await queue(id, 'Two hours left', new Date(clock.now().getTime() + 2 * minute))
    chat.answerWith(() => ({ status: 503 }))
    const { outbox } = open()
    const since = clock.now().toISOString()
    for (let attempt = 0; attempt < 20; attempt += 1) {
      expect(await outbox.deliverDue()).toBe(0)
      clock.advance(10_000)
    }
    expect((await rows())[0]).toMatchObject({ sent_at: null, next_attempt_at: null, message: '' })
    expect((await rows())[0]?.attempts).toBeGreaterThan(3)
    expect(await readWebhook()).toMatchObject({
      failingSince: since,
      lastError: expect.stringContaining('503'),
      deadSince: null,
    })
    chat.answerWith(() => ({ status: 200 }))
    await queue(id, 'Started')
    expect(await outbox.deliverDue()).toBe(1)
    expect(chat.posts).toMatchObject([{ body: { text: 'Started' } }])
    expect(await readWebhook()).toMatchObject({
      failingSince: null,
      lastError: null,
      lastSentAt: clock.now().toISOString(),
    })
  })

  test('a dead webhook is disabled, organisers are notified once, and a test post that arrives revives it', async () => {
    const id = await add('slack')
    await queue(id, 'one')
    await queue(id, 'two')
    chat.answerWith(() => ({ status: 404, text: 'no_service' }))
    const { outbox, editor } = open()
    await outbox.deliverDue()
    clock.advance(2000)
    await outbox.deliverDue()
    expect(await readWebhook()).toMatchObject({
      deadSince: expect.any(String),
      lastError: expect.stringContaining('404'),
    })
    expect(await emails()).toMatchObject([{ recipient: 'slack@example.com' }])
    const [mail] = await emails()
    expect(mail?.message).toContain('Slack (hooks.slack.com, ending in cret)')
    expect(mail?.message).not.toContain('slacksecret')
    chat.answerWith(() => ({ status: 200 }))
    expect(await editor.test(id)).toBe(true)
    expect(await editor.test(id)).toBe(false)
    clock.advance(2000)
    expect(await outbox.deliverDue()).toBe(1)
    expect(await readWebhook()).toMatchObject({ deadSince: null })
  })

  test('a removed webhook gets no more posts, and nobody is notified', async () => {
    const id = await add('slack')
    await queue(id, 'one')
    await open().editor.remove(id, 1)
    expect(await open().outbox.deliverDue()).toBe(0)
    expect(await rows()).toMatchObject([{ next_attempt_at: null, last_error: 'The webhook was removed.' }])
    expect(chat.posts).toEqual([])
  })

  test('the address is stored encrypted, and with another key it cannot be read', async () => {
    await queue(await add('slack'), 'one')
    const stored = JSON.stringify(await opened.database.db.selectFrom('webhooks').selectAll().execute())
    const log = JSON.stringify(await opened.database.db.selectFrom('audit_log').selectAll().execute())
    for (const text of [stored, log]) expect(text).not.toContain('slacksecret')
    expect(await open({ key: 'other' }).outbox.deliverDue()).toBe(0)
    expect(await readWebhook()).toMatchObject({ deadSince: expect.any(String) })
  })

  test('at most three new leaders a day are announced, and none if a leader only drops out', async () => {
    const { db } = opened.database
    await add('slack')
    const tournament = {
      ...buildTournament({ entries: [1, 2].map((id) => buildEntry({ id, userId: id })) }),
      version: 1,
      startedAt: null,
    }
    const pool = createPool(tournament)
    const standings = scorePool(pool, buildFieldOf(Array(12).fill(0)))
    const listener = createWebhookListener({ publicUrl, timeZone: 'America/New_York' })
    async function change(key: string, before: number[], after: number[], at = new Date('2026-06-21T20:00:00Z')) {
      const expiresAt = new Date(at.getTime() + 60 * minute)
      const state = { tournament, pool, standings, field: null, isLate: false }
      await listener(db, { ...state, kind: 'lead-change', key, at, expiresAt, before, after })
      return (await rows()).length
    }
    expect(await change('a', [1, 2], [1])).toBe(0)
    for (const key of ['b', 'c', 'd', 'e']) await change(key, [1], [2])
    // Midnight in New York, not in UTC, begins the next day.
    expect(await change('f', [1], [2], new Date('2026-06-22T03:59:00Z'))).toBe(3)
    expect(await change('g', [1], [2], new Date('2026-06-22T04:01:00Z'))).toBe(4)
  })
})
