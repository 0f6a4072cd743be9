import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOutbox, type Outbox } from '#server/delivery/outbox/outbox.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/log/log.ts'
import type { MailConfig } from '#server/platform/settings/config.ts'
import { poolName } from '#server/platform/text/pool-name.ts'
import { parseMail } from '#test/support/mail-parser.ts'
import { startSmtpSink } from '#test/support/smtp-sink.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { databaseKinds, openTestDatabase, sqlite } from '#test/support/test-database.ts'
import { addEmails, addMail, composeMail } from './mail.ts'
import { createMailChannel } from './mail-channel.ts'
import { createMailer } from './mailer.ts'

/** A message with a name that someone has typed. */
const resetPasswordMessage = ({ name, url }: { name: string; url: string }) =>
  composeMail({
    subject: 'Choose a new password',
    paragraphs: [`Hello ${name},`, `Someone has requested a new password for your account at ${poolName}.`],
    action: { text: 'Choose a new password', url },
  })
const message = composeMail({ subject: 'Scores', paragraphs: ['Birdie on 12.'] })
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
  let outboxes: Outbox[]
  const clock = buildClock()
  beforeEach(async () => {
    opened = await openTestDatabase(kind)
    outboxes = []
    sink.emails.length = 0
    sink.refuseWith(undefined)
  })
  afterEach(async () => {
    for (const outbox of outboxes) await outbox.stop()
    await opened.remove()
  })

  const add = (requestKey: string, recipient = 'ada@example.org') =>
    addMail(opened.database.db, { requestKey, recipient, message }, clock.now())
  const addHighPriority = (recipient: string) =>
    addMail(opened.database.db, { requestKey: 'awaited', recipient, message, isHighPriority: true }, clock.now())
  const addMany = (count: number) =>
    addEmails(
      opened.database.db,
      Array.from({ length: count }, (_, index) => ({
        requestKey: 'many',
        recipient: `player${index}@example.org`,
        message,
      })),
      clock.now(),
    )
  function outboxOn(database = opened.database, ownLog = log) {
    const mailer = createMailer(smtp(), folder, { name: 'Player Pool', accent: null })
    const outbox = createOutbox({
      db: database.db,
      channels: [createMailChannel(mailer)],
      clock,
      log: ownLog,
    })
    outboxes.push(outbox)
    return outbox
  }
  const rows = () => opened.database.db.selectFrom('outbox').selectAll().orderBy('id').execute()

  test('a mail is sent once, and its text is then deleted', async () => {
    expect(await add('a')).toBe(true)
    expect(await add('a')).toBe(false)
    expect(await add('a', 'ben@example.org')).toBe(true)
    expect(await outboxOn().deliverDue()).toBe(2)
    expect(await outboxOn().deliverDue()).toBe(0)
    expect(sink.emails.map((mail) => mail.to)).toEqual([['ada@example.org'], ['ben@example.org']])
    expect((await rows()).map((row) => row.message)).toEqual(['', ''])
  })

  test('several processes share the emails, and none is sent twice', async () => {
    for (let index = 0; index < 20; index += 1) await add(`many ${index}`)
    const other = opened.config.kind === 'postgres' ? openDatabase(opened.config) : opened.database
    const counts = await Promise.all([outboxOn().deliverDue(), outboxOn(other).deliverDue()])
    if (other !== opened.database) await other.close()
    expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBe(20)
    expect(sink.emails).toHaveLength(20)
  })

  test('a failed mail is retried with growing delays', async () => {
    await add('later')
    sink.refuseWith(451)
    const outbox = outboxOn()
    expect(await outbox.deliverDue()).toBe(0)
    expect(await outbox.deliverDue()).toBe(0)
    expect((await rows())[0]).toMatchObject({ attempts: 1, sent_at: null })
    clock.advance(minute)
    await outbox.deliverDue()
    expect((await rows())[0]).toMatchObject({ attempts: 2 })
    sink.refuseWith(undefined)
    clock.advance(minute)
    expect(await outbox.deliverDue()).toBe(0)
    clock.advance(4 * minute)
    expect(await outbox.deliverDue()).toBe(1)
    expect((await rows())[0]).toMatchObject({ attempts: 3, last_error: null })
  })

  test('an unknown mailbox is not retried', async () => {
    await add('nobody')
    sink.refuseWith(550)
    await outboxOn().deliverDue()
    expect((await rows())[0]).toMatchObject({ attempts: 1, next_attempt_at: null, message: '' })
  })

  test('a high-priority mail overtakes a hundred queued emails, and they share a connection, at most a hundred each', async () => {
    await addMany(100)
    clock.advance(1000)
    await addHighPriority('waiting@example.org')
    await addHighPriority('waiting-too@example.org')
    const before = sink.connections().made
    expect(await outboxOn().deliverDue()).toBe(102)
    const order = sink.emails.flatMap((mail) => mail.to)
    expect(order.slice(0, 3)).toEqual(['waiting@example.org', 'waiting-too@example.org', 'player0@example.org'])
    expect(order.at(-1)).toBe('player99@example.org')
    expect(new Set(order).size).toBe(102)
    expect(sink.connections().made - before).toBe(2)
  })

  test('a high-priority mail is sent next, even during a run', async () => {
    await addMany(20)
    const outbox = outboxOn()
    const delivering = outbox.deliverDue()
    await sink.nextMailTo('player0@example.org')
    await addHighPriority('waiting@example.org')
    const before = sink.emails.length
    await delivering
    const index = sink.emails.findIndex(({ to }) => to.includes('waiting@example.org'))
    // One was being sent, and one was being claimed.
    expect(index).toBeLessThanOrEqual(before + 1)
    expect(sink.emails).toHaveLength(21)
  })

  test('text that is not a single address cannot be stored', async () => {
    for (const recipient of ['a@b.c, d@e.f', 'a@b.c\r\nBcc: d@e.f', 'Ada <a@b.c>', 'A@b.c'])
      await expect(add('bad', recipient), recipient).rejects.toThrow()
  })

  // The queries are shown above and in the tests of the outbox: one database suffices for the connection.
  if (kind !== sqlite) return

  test('stopping closes the connection, and the next start opens a new one', async () => {
    const outbox = outboxOn()
    await add('first')
    await outbox.deliverDue()
    await outbox.stop()
    await expect.poll(() => sink.connections().open).toBe(0)
    await add('second')
    outbox.start()
    expect((await sink.nextMailTo('ada@example.org')).to).toHaveLength(1)
    await expect.poll(() => sink.emails.length).toBe(2)
  })

  test('an idle connection is closed', async () => {
    await add('alone')
    await outboxOn().deliverDue()
    expect(sink.connections().open).toBe(1)
    await expect.poll(() => sink.connections().open).toBe(0)
  })

  test('an idle connection closed by the server costs no attempt', async () => {
    const outbox = outboxOn()
    await add('first')
    await outbox.deliverDue()
    sink.dropConnections('now')
    await add('second')
    expect(await outbox.deliverDue()).toBe(1)
    expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 1])
  })

  test('a mail whose connection breaks is retried, and the others are sent', async () => {
    const outbox = outboxOn()
    await add('lost')
    await add('other', 'ben@example.org')
    sink.dropConnections('within a mail')
    expect(await outbox.deliverDue()).toBe(1)
    expect(sink.emails.map(({ to }) => to)).toEqual([['ben@example.org']])
    expect((await rows())[0]).toMatchObject({ attempts: 1, sent_at: null, last_error: expect.any(String) })
    clock.advance(minute)
    expect(await outbox.deliverDue()).toBe(1)
    expect(sink.emails).toHaveLength(2)
  })

  test('a rejected recipient does not break the connection for the next mail', async () => {
    const outbox = outboxOn()
    await add('first')
    await outbox.deliverDue()
    const { made } = sink.connections()
    sink.refuseWith(550)
    await add('nobody', 'nobody@example.org')
    await outbox.deliverDue()
    sink.refuseWith(undefined)
    await add('third', 'ben@example.org')
    expect(await outbox.deliverDue()).toBe(1)
    expect(sink.connections().made).toBe(made)
  })

  test('stopping waits for the mail being sent and leaves the rest in the outbox', async () => {
    for (let index = 0; index < 5; index += 1) await add(`closeIdle ${index}`)
    const outbox = outboxOn()
    outbox.start()
    await sink.nextMailTo('ada@example.org')
    await outbox.stop()
    const left = (await rows()).filter((row) => row.sent_at === null)
    expect(left.length + sink.emails.length).toBe(5)
    expect(left.length).toBeGreaterThan(0)
    expect(await outboxOn().deliverDue()).toBe(left.length)
  })

  test('the log says why a mail failed but not who the recipient is', async () => {
    const lines: string[] = []
    const observed = createLog('trace', { write: (line) => void lines.push(line) })
    await add('refused')
    sink.refuseWith(550, 'no such mailbox: <ada@example.org>')
    await outboxOn(opened.database, observed).deliverDue()
    expect((await rows())[0]?.last_error).toContain('<ada@example.org>')
    expect(lines.join('')).toMatch(/550 no such mailbox: <\(address\)>/)
    expect(lines.join('')).not.toContain('ada@')
  })

  test('a woken outbox sends immediately, and stops on request', async () => {
    const outbox = outboxOn()
    outbox.start()
    await add('woken')
    outbox.wake()
    expect((await sink.nextMailTo('ada@example.org')).from).toBe('pool@example.org')
    await outbox.stop()
  })
})

test('no name or subject can add a recipient or a header', async () => {
  const mailer = createMailer(smtp(), folder, { name: 'Player Pool', accent: null })
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
      sink.emails.length = 0
      const name = pieces.join('')
      const reset = resetPasswordMessage({ name, url: 'https://pool.example.org/x' })
      await mailer.send({
        id: 1,
        requestKey: 'k',
        recipient: 'ada@example.org',
        message: { ...reset, subject: `${reset.subject} ${name}` },
      })
      expect(sink.emails.map((mail) => mail.to)).toEqual([['ada@example.org']])
      const head = (sink.emails[0]?.data ?? '').split('\r\n\r\n')[0] ?? ''
      expect(head).not.toMatch(/^bcc:/im)
      expect(head.match(/^to:.*$/gim)).toEqual(['To: ada@example.org'])
    }),
    { numRuns: 30 },
  )
  mailer.closeIdle()
})

test('a mail that is sent again, as after a kill, has the same Message-ID, and no other mail has it', async () => {
  sink.emails.length = 0
  const mail = { id: 1, requestKey: 'cut', recipient: 'ada@example.org', message }
  for (const sent of [mail, mail, { ...mail, id: 2 }, { ...mail, recipient: 'ben@example.org' }]) {
    // A mailer of its own, as another process has.
    const mailer = createMailer(smtp(), folder, { name: 'Player Pool', accent: null })
    await mailer.send(sent)
    mailer.closeIdle()
  }
  const [first, again, ...others] = sink.emails.map(({ data }) => /^message-id: (<\S+>)\r$/im.exec(data)?.[1])
  expect(first).toBe(again)
  expect(new Set([first, ...others]).size).toBe(3)
})

test('a name cannot inject markup into a mail', () => {
  const made = resetPasswordMessage({ name: '<img src=x>', url: 'https://pool.example.org/x?a=1&b=2' })
  expect(made.html).toContain('Hello &lt;img src=x&gt;,')
  expect(made.html).toContain('href="https://pool.example.org/x?a=1&amp;b=2"')
  expect(made.text).toContain('https://pool.example.org/x?a=1&b=2')
})

test('the sender, the text and the markup have the name of the pool', async () => {
  const mailer = createMailer({ kind: 'files', from: 'pool@localhost' }, join(folder, 'named'), {
    name: 'Birdies & <Co>',
    accent: null,
  })
  const made = resetPasswordMessage({ name: 'Ada', url: 'https://pool.example.org/x' })
  await mailer.send({ id: 8, requestKey: 'k', recipient: 'ada@example.org', message: made })
  const mail = await parseMail(readFileSync(join(folder, 'named', 'outbox', '000008.eml')))
  expect(mail.from).toEqual({ name: 'Birdies & <Co>', address: 'pool@localhost' })
  expect(mail.text).toContain('a new password for your account at Birdies & <Co>.')
  expect(mail.html).toContain('your account at Birdies &amp; &lt;Co&gt;.')
  expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/[\uE000-\uF8FF]/)
})

test('without SMTP settings, emails are files readable only by their owner', async () => {
  const mailer = createMailer({ kind: 'files', from: 'pool@localhost' }, folder, { name: 'Player Pool', accent: null })
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
  expect(readFileSync(file, 'utf8')).toMatch(/To: ada@example.org[\s\S]*Birdie on 12\.[\s\S]*filename=picks\.csv/)
})
