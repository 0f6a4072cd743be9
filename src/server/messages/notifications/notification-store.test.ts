import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addMail, composeMail } from '#server/delivery/mail/mail.ts'
import { createMailChannel } from '#server/delivery/mail/mail-channel.ts'
import { createMailer } from '#server/delivery/mail/mailer.ts'
import { createOutbox } from '#server/delivery/outbox/outbox.ts'
import { createLog } from '#server/platform/log/log.ts'
import { startSmtpSink } from '#test/support/smtp-sink.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { listSentMessages } from './notification-store.ts'

const message = composeMail({ subject: 'Results', paragraphs: ['You are first.'] })

test.each(databaseKinds())(
  'an email that became a file stays one after a mail server is set up, on $name',
  async (kind) => {
    const opened = await openTestDatabase(kind)
    const { db } = opened.database
    const sink = await startSmtpSink()
    const folder = mkdtempSync(join(tmpdir(), 'mail-'))
    const clock = buildClock()
    const from = 'pool@example.org'
    for (const mail of [{ kind: 'files', from } as const, { kind: 'smtp', url: sink.url, from } as const]) {
      await addMail(db, { requestKey: `by ${mail.kind}`, recipient: 'ada@example.org', message }, clock.now())
      const mailer = createMailer(mail, folder, { name: 'Player Pool', accent: null })
      const outbox = createOutbox({ db, channels: [createMailChannel(mailer)], clock, log: createLog('silent') })
      expect(await outbox.deliverDue()).toBe(1)
      await outbox.stop()
    }
    const sent = await listSentMessages(db, ['by '])
    expect(sent.map(({ requestKey, state }) => [requestKey, state])).toEqual([
      ['by files', 'filed'],
      ['by smtp', 'sent'],
    ])
    await sink.close()
    await opened.remove()
    rmSync(folder, { recursive: true })
  },
)
