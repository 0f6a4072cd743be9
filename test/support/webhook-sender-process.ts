/** Sends what is in the outbox of a SQLite file to chats, which a server of this machine stands for. Stops at SIGTERM. */
import { openDatabase } from '#server/db/database.ts'
import { createLog } from '#server/log.ts'
import { createOutbox } from '#server/outbox/outbox.ts'
import { createVault } from '#server/vault.ts'
import { createWebhookChannel } from '#server/webhooks/webhook-channel.ts'
import { openRequestTo } from './chat-receiver.ts'

const [file = '', port = ''] = process.argv.slice(2)
const { db, close } = openDatabase({ kind: 'sqlite', file })
const clock = { now: () => new Date() }
const channel = createWebhookChannel({
  db,
  clock,
  vault: createVault('key', '', 'webhook'),
  publicUrl: 'https://pool.example.org',
  name: 'Office Pool',
  openRequest: openRequestTo(Number(port)),
})
// Two seconds between two posts to a chat would make the test last for minutes.
const { recipientIntervalMs: _, ...quick } = channel
const outbox = createOutbox({ db, channels: [quick], clock, log: createLog('silent'), timers: globalThis })
outbox.start()
process.once('SIGTERM', () => void outbox.stop().then(close))
console.log('Player Pool is ready')
