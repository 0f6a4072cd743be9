/** Sends the notifications of a database to the push service of a test, until it is stopped or killed. */
import { createSystemClock } from '#server/db/clock.ts'
import { openDatabase } from '#server/db/database.ts'
import { loadSecrets } from '#server/identity/provider/secrets-store.ts'
import { createLog } from '#server/log.ts'
import { createOutbox } from '#server/outbox/outbox.ts'
import { createPushChannel } from '#server/push/push-channel.ts'
import { createVapid } from '#server/push/vapid.ts'

const [file = '', testOrigin = ''] = process.argv.slice(2)
const database = openDatabase({ kind: 'sqlite', file })
const { db } = database
const clock = createSystemClock('sqlite')
const log = createLog('silent')
const { pushKey } = await loadSecrets(db, clock)
const vapid = createVapid({ key: pushKey, subject: 'mailto:pool@example.org', clock })
const channels = [createPushChannel({ db, clock, vapid, log, testOrigin })]
const outbox = createOutbox({ db, channels, clock, log, timers: { setTimeout, clearTimeout } })

process.on('SIGTERM', async () => {
  await outbox.stop()
  await database.close()
  process.exit(0)
})
console.log('Player Pool is ready to send')
outbox.start()
