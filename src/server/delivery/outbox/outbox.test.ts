import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction, openDatabase } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/log/log.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { type Channel, DeliveryError, type GivenUp } from './outbox-channel.ts'
import { addMessages, claimMessage, findBacklog, type NewMessage } from './outbox-store.ts'

const lines: string[] = []
const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line).msg) })
const minute = 60_000
const leaseMs = 60_000

describe.each(databaseKinds())('on $name', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let outboxes: Outbox[]
  let received: string[]
  let givenUp: (GivenUp & { recipient: string })[]
  let respond: (recipient: string) => Promise<void>
  const clock = buildClock()
  beforeEach(async () => {
    opened = await openTestDatabase(kind)
    lines.length = 0
    outboxes = []
    received = []
    givenUp = []
    respond = async () => {}
  })
  afterEach(async () => {
    for (const outbox of outboxes) await outbox.stop()
    await opened.remove()
  })

  function buildChannel(changes: Partial<Channel> = {}): Channel {
    return {
      name: 'webhook',
      concurrency: 1,
      leaseMs,
      async send({ recipient, payload }) {
        await respond(recipient)
        received.push(`${payload} to ${recipient}`)
      },
      async onGivenUp(_trx, { recipient }, end) {
        givenUp.push({ recipient, ...end })
      },
      ...changes,
    }
  }
  function outboxOf(channels: readonly Channel[], { db = opened.database.db } = {}): Outbox {
    const outbox = createOutbox({ db, channels, clock, log })
    outboxes.push(outbox)
    return outbox
  }
  const add = (payload: string, changes: Partial<NewMessage> = {}) =>
    addMessages(
      opened.database.db,
      [{ channel: 'webhook', requestKey: payload, recipient: 'chat', payload, ...changes }],
      clock.now(),
    )
  const rows = () => opened.database.db.selectFrom('outbox').selectAll().orderBy('id').execute()
  /** Acts like a process that is killed before it records the outcome. */
  const claim = () => claimMessage(opened.database.db, buildChannel(), clock.now())

  test('the same announcement to the same recipient is sent once, and only if its cause was committed', async () => {
    const message = { channel: 'webhook', requestKey: 'cut:1', recipient: 'chat', payload: 'The cut' } as const
    const undone = inTransaction(opened.database.db, async (trx) => {
      await addMessages(trx, [message], clock.now())
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await rows()).toEqual([])
    expect(await addMessages(opened.database.db, [message, { ...message, recipient: 'other' }], clock.now())).toBe(2)
    expect(await addMessages(opened.database.db, [message], clock.now())).toBe(0)
    expect(await outboxOf([buildChannel()]).deliverDue()).toBe(2)
    expect(await outboxOf([buildChannel()]).deliverDue()).toBe(0)
    expect(received).toEqual(['The cut to chat', 'The cut to other'])
  })

  test('a message waits until `notBefore`, and is given up when it expires', async () => {
    const notBefore = new Date(clock.now().getTime() + minute)
    await add('later', { notBefore })
    await add('short', { notBefore, expiresAt: new Date(notBefore.getTime() + minute).toISOString() })
    const outbox = outboxOf([buildChannel()])
    expect(await outbox.deliverDue()).toBe(0)
    expect(await findBacklog(opened.database.db, clock.now())).toEqual({ waiting: 0, oldest: null })
    const due = { waiting: 2, oldest: notBefore.toISOString() }
    expect(await findBacklog(opened.database.db, notBefore)).toEqual(due)
    respond = async () => {
      clock.set(new Date(notBefore.getTime() + minute))
    }
    clock.set(notBefore)
    expect(await outbox.deliverDue()).toBe(1)
    expect(received).toEqual(['later to chat'])
    expect(givenUp).toMatchObject([{ kind: 'expired', recipient: 'chat' }])
  })

  test('a channel that waits for its receiver does not delay others, and respects its concurrency', async () => {
    for (const payload of ['a', 'b', 'c']) await add(payload)
    await add('push', { channel: 'push', recipient: 'phone' })
    const waiting = new Set<() => void>()
    respond = async (recipient) => {
      if (recipient === 'chat') await new Promise<void>((done) => waiting.add(done))
    }
    const running = outboxOf([buildChannel({ concurrency: 2 }), buildChannel({ name: 'push' })]).deliverDue()
    await expect.poll(() => received).toEqual(['push to phone'])
    await expect.poll(() => waiting.size).toBe(2)
    const [first] = waiting
    first?.()
    await expect.poll(() => waiting.size).toBe(3)
    for (const release of waiting) release()
    expect(await running).toBe(4)
  })

  test('a message whose process died is sent once its lease has ended', async () => {
    await add('killed')
    expect((await claim())?.message.payload).toBe('killed')
    await add('other', { recipient: 'other' })
    const outbox = outboxOf([buildChannel()])
    clock.advance(leaseMs - 1)
    await outbox.deliverDue()
    expect(received).toEqual(['other to other'])
    clock.advance(1)
    expect(await outbox.deliverDue()).toBe(1)
    expect((await rows())[0]).toMatchObject({ attempts: 1, last_error: null, next_attempt_at: null, message: '' })
  })

  test('where the order counts, newer messages wait for one whose process died', async () => {
    await add('lead taken')
    await claim()
    clock.advance(1)
    await add('lead lost')
    await add('cut', { recipient: 'other' })
    const outbox = outboxOf([buildChannel({ recipientIntervalMs: 0, concurrency: 3 })])
    await outbox.deliverDue()
    expect(received).toEqual(['cut to other'])
    clock.advance(leaseMs)
    await outbox.deliverDue()
    expect(received).toEqual(['cut to other', 'lead taken to chat', 'lead lost to chat'])
  })

  test('a process that was paused for longer than its lease does not change what another has recorded', async () => {
    await add('paused')
    respond = async () => {
      respond = async () => {}
      clock.advance(leaseMs)
      await outboxOf([buildChannel()]).deliverDue()
      throw new DeliveryError('too late', { kind: 'refused' })
    }
    await outboxOf([buildChannel()]).deliverDue()
    expect(received).toEqual(['paused to chat'])
    expect(await rows()).toMatchObject([{ sent_at: expect.any(String), last_error: null, attempts: 1 }])
  })

  test('messages to one recipient keep the interval across all processes, and others do not wait', async () => {
    for (const payload of ['a', 'b', 'c']) await add(payload)
    await add('d', { recipient: 'other' })
    const other = opened.config.kind === 'postgres' ? openDatabase(opened.config) : opened.database
    const channel = () => buildChannel({ recipientIntervalMs: 1000, concurrency: 3 })
    const processes = [outboxOf([channel()]), outboxOf([channel()], { db: other.db })]
    const deliver = () => Promise.all(processes.map((outbox) => outbox.deliverDue()))
    await deliver()
    expect(received.toSorted()).toEqual(['a to chat', 'd to other'])
    clock.advance(999)
    expect(await deliver()).toEqual([0, 0])
    clock.advance(1)
    await deliver()
    expect(received.at(-1)).toBe('b to chat')
    clock.advance(1000)
    await deliver()
    expect(received).toHaveLength(4)
    if (other !== opened.database) await other.close()
  })

  test('a busy receiver gets no message until its Retry-After has passed, which does not count as an attempt', async () => {
    for (const payload of ['a', 'b']) await add(payload)
    await add('c', { recipient: 'other' })
    let isBusy = true
    respond = async (recipient) => {
      if (isBusy && recipient === 'chat') throw new DeliveryError('busy', { kind: 'later', afterMs: 5000 })
    }
    const outbox = outboxOf([buildChannel()])
    expect(await outbox.deliverDue()).toBe(1)
    expect((await rows()).map(({ attempts }) => attempts)).toEqual([0, 0, 1])
    isBusy = false
    clock.advance(4999)
    expect(await outbox.deliverDue()).toBe(0)
    clock.advance(1)
    expect(await outbox.deliverDue()).toBe(2)
    expect(received).toEqual(['c to other', 'a to chat', 'b to chat'])
  })

  test('the log says when a receiver that failed accepts messages again', async () => {
    await add('a')
    await add('b', { recipient: 'other' })
    let isDown = true
    respond = async (recipient) => {
      if (isDown && recipient === 'chat') throw new Error('out of order')
    }
    const outbox = outboxOf([buildChannel({ retryDelaysMs: [minute] })])
    await outbox.deliverDue()
    expect(lines).toEqual(['failed to send a message'])
    isDown = false
    await add('c')
    clock.advance(minute)
    await outbox.deliverDue()
    expect(received.toSorted()).toEqual(['a to chat', 'b to other', 'c to chat'])
    expect(lines).toEqual(['failed to send a message', 'messages are sent again'])
  })

  test('a message that was refused or keeps failing is given up, with its reason, in one transaction with its consequences', async () => {
    await add('no', { recipient: 'gone' })
    await add('no', { recipient: 'failing' })
    respond = async (recipient) => {
      throw recipient === 'gone' ? new DeliveryError('no such chat', { kind: 'gone' }) : new Error('out of order')
    }
    let fails = true
    const channel = buildChannel({
      retryDelaysMs: [minute],
      async onGivenUp(trx, { recipient }, end) {
        await trx.updateTable('outbox').set({ last_error: 'noted' }).where('recipient', '=', recipient).execute()
        if (fails) {
          fails = false
          throw new Error('not now')
        }
        givenUp.push({ recipient, ...end })
      },
    })
    const outbox = outboxOf([channel])
    await outbox.deliverDue()
    expect(givenUp).toEqual([{ recipient: 'gone', kind: 'gone', reason: 'no such chat' }])
    clock.advance(minute)
    await outbox.deliverDue()
    expect(givenUp.slice(1)).toEqual([{ recipient: 'failing', kind: 'exhausted', reason: 'out of order' }])
    const dead = { next_attempt_at: null, sent_at: null, message: '', last_error: 'noted' }
    expect(await rows()).toMatchObject([dead, dead])
  })

  describe('order', () => {
    let refused: Set<string>
    const tried: string[] = []
    /** Fails for what is in `refused`, whose entries are payloads. */
    function buildFailing(changes: Partial<Channel>): Channel {
      return buildChannel({
        retryDelaysMs: [minute, 10 * minute],
        async send({ payload }) {
          tried.push(String(payload))
          if (refused.has(String(payload))) throw new Error('503')
          received.push(String(payload))
        },
        ...changes,
      })
    }
    beforeEach(() => {
      refused = new Set()
      tried.length = 0
    })

    test('a notification that waits for a retry gives way to a newer one with its tag, not to others', async () => {
      const push = (payload: string, tag: string) => add(payload, { channel: 'push', recipient: 'phone', tag })
      const outbox = outboxOf([buildFailing({ name: 'push', concurrency: 8, recipientIntervalMs: 0 })])
      refused.add('start: 13:00').add('cut')
      await push('start: 13:00', 'start-1')
      await push('cut', 'cut-1')
      await add('start: 13:00 elsewhere', { channel: 'push', recipient: 'tablet', tag: 'start-1' })
      await outbox.deliverDue()
      refused.clear()
      await push('start: 15:00', 'start-1')
      await outbox.deliverDue()
      clock.advance(minute)
      await outbox.deliverDue()
      expect(received).toEqual(['start: 13:00 elsewhere', 'cut', 'start: 15:00'])
      expect((await rows())[0]).toMatchObject({
        sent_at: expect.any(String),
        last_error: 'replaced by a newer message',
      })
    })

    test('a notification that is not due yet replaces nothing', async () => {
      const push = { channel: 'push', recipient: 'phone', tag: 'start-1' } as const
      await add('start: 13:00', push)
      await add('start: 15:00', { ...push, notBefore: new Date(clock.now().getTime() + minute) })
      const outbox = outboxOf([buildFailing({ name: 'push', recipientIntervalMs: 0 })])
      await outbox.deliverDue()
      expect(received).toEqual(['start: 13:00'])
      clock.advance(minute)
      await outbox.deliverDue()
      expect(received).toEqual(['start: 13:00', 'start: 15:00'])
    })

    test('a newer post makes an older one due at once, and a chat waits with both until it accepts that', async () => {
      const outbox = outboxOf([buildFailing({ recipientIntervalMs: 0, isStrictlyOrdered: true, concurrency: 3 })])
      refused.add('Ann leads by 1')
      await add('Ann leads by 1')
      await outbox.deliverDue()
      clock.advance(1000)
      await add('Bo leads by 2')
      await add('cut', { recipient: 'other' })
      await outbox.deliverDue()
      expect(tried).toEqual(['Ann leads by 1', 'Ann leads by 1', 'cut'])
      // The attempt before its time has cost none: it is still tried again after a minute.
      expect((await rows())[0]).toMatchObject({ attempts: 1 })
      refused.clear()
      clock.advance(minute - 1001)
      expect(await outbox.deliverDue()).toBe(0)
      clock.advance(1)
      await outbox.deliverDue()
      expect(received).toEqual(['cut', 'Ann leads by 1', 'Bo leads by 2'])
    })

    test('newer posts stay behind a pause that the chat has asked for, and do not wait for one that has expired', async () => {
      const outbox = outboxOf([
        buildFailing({
          recipientIntervalMs: 0,
          isStrictlyOrdered: true,
          async send({ payload }) {
            tried.push(String(payload))
            if (tried.length === 1) throw new DeliveryError('busy', { kind: 'later', afterMs: 5000 })
            received.push(String(payload))
          },
        }),
      ])
      await add('first', { expiresAt: new Date(clock.now().getTime() + 10_000).toISOString() })
      await outbox.deliverDue()
      await add('second')
      clock.advance(4999)
      expect(await outbox.deliverDue()).toBe(0)
      expect(tried).toEqual(['first'])
      clock.advance(5001)
      await outbox.deliverDue()
      expect(received).toEqual(['second'])
      expect(givenUp).toMatchObject([{ kind: 'expired' }])
    })

    test('a newer email follows an older one that is due at once, whether that is accepted or not', async () => {
      const mail = { channel: 'mail', recipient: 'ann@example.org' } as const
      const outbox = outboxOf([buildFailing({ name: 'mail', recipientIntervalMs: 0 })])
      refused.add('news 1').add('code 1')
      await add('news 1', mail)
      await outbox.deliverDue()
      clock.advance(1000)
      await add('news 2', mail)
      await add('code 1', { ...mail, isHighPriority: true })
      await outbox.deliverDue()
      expect(tried).toEqual(['news 1', 'code 1', 'news 1', 'news 2'])
      refused.clear()
      await add('news 3', mail)
      await outbox.deliverDue()
      // A code never waits for others, nor others for it.
      expect(tried.slice(4)).toEqual(['news 1', 'news 3'])
      await add('code 2', { ...mail, isHighPriority: true })
      await outbox.deliverDue()
      expect(received).toEqual(['news 2', 'news 1', 'news 3', 'code 1', 'code 2'])
    })

    test('a code does not wait for an email that is being sent to its address', async () => {
      const mail = { channel: 'mail', recipient: 'ann@example.org' } as const
      const channel = buildFailing({ name: 'mail', recipientIntervalMs: 0 })
      await add('news 1', mail)
      expect(await claimMessage(opened.database.db, channel, clock.now())).toBeDefined()
      await add('news 2', mail)
      await add('code', { ...mail, isHighPriority: true })
      await outboxOf([channel]).deliverDue()
      expect(received).toEqual(['code'])
      clock.advance(leaseMs)
      await outboxOf([channel]).deliverDue()
      expect(received).toEqual(['code', 'news 1', 'news 2'])
    })
  })

  test('a stop waits for messages in flight although the database has failed, and reports that', async () => {
    await add('push', { recipient: 'phone' })
    await add('push', { recipient: 'tablet' })
    let isDown = false
    const db = new Proxy(opened.database.db, {
      get(target, name) {
        if (name === 'selectFrom' && isDown) throw new Error('the database is gone')
        const value = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const inFlight = Promise.withResolvers<void>()
    respond = async (recipient) => {
      if (recipient === 'phone') await inFlight.promise
      else isDown = true
    }
    const outbox = outboxOf([buildChannel({ concurrency: 2 })], { db })
    const delivery = outbox.deliverDue()
    const failure = expect(delivery).rejects.toThrow('the database is gone')
    await expect.poll(() => isDown).toBe(true)
    const order: string[] = []
    const stop = outbox.stop().then(() => order.push('stopped'))
    await new Promise((done) => setImmediate(done))
    order.push('accepted')
    inFlight.resolve()
    await stop
    await failure
    expect(order).toEqual(['accepted', 'stopped'])
    expect(received).toEqual(['push to tablet', 'push to phone'])
    expect(await rows()).toMatchObject([{ sent_at: expect.any(String) }, { sent_at: expect.any(String) }])
  })
})
