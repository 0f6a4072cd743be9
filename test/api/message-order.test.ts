import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addMessages, addPushes, toRecipient } from '#built/harness.mjs'
import { api } from '#contract/paths.ts'
import { userNotifications } from '#contract/user-notification-contract.ts'
import { webhook } from '#contract/webhook-contract.ts'
import { poolEventKinds } from '#domain/notifications/pool-events.ts'
import type { Post } from '#server/messages/webhooks/post.ts'
import { type ChatReceiver, startChatReceiver, testAddresses } from '../support/chat-receiver.ts'
import { startPushService } from '../support/push-service.ts'
import { buildClock } from '../support/test-clock.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

const began = new Date('2026-06-17T09:00:00Z')
const minute = 60_000

describe('after a 503', () => {
  const clock = buildClock(began)
  let service: Awaited<ReturnType<typeof startPushService>>
  let chat: ChatReceiver
  let pool: TestPool
  beforeEach(async () => {
    clock.set(began)
    service = await startPushService(clock.now)
    chat = await startChatReceiver()
    const start = new Date(began.getTime() + 26 * 60 * minute)
    pool = await openTestPool({ clock, rateLimitFactor: 0, start, startAt: 'scheduled', withoutScores: true })
  })
  afterEach(async () => {
    await pool.close()
    await service.close()
    await chat.close()
  })

  it('a phone shows the newest start, and is not sent the older one afterwards', async () => {
    const { player } = pool.people
    const settings = userNotifications.parse(await (await pool.call(api.notifications(), player)).json())
    const subscription = service.subscribe(settings.pushKey)
    const device = { ...subscription, name: 'Firefox on Android', timeZone: 'Europe/Berlin' }
    await pool.send('POST', api.notificationDevice(), player, device)
    const { id } = await pool.app.database.db.selectFrom('push_subscriptions').select('id').executeTakeFirstOrThrow()
    const expiresAt = new Date(began.getTime() + 60 * minute).toISOString()
    async function announce(time: string) {
      const push = {
        title: `New start: ${time}`,
        body: time,
        path: '/',
        tag: 'start-1',
        urgency: 'high',
        expiresAt,
      } as const
      await addPushes(pool.app.database.db, [{ requestKey: time, subscriptionId: id, push }], clock.now())
      await pool.app.outbox.deliverDue()
    }
    service.answerWith(subscription, { status: 503 })
    await announce('13:00')
    await announce('15:00')
    clock.advance(minute)
    await pool.app.outbox.deliverDue()
    expect(service.received.map(({ notification }) => notification.title)).toEqual(['New start: 15:00'])
  })

  it('a chat gets both leads, the older one first', async () => {
    const added = await pool.send('POST', api.adminWebhooks(), pool.people.power, {
      url: testAddresses.slack,
      kinds: poolEventKinds,
    })
    const recipient = toRecipient(webhook.parse(await added.json()).id)
    async function announce(title: string) {
      const payload: Post = { title, lines: [], link: { text: 'Open the pool', url: 'https://pool.example' } }
      const message = { channel: 'webhook', requestKey: title, recipient, payload } as const
      await addMessages(pool.app.database.db, [message], clock.now())
      await pool.app.outbox.deliverDue()
    }
    let isDown = true
    chat.answerWith(() => ({ status: isDown ? 503 : 200 }))
    await announce('Ann leads by 1')
    await announce('Bo leads by 2')
    expect(chat.posts).toEqual([])
    isDown = false
    await announce('Bo leads by 3')
    for (const _ of [1, 2]) {
      clock.advance(2000)
      await pool.app.outbox.deliverDue()
    }
    const titles = chat.posts.map(({ text }) => /(?:Ann|Bo) leads by \d/.exec(text)?.[0])
    expect(titles).toEqual(['Ann leads by 1', 'Bo leads by 2', 'Bo leads by 3'])
  })
})
