import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MailConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { createLog } from '#server/log.ts'
import { startSmtpSink } from '#test/support/smtp-sink.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { createMailer } from './mailer.ts'
import { compose, resetPasswordMessage } from './messages.ts'
import { createOutbox } from './outbox.ts'
import { addMail, claimDueMail } from './outbox-store.ts'

const message = compose({ subject: 'Scores', paragraphs: ['Birdie on 12.'] })
const log = createLog('silent')
const minute = 60_000

let sink: Awaited<ReturnType<typeof startSmtpSink>>
let folder: string
beforeAll(async () => {
  sink = await startSmtpSink()
  folder = mkdtempSync(join(tmpdir(), 'mail-'))
})
afterAll(async () => {
  await sink.close()
  rmSync(folder, { recursive: true })
})

const smtp = (): MailConfig => ({ kind: 'smtp', url: sink.url, from: 'pool@example.org' })

describe.each(databaseKinds())('on $name', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  const clock = buildClock()
  beforeEach(async () => {
    opened = await openTestDatabase(kind)
    sink.mails.length = 0
    sink.refuseWith(undefined)
  })
  afterEach(() => opened.remove())

  const add = (requestKey: string, recipient = 'ada@example.org') =>
    addMail(opened.database.db, { requestKey, recipient, message }, clock.now())
  const outboxOn = (database = opened.database) =>
    createOutbox({ db: database.db, mailer: createMailer(smtp(), folder), clock, log, timers: globalThis })
  const rows = () => opened.database.db.selectFrom('outbox').selectAll().orderBy('id').execute()

  test('a mail leaves once, and its text is not kept', async () => {
    expect(await add('a')).toBe(true)
    expect(await add('a')).toBe(false)
    expect(await add('a', 'ben@example.org')).toBe(true)
    expect(await outboxOn().deliverDue()).toBe(2)
    expect(await outboxOn().deliverDue()).toBe(0)
    expect(sink.mails.map((mail) => mail.to)).toEqual([['ada@example.org'], ['ben@example.org']])
    expect((await rows()).map((row) => row.message)).toEqual(['', ''])
  })

  test('of several processes each sends other mails, and none is sent twice', async () => {
    for (let at = 0; at < 20; at += 1) await add(`many ${at}`)
    const other = opened.config.kind === 'postgres' ? openDatabase(opened.config) : opened.database
    const counts = await Promise.all([outboxOn().deliverDue(), outboxOn(other).deliverDue()])
    if (other !== opened.database) await other.close()
    expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBe(20)
    expect(sink.mails).toHaveLength(20)
  })

  test('a mail that failed is tried again later and later', async () => {
    await add('later')
    sink.refuseWith(451)
    const outbox = outboxOn()
    expect(await outbox.deliverDue()).toBe(0)
    expect(await outbox.deliverDue()).toBe(0)
    expect((await rows())[0]).toMatchObject({ attempts: 1, sent_at: null })
    clock.forward(minute)
    await outbox.deliverDue()
    expect((await rows())[0]).toMatchObject({ attempts: 2 })
    sink.refuseWith(undefined)
    clock.forward(minute)
    expect(await outbox.deliverDue()).toBe(0)
    clock.forward(4 * minute)
    expect(await outbox.deliverDue()).toBe(1)
    expect((await rows())[0]).toMatchObject({ attempts: 3, last_error: null })
  })

  test('a mailbox that does not exist is not asked again', async () => {
    await add('nobody')
    sink.refuseWith(550)
    await outboxOn().deliverDue()
    expect((await rows())[0]).toMatchObject({ attempts: 1, next_attempt_at: null, message: '' })
  })

  test('a mail whose process was killed while sending is sent by another after the lease', async () => {
    await add('killed')
    const claimed = await claimDueMail(
      opened.database.db,
      clock.now(),
      new Date(clock.now().getTime() + 5 * minute),
    )
    expect(claimed?.recipient).toBe('ada@example.org')
    expect(await outboxOn().deliverDue()).toBe(0)
    clock.forward(5 * minute)
    expect(await outboxOn().deliverDue()).toBe(1)
  })

  test('what is not one address cannot even be stored', async () => {
    for (const recipient of ['a@b.c, d@e.f', 'a@b.c\r\nBcc: d@e.f', 'Ada <a@b.c>', 'A@b.c'])
      await expect(add('bad', recipient), recipient).rejects.toThrow()
  })

  test('a stop waits for the mail under way and leaves the rest where they are', async () => {
    for (let at = 0; at < 5; at += 1) await add(`rest ${at}`)
    const outbox = outboxOn()
    outbox.start()
    await sink.nextFor('ada@example.org')
    await outbox.stop()
    const left = (await rows()).filter((row) => row.sent_at === null)
    expect(left.length + sink.mails.length).toBe(5)
    expect(left.length).toBeGreaterThan(0)
    expect(await outboxOn().deliverDue()).toBe(left.length)
  })

  test('the log says why a mail did not leave, and not to whom it was', async () => {
    const lines: string[] = []
    const telling = createLog('trace', { write: (line) => void lines.push(line) })
    await add('told')
    sink.refuseWith(550, 'no such mailbox: <ada@example.org>')
    const mailer = createMailer(smtp(), folder)
    await createOutbox({
      db: opened.database.db,
      mailer,
      clock,
      log: telling,
      timers: globalThis,
    }).deliverDue()
    expect((await rows())[0]?.last_error).toContain('<ada@example.org>')
    expect(lines.join('')).toMatch(/550 no such mailbox: <\(address\)>/)
    expect(lines.join('')).not.toContain('ada@')
  })

  test('a woken outbox sends without waiting, and stops when told', async () => {
    const outbox = outboxOn()
    outbox.start()
    await add('woken')
    outbox.wake()
    expect((await sink.nextFor('ada@example.org')).from).toBe('pool@example.org')
    await outbox.stop()
  })
})

test('whatever a name or subject holds, a mail has one recipient and no header of its own making', async () => {
  const mailer = createMailer(smtp(), folder)
  const parts = fc.constantFrom(
    '\r\nBcc: evil@example.net',
    '\n',
    '"',
    '<evil@example.net>',
    ',',
    'Ada',
    '\u202e',
    '=?utf-8?q?x?=',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(parts, { maxLength: 6 }), async (pieces) => {
      sink.mails.length = 0
      const name = pieces.join('')
      const reset = resetPasswordMessage({ name, url: 'https://pool.example.org/x' })
      await mailer.send({
        id: 1,
        requestKey: 'k',
        recipient: 'ada@example.org',
        message: { ...reset, subject: `${reset.subject} ${name}` },
      })
      expect(sink.mails.map((mail) => mail.to)).toEqual([['ada@example.org']])
      const head = (sink.mails[0]?.data ?? '').split('\r\n\r\n')[0] ?? ''
      expect(head).not.toMatch(/^bcc:/im)
      expect(head.match(/^to:.*$/gim)).toEqual(['To: ada@example.org'])
    }),
    { numRuns: 30 },
  )
})

test('a name cannot bring markup into a mail', () => {
  const made = resetPasswordMessage({ name: '<img src=x>', url: 'https://pool.example.org/x?a=1&b=2' })
  expect(made.html).toContain('Hello &lt;img src=x&gt;,')
  expect(made.html).toContain('href="https://pool.example.org/x?a=1&amp;b=2"')
  expect(made.text).toContain('https://pool.example.org/x?a=1&b=2')
})

test('without SMTP settings mails are files that only their owner reads', async () => {
  const mailer = createMailer({ kind: 'outbox', from: 'pool@localhost' }, folder)
  const mail = {
    id: 7,
    requestKey: 'k',
    recipient: 'ada@example.org',
    message: {
      ...message,
      attachments: [{ filename: 'picks.csv', contentType: 'text/csv', content: 'a,b' }],
    },
  }
  await mailer.send(mail)
  await mailer.send(mail)
  const files = readdirSync(join(folder, 'outbox'))
  expect(files).toEqual(['000007.eml'])
  const file = join(folder, 'outbox', '000007.eml')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toMatch(
    /To: ada@example.org[\s\S]*Birdie on 12\.[\s\S]*filename=picks\.csv/,
  )
})
