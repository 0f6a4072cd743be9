import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { testNotification, userNotifications } from '#contract/user-notification-contract.ts'
import { defaultPreferences, defaultQuietHours } from '#domain/notifications/notification-preferences.ts'
import { startPushService, type TestSubscription } from '../support/push-service.ts'
import { buildClock } from '../support/test-clock.ts'
import { databaseKinds, sqlite } from '../support/test-database.ts'
import { openTestPool, type Person, type TestPool } from '../support/test-pool.ts'

const hour = 60 * 60_000

describe.each(databaseKinds())('notifications over $name', (kind) => {
  let pool: TestPool
  let service: Awaited<ReturnType<typeof startPushService>>
  const began = new Date('2026-06-17T09:00:00Z')
  const clock = buildClock(began)
  beforeEach(async () => {
    clock.set(began)
    service = await startPushService(clock.now)
    pool = await openTestPool({
      kind,
      clock,
      rateLimitFactor: 0,
      start: new Date(began.getTime() + 26 * hour),
      startAt: 'scheduled',
      withoutScores: true,
    })
  })
  afterEach(async () => {
    await pool.close()
    await service.close()
  })

  const read = async (person: Person) =>
    userNotifications.parse(await (await pool.call(api.notifications(), person)).json())
  async function add(person: Person, subscription: TestSubscription, changes: object = {}) {
    const body = { ...subscription, name: 'Firefox on Android', timeZone: 'Europe/Berlin', ...changes }
    return pool.send('POST', api.notificationDevice(), person, body)
  }
  async function subscribe(person: Person): Promise<TestSubscription> {
    const subscription = service.subscribe((await read(person)).pushKey)
    expect((await add(person, subscription)).status).toBe(200)
    return subscription
  }
  const test = async (person: Person) =>
    testNotification.parse(await (await pool.send('POST', api.notificationTest(), person, {})).json()).devices
  const deliver = () => expect.poll(countWaiting).toBe(0)
  async function countWaiting(): Promise<number> {
    const rows = await pool.app.database.db.selectFrom('outbox').select('id').where('next_attempt_at', 'is not', null)
    return (await rows.where('channel', '=', 'push').execute()).length
  }

  it('remind users without an entry, without revealing one to another', async () => {
    const { newcomer, player } = pool.people
    await subscribe(newcomer)
    await subscribe(player)
    const settings = { choices: defaultPreferences, quietHours: null, timeZone: 'America/New_York' }
    for (const person of [newcomer, player]) await pool.send('PUT', api.notifications(), person, settings)
    await pool.app.poolEvents.check()
    clock.advance(3 * hour)
    await pool.app.poolEvents.check()
    await service.receive(1)
    clock.advance(22 * hour)
    await pool.app.poolEvents.check()
    await service.receive(2)
    await deliver()
    expect(service.refusals).toEqual([])
    expect(service.received.map(({ notification, ttl }) => [notification.title.split(':')[0], ttl])).toEqual([
      ['No entry yet', 23 * 3600],
      ['Last call', 3600],
    ])
  })

  it('are retried as the push service says, and never sent to an ended subscription again', async () => {
    const { player, rival } = pool.people
    const busy = await subscribe(player)
    service.answerWith(busy, { status: 429, headers: { 'retry-after': '120' } }, { status: 503 })
    service.answerWith(await subscribe(rival), { status: 410 })
    await test(player)
    await test(rival)
    await expect.poll(async () => (await read(rival)).devices).toEqual([])
    expect(await countWaiting()).toBe(1)
    const outbox = () => pool.app.outbox.deliverDue()
    clock.advance(119_000)
    await outbox()
    expect(service.received).toEqual([])
    clock.advance(1000)
    // 503: in a minute.
    await outbox()
    clock.advance(60_000)
    await outbox()
    expect(service.received).toHaveLength(1)
    expect(await test(rival)).toBe(0)
  })

  it('belong to one user: a browser moves to its last subscriber, and only owners remove devices', async () => {
    const { player, rival } = pool.people
    const subscription = await subscribe(player)
    await pool.send('POST', api.notificationDeviceRemove(), rival, { endpoint: subscription.endpoint })
    expect((await read(player)).devices).toHaveLength(1)
    service.answerWith(subscription, { status: 503 })
    await test(player)
    expect(await countWaiting()).toBe(1)
    await add(rival, subscription)
    // What was queued for the player is not sent to the rival.
    expect(await countWaiting()).toBe(0)
    expect([(await read(player)).devices, (await read(rival)).devices.length]).toEqual([[], 1])
    const renewed = service.subscribe((await read(rival)).pushKey)
    await add(rival, renewed, { replaces: subscription.endpoint })
    const [device] = (await read(rival)).devices
    expect((await read(rival)).devices).toHaveLength(1)
    await pool.send('POST', api.notificationDeviceRemove(), rival, { id: device?.id })
    expect((await read(rival)).devices).toEqual([])
  })

  // The queries are shown above: one database suffices for the rest.
  if (kind !== sqlite) return

  it('reach a browser encrypted, signed with the key that it subscribed to, with the headers of a push service', async () => {
    const { player } = pool.people
    const subscription = await subscribe(player)
    expect(await read(player)).toMatchObject({
      choices: defaultPreferences,
      quietHours: defaultQuietHours,
      timeZone: 'Europe/Berlin',
      devices: [{ name: 'Firefox on Android' }],
      email: 'player@example.com',
    })
    expect(await test(player)).toBe(1)
    await service.receive(1)
    expect(service.refusals).toEqual([])
    expect(service.received).toMatchObject([
      {
        notification: { title: 'Test notification', path: '/notifications' },
        ttl: 300,
        urgency: 'high',
        topic: 'test',
      },
    ])
    // The server never returns endpoints or keys.
    const text = JSON.stringify(await read(player))
    for (const secret of [subscription.endpoint, ...Object.values(subscription.keys)])
      expect(text).not.toContain(secret)
  })

  it('fail permanently if the push service rejects our key, which the operator can see', async () => {
    const { player } = pool.people
    const subscription = await subscribe(player)
    service.answerWith(subscription, ...Array.from({ length: 9 }, () => ({ status: 403 })))
    await test(player)
    const reasons = async () => {
      const rows = await pool.app.database.db.selectFrom('outbox').select('last_error').execute()
      return rows.map((row) => row.last_error)
    }
    await expect.poll(reasons).toEqual([expect.stringMatching(/^the push service does not accept our key: .* 403$/)])
    expect((await read(player)).devices).toHaveLength(1)
  })

  it('reject endpoints of other hosts, invalid keys and invalid settings, at the field', async () => {
    const { player } = pool.people
    const good = service.subscribe((await read(player)).pushKey)
    const refused: [string, Promise<Response>][] = [
      ['endpoint', add(player, { ...good, endpoint: 'https://intranet.example/admin' })],
      ['keys', add(player, { ...good, keys: { ...good.keys, auth: 'AAAA' } })],
      ['timeZone', add(player, good, { timeZone: 'Mars/Olympus' })],
      ['name', add(player, good, { name: '' })],
      [
        'quietHours.from',
        pool.send('PUT', api.notifications(), player, {
          choices: defaultPreferences,
          quietHours: { from: '25:00', to: '07:00' },
          timeZone: 'UTC',
        }),
      ],
    ]
    for (const [field, request] of refused) {
      const response = await request
      const problem = problemDetails.parse(await response.json())
      expect([response.status, problem.fields?.[0]?.field], field).toEqual([400, field])
    }
    expect((await read(player)).devices).toEqual([])
  })
})
